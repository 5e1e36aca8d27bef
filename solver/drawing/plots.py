"""What all plots share: colours, resolution, and files that are the same every time."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO

import matplotlib
from matplotlib.figure import Figure

from solver.drawing.plot_files import check_path
from solver.files import write_whole

# Okabe and Ito's colours, which people with any kind of colour vision tell apart, without their
# yellow, which is hard to see on white; then some more, which the markers help to tell apart.
COLOURS = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000",
    "#8C564B", "#999999", "#882255",
)  # fmt: skip
DOTS_PER_INCH = 120
# Nothing in a file says when it was drawn, so that the same answer gives the same file.
METADATA = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}


def write_plot(draw: Callable[[], Figure], path: str | os.PathLike[str]) -> None:
    """Draw into a file, in the format of its ending."""
    write_whole(path, picture(draw, check_path(path)[1:]))


def picture(draw: Callable[[], Figure], kind: str, dots_per_inch: float = DOTS_PER_INCH) -> bytes:
    """The figure as a PNG, SVG or PDF file; the same figure gives the same file."""
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "hanabi-solve"}):
        content = BytesIO()
        draw().savefig(content, format=kind, dpi=dots_per_inch, metadata=METADATA[kind])
    return content.getvalue()
