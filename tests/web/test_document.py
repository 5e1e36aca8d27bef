"""The page as one document: nothing in it can break out, and nothing comes from outside."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest

from web.document import PAGE, kept_page, live_page, module_names

# In bytes. It includes everything but the data: a page has to come quickly over a slow line.
MOST = 150_000
NAMESPACE = "http://www.w3.org/2000/svg"

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>\u2028\u2029\"'&amp;\\",
    "</title><img src=x onerror=alert(1)>",
    "</body><!-- modules -->",
    "half a letter: \ud83d",
]


class Elements(HTMLParser):
    """The elements of a document, with the text of those that hold nothing else."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.is_open = False
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))

        self.is_open = True

    def handle_endtag(self, tag: str) -> None:
        self.is_open = False

    def handle_data(self, data: str) -> None:
        if self.is_open:
            tag, attributes, text = self.found[-1]
            self.found[-1] = tag, attributes, text + data

    def tags(self) -> list[str]:
        return [tag for tag, _, _ in self.found]

    def scripts(self) -> dict[str | None, str]:
        inline = ((d, t) for tag, d, t in self.found if tag == "script" and "src" not in d)
        return {given.get("type"): text for given, text in inline}

    def text(self, tag: str) -> str:
        return next(text for found, _, text in self.found if found == tag)


def kept(title: str = "A title") -> dict[str, Any]:
    return {"title": title, "view": "exercises", "exercises": []}


def test_the_page_of_a_server_names_its_modules() -> None:
    html, script_hash = live_page()
    text = Elements(html).scripts()["importmap"]
    modules = json.loads(text)["imports"]
    assert modules == {f"page/{name}": f"/static/{name}" for name in module_names()}
    assert script_hash == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_all_modules_that_are_imported_are_there() -> None:
    names = module_names()
    assert "main.js" in names and "types.js" not in names  # of which only the checker knows
    for name in names:
        script = (PAGE / name).read_text(encoding="utf-8")
        asked = re.findall(r'(?:from|^import) "([^"]*)"', script, re.MULTILINE)
        assert {place.removeprefix("page/") for place in asked} <= set(names), name
    assert {path.name for path in PAGE.glob("*.js")} == {*names, "types.js"}


def test_a_file_holds_the_modules_themselves() -> None:
    modules = json.loads(Elements(kept_page(kept())).scripts()["importmap"])["imports"]
    for name in module_names():
        kind, _, script = modules[f"page/{name}"].partition(",")
        assert kind == "data:text/javascript;charset=utf-8"
        assert unquote(script) == (PAGE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_texts(text: str) -> None:
    plain, hostile = Elements(kept_page(kept())), Elements(kept_page(kept(text)))
    assert hostile.tags() == plain.tags()
    assert json.loads(hostile.scripts()["application/json"]) == kept(text)
    assert hostile.text("title") == text
    kept_page(kept() | {"names": [text]}).encode()


def test_a_file_asks_nobody() -> None:
    html = kept_page(kept())
    found = Elements(html).found
    policies = [given["content"] for tag, given, _ in found if tag == "meta" and "content" in given]
    assert any((policy or "").startswith("default-src 'none';") for policy in policies)
    places = [given.get("src") or given.get("href") for tag, given, _ in found if tag != "a"]
    assert all(place.startswith("data:") for place in places if place is not None)
    addresses = set(re.findall(r"https?://[^\s\"'`)<]+", unquote(html))) - {NAMESPACE}
    assert all(address.startswith("https://hanab.live") for address in addresses), addresses


def test_the_page_is_small() -> None:
    assert len(kept_page(kept("")).encode()) <= MOST
    served = [*module_names(), "style.css"]
    sizes = [(PAGE / name).stat().st_size for name in served]
    assert len(live_page().html.encode()) + sum(sizes) <= MOST
