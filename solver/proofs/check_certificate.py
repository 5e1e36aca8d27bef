"""Check a certificate that a score cannot be reached, from the cards alone.

    python check_certificate.py certificate.json

Exit code 0 if it holds, 1 if it does not, 2 if the file cannot be read. This file needs nothing but
Python. It believes nothing but the cards: compare those with your deal, and read on.

Every missing card costs a point. So to score N, the fireworks must reach one of a few goals: enough
cards for N points, made of cards that are still there. The certificate has a reason against each.

A card is a pair here: its suit, and its step. The first card of a suit to be played has step 1.
Turns are numbered by the card that they draw, from 0 on; clues have no number. After the last draw
there is one more turn for each player, and whoever drew the last card has the last one. A turn
plays one card at most. Strikes are not counted: a team with more of them can do no less.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from typing import Any

# What a certificate has: all of this and nothing else. Another rule would be another game.
RULES = {"suits": [str], "perfect_score": int, "tokens": int}
RULES |= {"last_round": bool, "announce": bool, "deck_plays": bool}
POSITION = {"hands": [str], "pile": str, "discards": str, "fireworks": [int]}
POSITION |= {"tokens": int, "to_move": int, "turns_left": int}
CASE = {"goal": [int], "kind": str, "place": int}
CERTIFICATE = {"rules": RULES, "position": POSITION, "score": int, "cases": [CASE]}

MOST_STATES = 300_000  # of one search: with more, a reason is not short
Card = tuple[int, int]
Levels = tuple[int, ...]  # the number of cards on each firework
Owners = tuple[int, ...]  # who draws each card of an ending
Before = tuple[Levels, Owners, int]


class Fault(Exception):
    """What is wrong with a certificate."""


def has_form(value: object, form: Any) -> bool:
    """Whether a value has these fields, lists and types; numbers go from 0 to 99."""
    if isinstance(form, dict):
        fits = isinstance(value, dict) and set(value) == set(form)
        return fits and all(has_form(value[name], form[name]) for name in form)  # type: ignore[index]
    if isinstance(form, list):
        return isinstance(value, list) and all(has_form(entry, form[0]) for entry in value)
    return type(value) is form and (type(value) is not int or 0 <= value <= 99)


class Table:
    """The cards on the table, which must be the full set, and the rules."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Read what a certificate says."""
        rules, position = data["rules"], data["position"]
        suits = [suit.split() for suit in rules["suits"]]  # all cards, in the order of playing
        steps = [list(dict.fromkeys(suit)) for suit in suits]
        self.names = {
            name: (s, n) for s, suit in enumerate(steps) for n, name in enumerate(suit, 1)
        }
        self.hands = [self.cards(hand) for hand in position["hands"]]
        self.pile = self.cards(position["pile"])
        self.levels: Levels = tuple(position["fireworks"])
        played = [(suit, n) for suit, top in enumerate(self.levels) for n in range(1, top + 1)]
        discards, self.held = self.cards(position["discards"]), [*chain(*self.hands)]
        there = Counter(chain(played, self.held, self.pile, discards))
        if there != Counter(self.cards(" ".join(rules["suits"]))):
            raise Fault("hands, pile, fireworks and discards are not the full set of cards")
        if len(self.names) != sum(map(len, steps)) or len(self.levels) != len(suits):
            raise Fault("a card is in two suits, or a firework is missing")
        if len(self.hands) < 2 or len(suits) > 7 or max(map(len, steps)) > 5:
            raise Fault("there are 2 or more players, and at most 7 suits of 5 cards")
        self.players, self.to_move = len(self.hands), position["to_move"]
        self.tokens, self.most_tokens = position["tokens"], rules["tokens"]
        self.last_round: bool = rules["last_round"]
        self.announce: bool = rules["announce"]
        # Whether the last card of the pile may be played from there.
        self.deck_plays: bool = rules["deck_plays"]
        # The turns that can still play a card, where there is a last round.
        self.turns = len(self.pile) + self.players if self.pile else position["turns_left"]
        self.needed = data["score"] + len(self.names) - rules["perfect_score"]
        if not data["score"] or not sum(self.levels) < self.needed <= len(self.names):
            raise Fault("the score is 0, or reached already, or more than the perfect one")

    def cards(self, text: str) -> list[Card]:
        """The cards of a text like r3 y1 b5."""
        unknown = [name for name in text.split() if name not in self.names]
        if unknown:
            raise Fault(f"{unknown[0]} is not a card of these rules")
        return [self.names[name] for name in text.split()]

    def goals(self) -> Iterator[Levels]:
        """All fireworks that are just enough for the score, made of cards that are there."""
        there, ranges = {*self.held, *self.pile}, []
        for suit, level in enumerate(self.levels):
            top = level
            while (suit, top + 1) in there:
                top += 1
            ranges.append(range(level, top + 1))
        return (goal for goal in product(*ranges) if sum(goal) == self.needed)


class Goal:
    """One goal, and the arguments against it, which say whether they prove it out of reach."""

    def __init__(self, table: Table, goal: Levels) -> None:
        """Put aside all cards that the goal does not need; they are as good as none."""
        self.table, self.goal, self.pile, self.size = table, goal, table.pile, len(table.pile)
        self.hands = [set(filter(self.needs, hand)) for hand in table.hands]
        self.held = set(filter(self.needs, table.held))
        # The most that can be on the fireworks when the first 0, 1, 2 ... draws are over: what can
        # be built from the hands and the draws before. Only the last card may be played at once.
        self.reached = [table.levels]
        for turn, card in enumerate(self.pile):
            levels = self.built(self.held.union(self.pile[:turn]))
            self.reached.append(levels)
            if self.may_be_played(turn) and self.fits(card, levels):
                self.reached[-1] = changed(levels, *card)
        self.states = 0

    def needs(self, card: Card) -> bool:
        """Whether the goal needs the card."""
        return self.table.levels[card[0]] < card[1] <= self.goal[card[0]]

    def fits(self, card: Card, levels: Levels) -> bool:
        """Whether the goal needs the card, and it is the next one of its firework."""
        return self.needs(card) and card[1] == levels[card[0]] + 1

    def may_be_played(self, turn: int) -> bool:
        """Whether this turn may play the last card of the pile from there."""
        return self.table.deck_plays and turn == self.size - 1

    def built(self, cards: set[Card]) -> Levels:
        """The fireworks with all that can be built from these cards."""
        levels = list(self.table.levels)
        for suit in range(len(levels)):
            while (suit, levels[suit] + 1) in cards and levels[suit] < self.goal[suit]:
                levels[suit] += 1
        return tuple(levels)

    def count_state(self) -> None:
        """Give up where a search becomes too long."""
        self.states += 1
        if self.states > MOST_STATES:
            raise Fault(f"more than {MOST_STATES:,} states: not a short reason")

    def proves(self, kind: str, place: int) -> bool:
        """Whether this reason holds; the place is the number of cards drawn by then."""
        if place > self.size or not (self.table.last_round or kind == "hand-size"):
            return False
        if kind == "bottom-deck":
            return place == self.size and self.bottom_deck()
        if kind == "out-of-pace":
            return self.out_of_pace(place)
        if kind == "hand-size":
            return place == 0 and self.one_hand_fails()
        # With announcing every play may bring a token, and clues cannot be counted.
        counted = kind == "tokens" and not self.table.announce
        return (kind == "final-round" or counted) and self.ending_fails(place, counted)

    def bottom_deck(self) -> bool:
        """The last card of the pile is the only one of its kind, and the goal builds on it.

        Whoever draws it has the last turn of the game, so nothing is ever played on top of it.
        """
        *others, last = self.pile or [(0, 0)]
        return self.comes_too_late(self.size - 1) and last not in self.held.union(others)

    def comes_too_late(self, turn: int) -> bool:
        """Whether the turn draws a card on which the goal builds, and which is the last one."""
        if turn < self.size - 1 or not self.pile or self.table.deck_plays:
            return False
        last = self.pile[-1]
        return self.table.last_round and self.needs(last) and last[1] < self.goal[last[0]]

    def out_of_pace(self, place: int) -> bool:
        """Too few turns are left: each of them plays one card at best."""
        return sum(self.goal) - sum(self.reached[place]) > self.table.turns - place

    def one_hand_fails(self) -> bool:
        """Even one player with all hands, who gives clues for free, fails.

        What a team does, this player can do in the same order: each turn that draws plays a card or
        puts one away.

        Such a player loses nothing by playing at once what fits. A line that puts x away now and
        plays c later is copied by playing c now, keeping x in its place, and putting x away when
        the line plays c. By the same exchange a card that is not needed, or held twice, is put away
        before any other. So there is a choice only if all cards in hand are different, needed and
        do not fit; and to put one away that does not come again loses.
        """
        places = len(self.table.held)
        useful = [
            {card} if self.needs(card) and not self.comes_too_late(turn) else set[Card]()
            for turn, card in enumerate(self.pile)
        ]

        @cache
        def wins(turn: int, levels: Levels, held: frozenset[Card]) -> bool:
            """Whether the goal can be reached; `held` are the different cards that are needed."""
            missing = sum(self.goal) - sum(levels)
            if self.table.last_round and missing > self.table.turns - turn:
                return False
            if turn == self.size:  # nothing more is drawn: all must be there
                return len(held) == missing
            self.count_state()
            fitting = sorted(card for card in held if self.fits(card, levels))
            # The last card is played from the pile if nothing else fits. If something does, it can
            # as well be drawn and played later.
            if not fitting and self.may_be_played(turn) and self.fits(self.pile[turn], levels):
                fitting = [self.pile[turn]]
            if fitting:
                levels, choices = changed(levels, *fitting[0]), [held - {fitting[0]}]
            elif len(held) < places:
                choices = [held]
            else:
                choices = [held - {card} for card in held & set().union(*useful[turn:])]
            new = {card for card in useful[turn] if card[1] > levels[card[0]]}
            return any(wins(turn + 1, levels, left | new) for left in choices)

        return not wins(0, self.table.levels, frozenset(self.held))

    def ending_fails(self, start: int, clues_count: bool) -> bool:
        """The last round, and the draws from the start on, do not fit in whatever order of turns.

        The game is taken back from its end, turn by turn: each takes the top card off a firework,
        or none. Whoever played it must have had it: in the hand now, or drawn in the ending before
        that turn, or drawn before the ending (anybody may have done that). What is on the fireworks
        must be possible in time: each card above what was reached by an earlier turn takes a turn
        after that one. When the ending begins, all else may be as it likes; if it begins now, it is
        as on the table.

        Where clues count, the players between two who draw give clues. A turn that plays nothing
        brings a token at best, a play only if it completes a firework. So it is known how many
        tokens must be there before each turn: never more than the rules have.
        """
        table, players = self.table, self.table.players
        # Who drew the cards from here on is kept in mind; the last one is always its drawer's.
        first = min(start, max(self.size - 1, 0))
        anybodys = set(self.pile[:first])

        @cache
        def in_time(levels: Levels, done: int) -> bool:
            """Whether this can be on the fireworks when `done` turns are over."""
            return all(
                sum(max(0, n - m) for n, m in zip(levels, reached, strict=True)) <= done - draws
                for draws, reached in enumerate(self.reached[: done + 1])
            )

        def taken_back(turn: int, actor: int, levels: Levels, owners: Owners) -> Iterator[Before]:
            """What the turn can have been: what was there before it, and the tokens it brings."""
            yield levels, owners, 1  # it played nothing
            for suit, level in enumerate(levels):
                lower, tokens = changed(levels, suit, level - 1), int(level == self.goal[suit])
                if level == table.levels[suit]:
                    continue
                at_once = self.may_be_played(turn) and self.pile[turn] == (suit, level)
                if at_once or (suit, level) in self.hands[actor] | anybodys:
                    yield lower, owners, tokens
                    continue
                for place, owner in enumerate(owners):
                    if self.pile[first + place] == (suit, level) and owner in (-1, actor):
                        yield lower, changed(owners, place, actor), tokens

        @cache
        def fits(turn: int, after: int, levels: Levels, owners: Owners, need: int) -> bool:
            """Whether all turns up to this one can be filled.

            When it is over, `levels` are on the fireworks, it is the turn of player `after` as soon
            as enough clues are given, and `need` tokens must be there then. `owners` says who must
            have drawn which card of the ending (-1: not known).
            """
            if not in_time(levels, turn + 1):
                return False
            if turn < start:
                clues = (after - table.to_move) % players
                return start > 0 or not clues_count or need + clues <= table.tokens
            self.count_state()
            actors = [(after - 1) % players]
            if turn < self.size:  # it draws this card, and clues may come after it
                owner, owners = owners[turn - first], owners[: turn - first]
                actors = [owner] if owner >= 0 else list(range(players))
            for actor in actors:
                total = need + ((after - actor - 1) % players if clues_count else 0)
                if total <= table.most_tokens and any(
                    fits(turn - 1, actor, lower, known, max(total - tokens, 0))
                    for lower, known, tokens in taken_back(turn, actor, levels, owners)
                ):
                    return True
            return False

        if not self.size:
            return not fits(table.turns - 1, table.to_move + table.turns, self.goal, (), 0)
        unknown = (-1,) * (self.size - first - 1)
        return not any(
            fits(table.turns - 1, drawer + 1, self.goal, (*unknown, drawer), 0)
            for drawer in range(players)
        )


def changed(levels: Levels, place: int, value: int) -> Levels:
    """The same with another value at this place."""
    return (*levels[:place], value, *levels[place + 1 :])


def check(data: Any) -> list[str]:
    """All faults of a certificate; none if its score cannot be reached."""
    if not has_form(data, CERTIFICATE):
        return ["this is not a certificate: it lacks something, or has something else"]
    cases = {tuple(case["goal"]): (case["kind"], case["place"]) for case in data["cases"]}
    faults = []
    try:
        table = Table(data)
        for goal in table.goals():
            if goal not in cases:
                faults.append(f"fireworks of {list(goal)} cards: no reason is given")
            elif not Goal(table, goal).proves(*cases[goal]):
                faults.append(f"fireworks of {list(goal)} cards: {cases[goal][0]} does not hold")
    except (Fault, RecursionError) as fault:
        faults.append(str(fault))
    return faults


def main() -> int:
    """Check the file that is named."""
    if len(sys.argv) != 2:
        print("usage: python check_certificate.py certificate.json", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError, RecursionError) as error:
        print(f"{sys.argv[1]} cannot be read: {error}", file=sys.stderr)
        return 2
    faults = check(data)
    print("\n".join(faults) or f"It holds: {data['score']} points cannot be reached.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
