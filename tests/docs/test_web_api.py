"""The examples of the JSON interface are real."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.support.pages import client
from tests.support.places import DOCS

TEXT = (DOCS / "web-api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"^\$ curl -s '?http://127\.0\.0\.1:8642(?P<path>/[^ ']*)'?(?: --json '(?P<body>[^|]*)')?"
    r"(?: \| jq -c '(?P<moves>\.moves\[\] \| )?\{(?P<keys>[^}]*)\}')?\n(?P<shown>(?:\{.*\}\n)+)",
    re.MULTILINE,
)


def test_all_examples_are_found() -> None:
    assert len(EXAMPLE.findall(TEXT)) == TEXT.count("$ curl ") > 6


@pytest.mark.parametrize("example", list(EXAMPLE.finditer(TEXT)), ids=lambda found: found["path"])
def test_examples(example: re.Match[str]) -> None:
    with client() as asked:
        path, body = example["path"], example["body"]
        answer = asked.get(path) if body is None else asked.post(path, json=json.loads(body))
    values: list[dict[str, Any]] = [json.loads(line) for line in answer.text.splitlines()]
    if example["moves"]:
        values = values[0]["moves"]
    keys = re.findall(r"\w+", example["keys"] or "error")
    told = [{key: value[key] for key in keys} for value in values]
    assert told == [json.loads(line) for line in example["shown"].splitlines()]
