"""The page of the collection of exercises, which its script makes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import DOCS
from tests.support.processes import ENVIRONMENT

FOLDER = DOCS / "exercises"
SCRIPT = "collection_page.py"


@pytest.mark.check_takes(0)
def test_the_page_says_what_the_collection_says(tmp_path: Path) -> None:
    """As the script writes it, beside a copy of the collection."""
    for name in (SCRIPT, "collection.jsonl"):
        shutil.copy(FOLDER / name, tmp_path)
    subprocess.run([sys.executable, tmp_path / SCRIPT], env=ENVIRONMENT, check=True)
    html = (tmp_path / "collection.html").read_text(encoding="utf-8")
    kept = json.loads(html.partition('id="kept">')[2].partition("</script>")[0])
    assert kept["title"] == "Exercises: endgames"
    lines = (FOLDER / "collection.jsonl").read_text(encoding="utf-8").splitlines()
    for one, line in zip(kept["exercises"], lines, strict=True):
        record = json.loads(line)
        for field in ("kind", "question", "theme"):
            assert one[field] == record[field]
        assert one["grade"] == record["grade"]["number"]
        right = [move["is_right"] for move in one["moves"]]
        assert right == [move["keeps_best"] for move in record["moves"]]
