"""The graph of a position: what can follow it, move by move, with the value of every position.

Nobody who only solves a deal should wait for networkx, so nothing on that way imports this file.
"""

from __future__ import annotations

import networkx as nx

from solver._version import __version__
from solver.analysis.equals import Key, node_key
from solver.analysis.moves import distinct_actions, kind_place
from solver.errors import InputError, of_kind
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.notation.positions import position_to_text
from solver.notation.words import choice_words
from solver.search.answers import Answer
from solver.search.budget import Budget, given
from solver.search.searcher import Searcher

NODES = 200  # of a graph, if nobody asks for more or fewer


def graph(
    position: Position,
    *,
    depth: int | None = None,
    nodes: int = NODES,
    budget: Budget | None = None,
) -> nx.DiGraph:
    """What can follow a position, breadth first, equal positions joined.

    The graph ends after `depth` moves, or where the moves of a position would make more than
    `nodes` positions: a position has all its moves or none, and those that a limit left without
    them have `expanded` False. The budget is for the proof of each position.

    Nodes are numbered as they are found; the position itself, 0, has `root` True. What is not
    proven is left out: `value` of a position, `keeps_best` of a move. A clue has no `card`.

    >>> from solver.game.deals import Deal
    >>> found = graph(Position.start(Deal.from_seed(42, players=3)), depth=1)
    >>> found.nodes[0]["value"], [move for _, _, move in found.edges(data="move")][:2]
    (25, ['play p1', 'clue'])
    """
    _check_limit("depth", depth, 0)
    _check_limit("nodes", nodes, 1)
    of_kind(position, Position, "the position")
    walk = _Walk(position, depth, nodes, given(budget))
    walk.expand_all()
    walk.judge()
    return walk.graph


def _check_limit(name: str, value: object, least: int) -> None:
    if value is None and name == "depth":
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"a graph's limit of {name} must be a whole number, not {value!r}")
    if value < least:
        raise InputError(f"a graph's limit of {value} for {name} is below {least}")


class _Walk:
    """The graph while it grows."""

    def __init__(self, position: Position, depth: int | None, nodes: int, budget: Budget) -> None:
        """Begin with the position alone."""
        self.depth, self.limit = depth, nodes
        # One context for all: every position follows the first, so its table stays good.
        self.searcher = Searcher(budget)
        self.positions: list[Position] = []
        self.numbers: dict[Key, int] = {}
        self.graph = nx.DiGraph(
            **_said(
                version=__version__,
                perfect_score=position.rules.perfect_score,
                depth_limit=depth,
                nodes_limit=nodes,
                budget_nodes=budget.nodes,
                budget_seconds=budget.seconds,
            )
        )
        self._add(position, 0, self.searcher.solve_position(position))

    def expand_all(self) -> None:
        """Breadth first: the list grows while it is walked through."""
        goes_on = True
        for number, position in enumerate(self.positions):
            if position.outcome() is None:
                goes_on = goes_on and self._expand(number, position)
                self.graph.nodes[number]["expanded"] = goes_on

    def _expand(self, number: int, position: Position) -> bool:
        """Add all moves of a position; False if a limit does not allow that."""
        here = self.graph.nodes[number]
        if here["depth"] == self.depth:
            return False
        moves: dict[Key, list[Action]] = {}
        distinct = (action for action, *_ in distinct_actions(position))
        for action in sorted(distinct, key=lambda action: kind_place(position, action)):
            moves.setdefault(node_key(position.push(action)), []).append(action)
        new = moves.keys() - self.numbers.keys()
        if len(self.positions) + len(new) > self.limit:
            return False
        for key, actions in moves.items():
            if key in new:
                after = position.push(actions[0])
                answer = self.searcher.solve_next(after, here["high"])
                self._add(after, here["depth"] + 1, answer, key)
            self.graph.add_edge(number, self.numbers[key], **_edge(position, actions))
        return True

    def _add(self, position: Position, depth: int, answer: Answer, key: Key | None = None) -> None:
        number = len(self.positions)
        self.positions.append(position)
        self.numbers[node_key(position) if key is None else key] = number
        low, high = answer.replayed().bounds
        self.graph.add_node(
            number,
            root=number == 0,
            depth=depth,
            to_move=PLAYER_NAMES[position.to_move],
            tokens=position.tokens,
            strikes=position.strikes,
            score=position.score,
            low=low,
            high=high,
            over=position.outcome() is not None,
            expanded=True,
            text=position_to_text(position),
        )

    def judge(self) -> None:
        """Values and the moves that keep the best, from the proven bounds.

        Where the budget ran out the positions after one may have proven more than it has itself.
        """
        nodes = self.graph.nodes
        for number in reversed(list(nx.topological_sort(self.graph))):
            here, after = nodes[number], [nodes[next_one] for next_one in self.graph[number]]
            if after:
                here["low"] = max(here["low"], *(node["low"] for node in after))
                here["high"] = min(here["high"], max(node["high"] for node in after))
            here.update(_said(value=here["low"] if here["low"] == here["high"] else None))
        for before, after, edge in self.graph.edges(data=True):
            best = nodes[before].get("value")
            edge.update(_said(keeps_best=_keeps(best, nodes[after]["low"], nodes[after]["high"])))


def _keeps(best: int | None, low: int, high: int) -> bool | None:
    """Whether a move to a position with these bounds keeps the best score; None if not proven."""
    if best is None or low < best <= high:
        return None
    return low >= best


def _said(**attributes: object) -> dict[str, object]:
    """The attributes that are known: GraphML has no word for None."""
    return {name: value for name, value in attributes.items() if value is not None}


def _edge(position: Position, actions: list[Action]) -> dict[str, object]:
    """What an edge says about the moves that it is, one or several with the same result.

    Several are a play with and without an announcement that gives no token back, or of a card of
    the hand and of its copy in the pile, or of trash in both: one of the two is left in the hand,
    and is trash. All others have different results: by the fireworks, strikes or tokens if they
    differ in kind; and if they lose different cards, by the one of them that is useful, which the
    other move leaves in the hand. (Or it is trash then, because the other card was the last of
    those below it; but that one is not trash after the first move.)
    """
    action = actions[0]
    return _said(
        move=" or ".join(_words(position, action) for action in actions),
        kind=action.kind,
        card=None if action.card is None else _card_words(position, action.card),
    )


def _words(position: Position, action: Action) -> str:
    """A move in a few words.

    >>> from solver.game.deals import Deal
    >>> _words(Position.start(Deal.from_seed(42, players=3)), Action("play", 0))
    'play p1'
    """
    if action.card is None:
        return "clue"
    fails = action.kind == "play" and not position.is_playable(action.card)
    verb = "misplay" if fails else action.kind
    announced = " announced" if action.announce else ""
    tiles = choice_words(position, action)
    place = " from the pile" if action.card == position.pile_card else ""
    return f"{verb} {_card_words(position, action.card)}{place}{announced}{tiles}"


def _card_words(position: Position, order: int) -> str:
    return str(position.card(order)) if position.is_useful(order) else "trash"
