"""All clues so far as one number: clauses that follow from the rules and make the search short.

`Encoding` knows how many clues are given between two steps. But whose turn a step is, and how many
tokens there are, depends on the sum of them all. From the single numbers a solver must learn each
such sum again and again. With the sum as a number of its own it learns what matters: how many turns
must have passed by a step, and how many can have. That takes less than a tenth of the conflicts.

- The turns go around, so the number of clues before a step says whose it is.
- Each clue takes a token: one of the start, or one that came back by a discard, an announced play
  or a finished firework.
- With all tokens there nobody may discard. So where the tokens that discards brought back do not
  fit in beside those of the start, some were used before. (A token for a firework may be lost, so
  it does not count here.)
"""

from __future__ import annotations

from solver.search.sat.clauses import FALSE
from solver.search.sat.counts import Counts


class ClueCounts:
    """The clues given before each step; `counts` says how many cards are wasted."""

    def __init__(self, counts: Counts) -> None:
        """See how many clues there are tokens for."""
        self.encoding, self.counts = counts.encoding, counts
        self.tokens = counts.encoding.start.tokens
        self.most = [self._count_tokens(step) for step in range(counts.encoding.steps)]

    def _count_tokens(self, step: int) -> int:
        """The tokens that there may have been before this step."""
        sources = len(self.encoding.token_sources(step))
        announced = step if self.encoding.rules.announce else 0
        return self.tokens + min(step, self.counts.spare) + min(step, sources) + announced

    def add(self) -> None:
        """Add all clauses."""
        for step in range(self.encoding.steps):
            if self.encoding.has_clues(step):
                self._add_sum(step)
                self._add_player(step)
                self._add_announced(step)
                self._add_most(step)
                self._add_least(step)

    def given(self, step: int, least: int) -> int:
        """At least `least` clues are given before this step."""
        most = self.most[step] if step >= 0 else 0
        return self.encoding.unary("given", step, least, most)

    def announced(self, step: int, least: int) -> int:
        """True only if at least `least` plays before this step were announced, and fitted."""
        most = step if self.encoding.rules.announce else 0
        return self.encoding.unary("announced before", step, least, most)

    def _add_sum(self, step: int) -> None:
        """The clues before the step are those before the last one, and those since."""
        encoding, tokens, most = self.encoding, self.encoding.rules.tokens, self.most[step]
        given = [self.given(step, least) for least in range(most + tokens + 2)]
        earlier = [self.given(step - 1, least) for least in range(most + 2)]
        clues = [encoding.clues(step, least) for least in range(tokens + 2)]
        for before in range(most + 1):
            encoding.imply([given[before + 1]], given[before])
            both, more = -earlier[before], earlier[before + 1]
            encoding.keep_all(
                clause
                for since in range(tokens + 1)
                for clause in (
                    [both, -clues[since], given[before + since]],
                    [-given[before + since + 1], more, clues[since + 1]],
                )
            )

    def _add_player(self, step: int) -> None:
        """So many turns have passed before the step: its steps, and the clues."""
        encoding = self.encoding
        for given in range(self.most[step] + 1):
            exactly = [self.given(step, given), -self.given(step, given + 1)]
            player = (encoding.start.to_move + step + given) % len(encoding.players)
            encoding.imply(exactly, encoding.acts(step, player))

    def _add_announced(self, step: int) -> None:
        for least in range(1, step + 1 if self.encoding.rules.announce else 0):
            so_many = [self.announced(step, least)]
            before = self.announced(step - 1, least)
            self.encoding.imply(so_many, before, self.announced(step - 1, least - 1))
            self.encoding.imply(so_many, before, self.encoding.announced(step - 1))

    def _add_most(self, step: int) -> None:
        """Each clue takes a token."""
        encoding = self.encoding
        sources, back = encoding.token_sources(step), list[int]()
        for place, source in enumerate(sources):
            back = encoding.sum(("sources", step, place), back, [source])
        announced = [self.announced(step, n + 1) for n in range(self.most[step])]
        announced = [literal for literal in announced if literal != FALSE]
        if announced:
            back = encoding.sum(("back", step), back, announced)
        wasted = [self.counts.wasted(step, least) for least in range(self.most[step] + 1)]
        for given in range(self.tokens + 1, self.most[step] + 1):
            unless, of_all = -self.given(step, given), given - self.tokens
            # Where the others may have brought them all, there is nothing to say.
            pairs = zip([*back, FALSE], wasted[of_all:0:-1], strict=False)
            encoding.keep_all([unless, more, enough] for more, enough in pairs)

    def _add_least(self, step: int) -> None:
        """The tokens that discards bring back have room, this step's too."""
        encoding, rules = self.encoding, self.encoding.rules
        room = rules.tokens - self.tokens
        earlier = encoding.start.strikes
        strikes = [encoding.strikes(step + 1, n + 1) for n in range(earlier, rules.strikes)]
        given = [self.given(step, least) for least in range(self.counts.spare + 1)]
        for wasted in range(room + 1, self.counts.spare + 1):
            so_many = -self.counts.wasted(step + 1, wasted)
            encoding.keep_all(
                [so_many, more, given[wasted - misplays - room]]
                for misplays, more in enumerate(strikes, encoding.strikes_back)
                if wasted - misplays > room
            )
