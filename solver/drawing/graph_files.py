"""A graph as a file: for graph programs, for Graphviz, as JSON and as a picture."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import TypeVar

import networkx as nx
import pydot

from solver.analysis.graph import NODES
from solver.drawing.graph_layout import MOST_WORDS, NODES_WITH_WORDS
from solver.drawing.graph_look import edge_look, node_look
from solver.files import check_form, write_whole

SCHEMA = "hanabi-solve/graph-1"
PICTURES = (".svg", ".png")

Part = TypeVar("Part", pydot.Dot, pydot.Node, pydot.Edge)


def write_graph(graph: nx.DiGraph, path: str | os.PathLike[str]) -> None:
    """Write a graph of `solver.analysis.graph.graph`, in the format of the file's ending."""
    write_whole(path, _FORMATS[check_path(path)](graph))


def check_path(path: str | os.PathLike[str]) -> str:
    """The ending of a file that a graph can be written to; to be asked before a long search.

    >>> check_path("out.GraphML")
    '.graphml'
    >>> check_path("out.pdf")
    Traceback (most recent call last):
    ...
    solver.errors.InputError: out.pdf: a graph is written as .graphml, .dot, .gv, .json, .svg or .png
    """  # noqa: E501
    return check_form(
        path, "a graph", _FORMATS, PICTURES, "; .graphml, .dot and .json do without it"
    )


def nodes_for(path: str | os.PathLike[str]) -> int:
    """The limit of positions for a graph in this file, if nobody asks for another.

    In a picture the moves shall have room for their names.
    """
    return NODES_WITH_WORDS if check_path(path) in PICTURES else NODES


def leaves_names_out(graph: nx.DiGraph, path: str | os.PathLike[str]) -> bool:
    """Whether the file is a picture in which the moves have no names: there are too many."""
    return check_path(path) in PICTURES and graph.number_of_edges() > MOST_WORDS


def _graphml(graph: nx.DiGraph) -> bytes:
    content = BytesIO()
    nx.write_graphml(graph, content)
    return content.getvalue()


def _json(graph: nx.DiGraph) -> bytes:
    """The schema, then networkx's own format, which `nx.node_link_graph` reads."""
    content = {"schema": SCHEMA, **nx.node_link_data(graph, edges="edges")}
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _dot(graph: nx.DiGraph) -> bytes:
    """For Graphviz: the attributes, and how to draw them."""
    dot = _with(pydot.Dot("hanabi", graph_type="digraph", strict=True), graph.graph)
    dot.set("rankdir", "LR")
    for number, node in graph.nodes(data=True):
        look = node_look(graph, node)
        drawn = {
            "label": look.label,
            "shape": "box",
            "style": "filled" if look.is_whole else "filled,dashed",
            "fillcolor": look.fill,
            "fontcolor": look.ink,
            "peripheries": 2 if node["over"] else 1,
        }
        dot.add_node(_with(pydot.Node(str(number)), node | drawn))
    for before, after, edge in graph.edges(data=True):
        line = edge_look(edge)
        drawn = {"label": edge["move"], "style": line.style, "color": line.colour}
        dot.add_edge(_with(pydot.Edge(str(before), str(after)), edge | drawn))
    return dot.to_string().encode()


def _with(part: Part, attributes: Mapping[str, object]) -> Part:
    """A part of a DOT file with these attributes, quoted whatever is in them."""
    for name, value in attributes.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        part.set(name, pydot.make_quoted(text))
    return part


def _picture(ending: str) -> Callable[[nx.DiGraph], bytes]:
    def drawn(graph: nx.DiGraph) -> bytes:
        from solver.drawing.graph_picture import picture  # noqa: PLC0415 (optional, and slow to load)

        return picture(graph, ending)

    return drawn


_FORMATS: dict[str, Callable[[nx.DiGraph], bytes]] = {
    ".graphml": _graphml,
    ".dot": _dot,
    ".gv": _dot,
    ".json": _json,
    ".svg": _picture("svg"),
    ".png": _picture("png"),
}
