"""The graph of a position: against brute force, and every format read back."""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import assume, given

from solver import Budget, Deal, Suit, solve
from solver.analysis.graph import NODES, graph
from solver.drawing.graph_files import check_path, leaves_names_out, nodes_for, write_graph
from solver.drawing.graph_layout import Box, layout, words_width
from solver.drawing.graph_look import BEST, COSTS, LOST, UNDECIDED, edge_look, node_look
from solver.errors import InputError
from solver.game.position import Position
from solver.notation.positions import position_from_text
from solver.twin import TooLarge, best_score
from tests.support.positions import start
from tests.support.strategies import late_positions, many, small_deals

SMALL = Budget(memory=1)
FORMATS = [".graphml", ".dot", ".gv", ".json", ".svg", ".png"]


def two_suits(**changes: Any) -> Position:
    suits = Suit("r", (2, 1, 1)), Suit("g", (1, 1, 1))
    return start("g2 r1 r2 g1 r1 g3 r3", *suits, **{"hand_size": 2, "tokens": 2} | changes)


def at(made: nx.DiGraph, node: int) -> Position:
    return position_from_text(made.nodes[node]["text"])


def plain(position: Position) -> tuple[object, ...]:
    """All that matters of a position, with trash as it is."""
    hands = [Counter(map(position.card, hand)) for hand in position.hands]
    return (
        position.pile, position.levels, position.tokens, position.strikes, position.to_move,
        position.turns_left, tuple(frozenset(hand.items()) for hand in hands),
    )  # fmt: skip


def without_trash(position: Position) -> tuple[object, ...]:
    """The same with trash only counted, written once more and by another way.

    In the pile, too: bonus tile 5 may put trash there, and any will do.
    """

    def name(order: int) -> str:
        return str(position.card(order)) if position.is_useful(order) else "trash"

    _, *rest, _ = plain(position)
    hands = [Counter(map(name, hand)) for hand in position.hands]
    pile = tuple(map(name, position.draws))
    return (pile, *rest, tuple(frozenset(hand.items()) for hand in hands))


# Values and moves


@many(20)
@given(small_deals(most_cards=7))
def test_values_are_those_of_brute_force(deal: Deal) -> None:
    made = graph(Position.start(deal), nodes=60, budget=SMALL)
    for node, attributes in made.nodes(data=True):
        best = best_score(at(made, node)) or 0
        assert (attributes["value"], attributes["low"], attributes["high"]) == (best, best, best)


@many(10)
@given(late_positions())
def test_values_with_bonus_tiles(position: Position) -> None:
    try:
        best_score(position, limit=400)
    except TooLarge:
        assume(False)
    made = graph(position, nodes=40, budget=SMALL)
    for node, attributes in made.nodes(data=True):
        assert attributes["value"] == (best_score(at(made, node)) or 0)
    check_edges(made)


@many(40)
@given(small_deals(most_cards=9))
def test_edges_are_the_moves_of_their_positions(deal: Deal) -> None:
    check_edges(graph(Position.start(deal), nodes=40, budget=SMALL))


def check_edges(made: nx.DiGraph) -> None:
    assert nx.is_directed_acyclic_graph(made)
    for node, attributes in made.nodes(data=True):
        position = at(made, node)
        following = {without_trash(position.push(action)) for action in position.legal_actions()}
        shown = {without_trash(at(made, after)) for after in made[node]}
        assert shown == (following if attributes["expanded"] else set())
        assert attributes["over"] == (position.outcome() is not None)
        values = [made.nodes[after]["value"] for after in made[node]]
        for after, edge in made[node].items():
            assert edge["keeps_best"] == (made.nodes[after]["value"] == max(values))
            assert edge["kind"] in {action.kind for action in position.legal_actions()}


@many(40)
@given(small_deals(most_cards=9))
def test_equal_positions_are_one_node(deal: Deal) -> None:
    made = graph(Position.start(deal), nodes=40, budget=SMALL)
    states = [without_trash(at(made, node)) for node in made]
    assert len(set(states)) == len(states)


@pytest.mark.check_takes(0)
def test_all_that_follows_without_trash_told_apart() -> None:
    """The whole graph, with the states that the referee reaches."""
    first = two_suits()
    reached, layer = {without_trash(first)}, {plain(first): first}
    while layer:
        after = [at.push(action) for at in layer.values() for action in at.legal_actions()]
        layer = {plain(position): position for position in after}
        reached |= set(map(without_trash, after))
    made = graph(first, nodes=10_000, budget=SMALL)
    assert {without_trash(at(made, node)) for node in made} == reached
    assert all(expanded for _, expanded in made.nodes(data="expanded"))


def test_attributes() -> None:
    made = graph(two_suits(), depth=1)
    assert made.nodes[0] == {
        "root": True, "depth": 0, "to_move": "Alice", "tokens": 2, "strikes": 0, "score": 0,
        "low": 5, "high": 5, "value": 5, "over": False, "expanded": True,
        "text": made.nodes[0]["text"],
    }  # fmt: skip
    assert plain(at(made, 0)) == plain(two_suits())
    assert [made.nodes[node]["to_move"] for node in made] == ["Alice", "Bob", "Bob", "Bob"]
    assert [edge for *_, edge in made.edges(data=True)] == [
        {"move": "play r1", "kind": "play", "card": "r1", "keeps_best": True},
        {"move": "clue", "kind": "clue", "keeps_best": True},
        {"move": "misplay g2", "kind": "play", "card": "g2", "keeps_best": False},
    ]
    assert made.graph["perfect_score"] == 6 and made.graph["depth_limit"] == 1


def test_trash_is_one_move() -> None:
    late = solve(Deal.from_seed(42, players=3)).positions[-7]
    moves = [move for *_, move in graph(late, depth=1).edges(data="move")]
    assert moves == ["clue", "discard trash", "misplay trash"]


def test_moves_with_the_same_result_share_an_edge() -> None:
    """An announcement gives a token back, unless all are there."""
    position = two_suits(announce=True)
    moves = {move for *_, move in graph(position, depth=2).edges(data="move")}
    assert "play r1 or play r1 announced" in moves
    assert {"play g1", "play g1 announced"} <= moves


def test_a_defeat_in_bouquet_final_is_worth_nothing() -> None:
    made = graph(two_suits(ending="bouquet-final"), nodes=10_000, budget=SMALL)
    ends = {(node["over"], node["value"]) for _, node in made.nodes(data=True)}
    assert (True, 0) in ends and {value for _, value in ends} <= {0, 6}


def test_a_finished_game_is_a_graph_of_one_node() -> None:
    end = solve(Deal.from_seed(42, players=3)).positions[-1]
    made = graph(end)
    assert list(made) == [0] and made.nodes[0]["over"] and made.nodes[0]["expanded"]


def test_what_is_not_proven_is_left_out() -> None:
    position = Position.start(Deal.from_seed(1, players=5))
    made = graph(position, depth=1, budget=Budget(nodes=1))
    assert made.nodes[0]["low"] < made.nodes[0]["high"] and "value" not in made.nodes[0]
    assert node_look(made, made.nodes[0]).fill == UNDECIDED
    looks = [edge_look(edge) for *_, edge in made.edges(data=True) if "keeps_best" not in edge]
    assert {look.meaning for look in looks} == {"undecided move"}


# Limits


def test_depth() -> None:
    made = graph(two_suits(), depth=2)
    assert {depth for _, depth in made.nodes(data="depth")} == {0, 1, 2}
    for _, node in made.nodes(data=True):
        assert node["expanded"] == (node["depth"] < 2 or node["over"])


@pytest.mark.parametrize("nodes", [1, 3, 4, 25, 200])
def test_nodes(nodes: int) -> None:
    made = graph(two_suits(), nodes=nodes)
    assert len(made) <= nodes and (nodes < 4) == (len(made) == 1)
    for node, attributes in made.nodes(data=True):
        assert attributes["expanded"] == (attributes["over"] or bool(made[node]))


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"nodes": 0}, "a graph's limit of 0 for nodes is below 1"),
        ({"depth": -1}, "a graph's limit of -1 for depth is below 0"),
        ({"depth": True}, "a graph's limit of depth must be a whole number, not True"),
        ({"nodes": None}, "a graph's limit of nodes must be a whole number, not None"),
    ],
)
def test_limits_that_are_none(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        graph(two_suits(), **limits)
    assert str(error.value) == message


# Files


@pytest.fixture(scope="module")
def made() -> nx.DiGraph:
    """House rules, whose text has quotation marks and braces."""
    return graph(two_suits(), nodes=40)


def test_graphml(made: nx.DiGraph, tmp_path: Path) -> None:
    write_graph(made, tmp_path / "a.graphml")
    read = nx.read_graphml(tmp_path / "a.graphml", node_type=int)
    assert read.nodes(data=True) == made.nodes(data=True)
    assert read.adj == made.adj and read.graph.items() >= made.graph.items()


def test_json(made: nx.DiGraph, tmp_path: Path) -> None:
    write_graph(made, tmp_path / "a.json")
    read = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert read["schema"] == "hanabi-solve/graph-1" and read["graph"]["version"]
    assert nx.utils.graphs_equal(nx.node_link_graph(read, edges="edges"), made)


@pytest.mark.check_takes(0)
@pytest.mark.parametrize("ending", [".dot", ".gv"])
def test_dot(made: nx.DiGraph, tmp_path: Path, ending: str) -> None:
    write_graph(made, tmp_path / f"a{ending}")
    read = nx.nx_pydot.read_dot(tmp_path / f"a{ending}")
    assert {int(node) for node in read} == set(made)
    assert {(int(a), int(b)) for a, b in read.edges()} == set(made.edges())
    for node, attributes in made.nodes(data=True):
        assert_said(attributes, read.nodes[str(node)])
    for before, after, attributes in made.edges(data=True):
        assert_said(attributes, read.edges[str(before), str(after)])


def assert_said(attributes: dict[str, object], read: dict[str, str]) -> None:
    for name, value in attributes.items():
        said = read[name].removeprefix('"').removesuffix('"').replace(r"\"", '"')
        assert said == (str(value).lower() if isinstance(value, bool) else str(value)), name


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("limits", [{"depth": 0}, {"nodes": 40}, {"nodes": 200}])
def test_pictures(tmp_path: Path, limits: dict[str, Any]) -> None:
    made = graph(two_suits(), **limits)
    for name in ("a.svg", "b.svg", "a.PNG"):
        write_graph(made, tmp_path / name)
    svg = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert svg.startswith("<?xml") and "Alice to move, tokens 2" in svg
    assert svg == (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert ("misplay g2" in svg) == (limits == {"nodes": 40})  # words, where there is room
    assert ("moves are named in graphs of up to 150; this one has " in svg) == leaves_names_out(
        made, tmp_path / "a.svg"
    )
    assert not leaves_names_out(made, tmp_path / "a.json")
    assert leaves_names_out(made, tmp_path / "a.PNG") == (limits == {"nodes": 200})
    assert "hands (oldest card first) g2 r1 / r2 g1" in svg
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")


def test_a_picture_is_small_enough_to_name_its_moves() -> None:
    assert nodes_for("a.json") == NODES
    for seed in range(3):
        for position in solve(Deal.from_seed(seed, 2 + seed, "timed-display")).positions[:-1:20]:
            made = graph(position, nodes=nodes_for("a.svg"), budget=Budget(nodes=1, memory=1))
            assert not leaves_names_out(made, "a.svg")


@pytest.mark.parametrize("nodes", [10, 60, 200])
def test_nothing_overlaps_in_a_picture(nodes: int) -> None:
    made = graph(two_suits(), nodes=nodes)
    places = layout(made)
    boxes = list(places.nodes.values())
    for (before, after), level in places.ends.items():
        box = places.nodes[after]
        assert box.top <= level <= box.top + box.height
        assert places.nodes[before].right < box.left - places.room[after]
        if places.with_words:
            width = words_width(made.edges[before, after]["move"])
            boxes.append(Box(box.left - width, level - 0.07, width, 0.14))
    for one, other in combinations(boxes, 2):
        assert apart(one, other) or apart(other, one)


def apart(one: Box, other: Box) -> bool:
    nearly = 1e-6
    return one.right <= other.left + nearly or one.top + one.height <= other.top + nearly


def test_colours_say_what_is_left(made: nx.DiGraph) -> None:
    looks = {node["value"]: node_look(made, node).fill for _, node in made.nodes(data=True)}
    assert looks[5] == BEST and looks[4] == COSTS
    lost = graph(two_suits(strikes=1), depth=1)
    assert {node_look(lost, node).fill for _, node in lost.nodes(data=True)} == {BEST, LOST}


@pytest.mark.check_takes(2)
@pytest.mark.parametrize("ending", FORMATS)
def test_a_file_is_replaced_and_nothing_else_is_left(
    made: nx.DiGraph, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"a{ending}"
    path.write_text("before")
    write_graph(made, os.fspath(path))
    assert path.read_bytes() != b"before" and os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("name", ["a.pdf", "a", "graphml"])
def test_an_unknown_ending(made: nx.DiGraph, tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"written as .graphml, .dot, .gv, .json, .svg or .png$"):
        write_graph(made, tmp_path / name)
    assert not os.listdir(tmp_path)


def test_a_path_that_cannot_be_written(made: nx.DiGraph, tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    for path, reason in [
        (tmp_path / "a.json", "is a directory"),
        (tmp_path / "none" / "a.json", "no such folder, or no right to write there"),
    ]:
        with pytest.raises(InputError) as error:
            write_graph(made, path)
        assert str(error.value) == f"{path}: cannot be written: {reason}"
    assert os.listdir(tmp_path) == ["a.json"]


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.files.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'hanabi-solve\[plot\]'"):
        check_path("a.svg")
    assert check_path("a.dot") == ".dot"
