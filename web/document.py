"""The page's own document, as the server gives it away."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

PAGE = Path(__file__).parent / "page"
MODULES = "<!-- modules -->"


def live_page() -> tuple[str, str]:
    """The page with its import map, and the hash by which the browser knows that script."""
    names = sorted(path.name for path in PAGE.glob("*.js"))
    modules = {f"page/{name}": f"/static/{name}" for name in names}
    script = json.dumps({"imports": modules}, separators=(",", ":"))
    inline = f'<script type="importmap">{script}</script>'
    page = (PAGE / "index.html").read_text(encoding="utf-8").replace(MODULES, inline)
    return page, f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"
