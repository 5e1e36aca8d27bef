"""Search contexts that are used again: a large table is not made for every request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from solver.chances.aims import Aim
from solver.chances.searcher import ChanceSearcher
from solver.game.position import Position
from solver.search.searcher import Searcher
from web.limits import Allowance

# Those that nobody uses. What one has solved before makes no difference to what it finds.
_free: list[Searcher] = []


@contextmanager
def searcher_for(allowance: Allowance) -> Iterator[Searcher]:
    """A search context for a known pile, which ends when the allowance does."""
    try:
        searcher = _free.pop()
    except IndexError:
        searcher = Searcher(allowance.left())
    if searcher.budget.memory != allowance.budget.memory:
        searcher = Searcher(allowance.left())
    searcher.budget = allowance.left()
    try:
        with allowance.ends(searcher.context):
            yield searcher
    finally:
        _free.append(searcher)


@contextmanager
def chance_searcher_for(
    position: Position, aim: Aim, allowance: Allowance
) -> Iterator[ChanceSearcher]:
    """One for a pile face down; its table belongs to the position, and begins small."""
    searcher = ChanceSearcher(position, aim, allowance.left())
    with allowance.ends(searcher.context):
        yield searcher
