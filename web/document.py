"""The page as one document: as the server sends it, and as a file that holds everything.

The modules of web/page import each other by bare names, like "page/board.js". What these names mean
is said by an import map: addresses of the server, or the modules themselves as data.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).parent / "page"
ENTRY = "main.js"
# What index.html has that is not the same everywhere.
MODULES = "<!-- modules -->"
TITLE = re.compile(r"<title>[^<]*</title>")
STYLE = '<link rel="stylesheet" href="/static/style.css">'
START = f'<script type="module" src="/static/{ENTRY}"></script>'

# Whoever opens the file has it from somebody else: nothing in it may ask anybody anything.
NOTHING_FROM_OUTSIDE = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)

_IMPORT = re.compile(r'^(?:import|\}|export)[^"(]*"page/([\w-]+\.js)";', re.MULTILINE)

# What would end a script, or a line in one, and halves of letters, which no file can hold.
_UNSAFE = re.compile(r"[<\u2028\u2029\ud800-\udfff]")


class LivePage(NamedTuple):
    """The page for a server, and the hash by which a policy allows its one inline script."""

    html: str
    script_hash: str


def live_page() -> LivePage:
    """The page whose modules come from /static/."""
    text = _import_map({name: f"/static/{name}" for name in module_names()})
    html = _put(_read("index.html"), MODULES, f'<script type="importmap">{text}</script>')
    return LivePage(html, f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")


def kept_page(kept: Mapping[str, Any]) -> str:
    """One file with the page and what it shows, the `Kept` of web/page/types.js."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{NOTHING_FROM_OUTSIDE}">'
    modules = _import_map({name: _data_address(_read(name)) for name in module_names()})
    data = f'<script type="application/json" id="kept">{in_script(kept)}</script>\n'
    html = _read("index.html")
    for place, content in (
        (STYLE, f"<style>\n{_read('style.css')}</style>"),
        (MODULES, f'<script type="importmap">{modules}</script>'),
        (START, f'<script type="module">import "page/{ENTRY}";</script>'),
        # The policy first of all; the data last, so that the page is painted before they are read.
        (_title(html), f"{policy}\n<title>{escape(kept['title'])}</title>"),
        ("</body>", f"{data}</body>"),
    ):
        html = _put(html, place, content)
    return html


def module_names() -> list[str]:
    """The modules that run: the first one, and all that they import."""
    found = [ENTRY]
    for name in found:  # it grows on the way
        found += (other for other in _imports(name) if other not in found)
    return sorted(found)


def in_script(value: object) -> str:
    """JSON that ends no script element, whatever its texts hold; without spaces."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def _imports(name: str) -> Iterator[str]:
    yield from dict.fromkeys(_IMPORT.findall(_read(name)))


def _import_map(places: Mapping[str, str]) -> str:
    return in_script({"imports": {f"page/{name}": place for name, place in places.items()}})


def _data_address(script: str) -> str:
    """A module as an address; only what would be lost or misread in one is encoded."""
    for sign in '%#"<\n\r\t':
        script = script.replace(sign, f"%{ord(sign):02X}")
    return f"data:text/javascript;charset=utf-8,{script}"


def _title(html: str) -> str:
    found = TITLE.search(html)
    return found[0] if found else "<title>"


def _put(html: str, place: str, content: str) -> str:
    before, found, after = html.partition(place)
    if not found or place in after:
        raise ValueError(f"index.html: {place} must be there once")
    return before + content + after


def _read(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
