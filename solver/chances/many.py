"""Deals and questions about piles that lie face down, one after the other, on several threads."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from solver.chances.hidden import answer_with
from solver.chances.moves import Chances
from solver.chances.questions import Question
from solver.chances.searcher import ChanceSearcher
from solver.game.deals import Deal
from solver.search.answers import Result
from solver.search.budget import Budget, given
from solver.search.many import Stop, check_jobs, in_order, solve_deal


def answer_many(
    asked: Iterable[Deal | Question], budget: Budget | None = None, jobs: int = 1
) -> Generator[Result | Chances, None, None]:
    """The result of each deal and the chances of each question, in their order, on `jobs` threads.

    >>> [result.bounds for result in answer_many([Deal.from_seed(42, players=3)])]
    [(25, 25)]
    """
    check_jobs(jobs)
    budget = given(budget)

    def answer(one: Deal | Question, stop: Stop | None) -> Result | Chances:
        if isinstance(one, Question):
            return _answer(one, budget, stop)
        return solve_deal(one, budget, stop)

    yield from in_order(asked, answer, jobs)


def _answer(question: Question, budget: Budget, stop: Stop | None) -> Chances:
    searcher = ChanceSearcher(question.position, question.aim, budget)
    if stop is None:
        return answer_with(searcher, question)
    stop.contexts.add(searcher.context)
    try:
        if stop.is_set():
            searcher.context.stop()
        return answer_with(searcher, question)
    finally:
        stop.contexts.discard(searcher.context)
