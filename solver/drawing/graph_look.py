"""How positions and moves look in every drawing of a graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import networkx as nx

# Okabe and Ito's colours, which people with any kind of colour vision tell apart; the number is
# always in them, and the ink is the one that is easier to read on them.
BEST, COSTS, LOST, UNDECIDED = "#009E73", "#F0B429", "#A63A00", "#D9D9D9"
DARK, LIGHT = "#000000", "#FFFFFF"
MEANINGS = {
    BEST: "keeps the best score",
    COSTS: "points are lost",
    LOST: "all is lost",
    UNDECIDED: "undecided: bounds",
}


class NodeLook(NamedTuple):
    """A position: what is written on it and how."""

    label: str
    fill: str
    ink: str
    is_whole: bool  # all its moves are there


class EdgeLook(NamedTuple):
    """A move: how it is drawn, and what that means."""

    meaning: str
    style: Literal["solid", "dashed", "dotted"]
    colour: str


def node_look(graph: nx.DiGraph, node: Mapping[str, Any]) -> NodeLook:
    """A position beside the best score of the graph's root: reached still, less, or nothing."""
    label, best = value_text(node), graph.nodes[0]["low"]
    if "value" not in node:
        return NodeLook(label, UNDECIDED, DARK, node["expanded"])
    if node["value"] == 0:
        return NodeLook(label, LOST, LIGHT, node["expanded"])
    if node["value"] >= best:
        return NodeLook(label, BEST, LIGHT, node["expanded"])
    return NodeLook(label, COSTS, DARK, node["expanded"])


def value_text(node: Mapping[str, Any]) -> str:
    """The best score, or its bounds."""
    return str(node["value"]) if "value" in node else f"{node['low']}–{node['high']}"


def edge_look(edge: Mapping[str, Any]) -> EdgeLook:
    """A move stands out if it keeps the best score of its position."""
    if "keeps_best" not in edge:
        return EdgeLook("undecided move", "dotted", "#404040")
    if edge["keeps_best"]:
        return EdgeLook("best move", "solid", DARK)
    return EdgeLook("other move", "dashed", "#8C8C8C")
