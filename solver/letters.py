"""Signs that nobody sees, or that a terminal obeys."""

from __future__ import annotations

from unicodedata import category


def visible(text: str) -> str:
    r"""A text for one row, in which nothing is hidden and nothing steers the terminal.

    What a file or a name brings along (control characters, line ends, marks that turn the
    direction of writing, halves of characters) is shown as Python would write it. Letters of any
    language stay.

    >>> print(visible("żółw \x1b[2J\n\u202e"))
    żółw \x1b[2J\n\u202e
    """
    return text if text.isprintable() else "".join(map(_visible_sign, text))


def _visible_sign(sign: str) -> str:
    is_hidden = category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return sign.encode("unicode_escape").decode() if is_hidden else sign
