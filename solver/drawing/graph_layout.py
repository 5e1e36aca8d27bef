"""Where everything stands in the picture of a graph, in inches from the upper left corner."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import networkx as nx

# With more moves than this, their words would make the picture taller than anybody reads.
MOST_WORDS = 150
# A graph of this many positions has hardly ever as many moves.
NODES_WITH_WORDS = 60
CHARACTER = 0.066  # the mean width of one in the words of a move
NODE_WIDTH = 0.5
SWEEPS = 8


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def middle(self) -> float:
        """Its middle, from above."""
        return self.top + self.height / 2


@dataclass(frozen=True)
class Layout:
    """The nodes as boxes, one column for each number of moves made, and the ends of the edges.

    With words every edge has a row of its own, in which it ends and its words stand before the
    node; a node is as tall as its edges need. So no two of them ever overlap.
    """

    nodes: dict[int, Box]
    ends: dict[tuple[int, int], float]  # from above; an edge ends at the left of its node
    room: dict[int, float]  # for words, to the left of a node
    with_words: bool

    @property
    def width(self) -> float:
        """The room that all take."""
        return max(box.right for box in self.nodes.values())

    @property
    def height(self) -> float:
        """The room that all take."""
        return max(box.top + box.height for box in self.nodes.values())


def words_width(words: str) -> float:
    """The room for the words of a move, with a gap on both sides."""
    return len(words) * CHARACTER + 0.2


def layout(graph: nx.DiGraph) -> Layout:
    """Columns from left to right, ordered so that few edges cross."""
    with_words = graph.number_of_edges() <= MOST_WORDS
    row = 0.27 if with_words else 0.2
    columns = _ordered(graph)
    rows = {node: max(1, graph.in_degree(node)) if with_words else 1 for node in graph}
    tops = _tops(columns, rows)
    nodes: dict[int, Box] = {}
    room: dict[int, float] = {}
    left = 0.0
    for column in columns:
        words = _words_width(graph, column) if with_words else 0.0
        if nodes:
            # Room for curves that do not run straight up and down.
            steepest = max(abs(tops[one] - tops[other]) for one, other in graph.in_edges(column))
            left += NODE_WIDTH + max(0.7, 0.3 * steepest * row) + words
        for node in column:
            nodes[node] = Box(left, (tops[node] + 0.1) * row, NODE_WIDTH, (rows[node] - 0.2) * row)
            room[node] = words
    return Layout(nodes, _ends(graph, nodes, row if with_words else 0), room, with_words)


def _tops(columns: list[list[int]], rows: dict[int, int]) -> dict[int, float]:
    """The first row of every node: one below the other, the columns beside each other's middle."""
    heights = [sum(rows[node] for node in column) for column in columns]
    tops: dict[int, float] = {}
    for column, height in zip(columns, heights, strict=True):
        top = (max(heights) - height) / 2
        for node in column:
            tops[node] = top
            top += rows[node]
    return tops


def _ordered(graph: nx.DiGraph) -> list[list[int]]:
    """The nodes by depth; sweeps back and forth bring each near the mean of its neighbours."""
    by_depth: dict[int, list[int]] = defaultdict(list)
    for node, depth in graph.nodes(data="depth"):
        by_depth[depth].append(node)
    columns = [by_depth[depth] for depth in sorted(by_depth)]
    height = dict.fromkeys(graph, 0.0)
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        neighbours = graph.pred if forth else graph.succ
        for column in columns if forth else reversed(columns):
            wanted = {
                node: sum(height[other] for other in near) / len(near) if near else height[node]
                for node in column
                for near in [neighbours[node]]
            }
            column.sort(key=wanted.__getitem__)
            for place, node in enumerate(column):
                height[node] = place - (len(column) - 1) / 2
    return columns


def _words_width(graph: nx.DiGraph, column: list[int]) -> float:
    """The room for the words of all moves to these nodes."""
    moves = (move for _, _, move in graph.in_edges(column, data="move"))
    return max(map(words_width, moves), default=0.0)


def _ends(graph: nx.DiGraph, nodes: dict[int, Box], row: float) -> dict[tuple[int, int], float]:
    """The edges of a node end this far from each other, in the order in which they come."""
    ends = {}
    for node, box in nodes.items():
        before = sorted(graph.pred[node], key=lambda other: nodes[other].middle)
        for place, other in enumerate(before):
            ends[other, node] = box.middle + (place - (len(before) - 1) / 2) * row
    return ends
