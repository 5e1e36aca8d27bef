"""The picture of a graph, by matplotlib: positions from left to right, one column for each turn."""

from __future__ import annotations

import textwrap
from functools import partial
from math import ceil, sqrt

import networkx as nx
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Patch
from matplotlib.path import Path

from solver.drawing import plots
from solver.drawing.graph_layout import MOST_WORDS, Layout, layout
from solver.drawing.graph_look import DARK, MEANINGS, EdgeLook, edge_look, node_look, value_text
from solver.drawing.plots import DOTS_PER_INCH

# In inches.
MARGIN = 0.3
LEAST_WIDTH = 7.0
LINE = 0.17
HEADING = 0.45

MOST_DOTS = 60_000_000  # in all; a PNG of a huge graph gets coarser, an SVG does not


def picture(graph: nx.DiGraph, kind: str) -> bytes:
    """The graph as an SVG or PNG file; the same graph gives the same file."""
    width, height = (figure := _figure(graph)).get_size_inches()
    dots = min(DOTS_PER_INCH, sqrt(MOST_DOTS / (width * height)), 60_000 / max(width, height))
    return plots.picture(lambda: figure, kind, dots)


def _figure(graph: nx.DiGraph) -> Figure:
    places = layout(graph)
    width = max(places.width + 2 * MARGIN, LEAST_WIDTH)
    title = _title(graph, width, places.with_words)
    legend = _legend(graph)
    columns = max(1, int((width - MARGIN) / 2.1))
    above = MARGIN + LINE * (len(title) + 1) + HEADING
    below = MARGIN + 0.2 * ceil(len(legend) / columns) + 0.2
    height = above + places.height + below
    figure = Figure(figsize=(width, height))
    # One unit is one inch, and the graph begins at 0, 0.
    axes = figure.add_axes((0, 0, 1, 1))
    left = (width - places.width) / 2
    axes.set_xlim(-left, width - left)
    axes.set_ylim(places.height + below, -above)
    axes.axis("off")
    _draw_title(axes, title, MARGIN - left, MARGIN - above)
    _draw_headings(axes, graph, places)
    _draw_moves(axes, graph, places)
    _draw_positions(axes, graph, places)
    axes.legend(
        handles=legend, ncols=columns, loc="lower left", fontsize=8, frameon=False,
        bbox_to_anchor=(0.1 / width, 0.1 / height), borderaxespad=0,
    )  # fmt: skip
    return figure


def _title(graph: nx.DiGraph, width: float, with_words: bool) -> list[str]:
    """What the position is; the first line is the heading."""
    root = graph.nodes[0]
    heading = (
        f"{root['to_move']} to move, tokens {root['tokens']}, strikes {root['strikes']}, "
        f"score {root['score']}; best {value_text(root)} of {graph.graph['perfect_score']}"
    )
    # House rules would be longer than all the rest.
    left_out = ("tokens ", "strikes ", "to move ", "rules {")
    parts = [part for part in root["text"].split("; ") if not part.startswith(left_out)]
    parts = [part.replace("hands ", "hands (oldest card first) ", 1) for part in parts]
    if not with_words:
        count = graph.number_of_edges()
        parts.append(f"moves are named in graphs of up to {MOST_WORDS}; this one has {count:,}")
    characters = int((width - 2 * MARGIN) / 0.073)
    return [heading, *(line for part in parts for line in textwrap.wrap(part, characters))]


def _draw_title(axes: Axes, lines: list[str], left: float, top: float) -> None:
    axes.text(left, top, lines[0], fontsize=10, fontweight="bold", va="top")
    for place, line in enumerate(lines[1:], 1):
        axes.text(left, top + 0.06 + LINE * place, line, fontsize=8, va="top")


def _draw_headings(axes: Axes, graph: nx.DiGraph, places: Layout) -> None:
    """The player to move: all positions after the same number of moves have the same."""
    names = {places.nodes[node]: name for node, name in graph.nodes(data="to_move")}
    for left, name in {box.left + box.width / 2: name for box, name in names.items()}.items():
        axes.text(left, -0.15, name, fontsize=8, ha="center", color="#555555")


def _draw_moves(axes: Axes, graph: nx.DiGraph, places: Layout) -> None:
    paths: dict[EdgeLook, list[Path]] = {}
    for before, after, edge in graph.edges(data=True):
        look = edge_look(edge)
        start, end = places.nodes[before], places.nodes[after]
        level = places.ends[before, after]
        words = end.left - places.room[after]
        half = (start.right + words) / 2
        paths.setdefault(look, []).append(
            Path(
                [(start.right, start.middle), (half, start.middle), (half, level),
                 (words, level), (end.left, level)],
                [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.LINETO],
            )
        )  # fmt: skip
        if places.with_words:
            axes.text(
                end.left - 0.1, level, edge["move"], fontsize=7.5, ha="right", va="center",
                color=look.colour, zorder=3,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
            )  # fmt: skip
    for look, drawn in paths.items():
        solid = look.style == "solid"
        axes.add_collection(
            PathCollection(
                drawn, facecolors="none", edgecolors=look.colour, linestyles=look.style,
                linewidths=1.1 if solid else 0.7, zorder=2 if solid else 1,
            ),
            autolim=False,
        )  # fmt: skip


def _draw_positions(axes: Axes, graph: nx.DiGraph, places: Layout) -> None:
    for node, box in places.nodes.items():
        attributes = graph.nodes[node]
        look = node_look(graph, attributes)
        axes.add_patch(
            FancyBboxPatch(
                (box.left, box.top), box.width, box.height,
                boxstyle="square,pad=0" if attributes["over"] else "round,pad=0,rounding_size=0.07",
                facecolor=look.fill, edgecolor=DARK, zorder=4,
                linewidth=2.0 if attributes["root"] else 0.8,
                linestyle="solid" if look.is_whole else "dotted",
            )
        )  # fmt: skip
        axes.text(
            box.left + box.width / 2, box.middle, look.label, color=look.ink, zorder=5,
            fontsize=8 if places.with_words else 7, ha="center", va="center_baseline",
        )  # fmt: skip


def _legend(graph: nx.DiGraph) -> list[Patch | Line2D]:
    """What the signs mean that are there."""
    nodes = [node for _, node in graph.nodes(data=True)]
    fills = {node_look(graph, node).fill for node in nodes}
    signs: list[Patch | Line2D] = [
        Patch(facecolor=fill, edgecolor=DARK, linewidth=0.8, label=meaning)
        for fill, meaning in MEANINGS.items()
        if fill in fills
    ]
    bare = partial(Patch, facecolor="white", edgecolor=DARK, linewidth=0.8)
    if any(node["over"] for node in nodes):
        signs.append(bare(label="square: game over"))
    if not all(node["expanded"] for node in nodes):
        signs.append(bare(label="moves not shown", linestyle="dotted"))
    looks = {edge_look(edge) for _, _, edge in graph.edges(data=True)}
    signs += [
        Line2D([], [], color=look.colour, linestyle=look.style, label=look.meaning)
        for look in sorted(looks)
    ]
    return signs
