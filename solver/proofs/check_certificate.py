"""Check a certificate that a score cannot be reached, from the cards alone.

    python check_certificate.py FILE.json

Exit code 0 and a sentence if it holds, 1 and the faults if it does not, 2 if the file cannot be
read. This file needs nothing but Python, and believes nothing but the cards: compare those with
your deal, and read on.

The certificate has the position (rules, hands, pile, fireworks, tokens, whose turn it is) and the
score. Every card that is missing in the end costs a point. So "at least this score" means that the
fireworks reach one of a few goals: as many cards on each as the score needs in all, made of cards
that are still there. For every goal there is a case, with a reason why no game reaches it.

A card is a pair here: its suit, and its step. The first card to be played has step 1, so that a
suit that is built downwards is like any other.

Turns are numbered by the card that they take from the pile: turn 0 draws the first one. Clues draw
nothing and have no number. The turns after the last draw are the last round, one for each player,
and whoever drew the last card has the last of them. Every turn plays one card at most.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import product
from typing import Any

MOST_GOALS = 1_000
MOST_STATES = 300_000
Levels = tuple[int, ...]
Card = tuple[int, int]


class Fault(Exception):
    """What is wrong with a certificate."""


class Table:
    """What lies on the table, and the rules, read without trust."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Read the position; its cards must be the full set."""
        names = "hands pile fireworks discards tokens strikes to_move turns_left"
        position = fields(data, "position", names)
        names = "suits hand_size tokens strikes ending announce deck_plays"
        rules = fields(data, "rules", names)  # another rule, like bonus tiles, is another game
        suits = [
            fields({"suit": suit}, "suit", "letter copies descending scores")
            for suit in listed(rules["suits"], 1, 7)
        ]
        self.letters = [suit["letter"] for suit in suits]
        self.sizes = tuple(len(listed(suit["copies"], 1, 5)) for suit in suits)
        self.descending = [truth(suit["descending"]) for suit in suits]
        self.perfect = sum(
            n for n, suit in zip(self.sizes, suits, strict=True) if truth(suit["scores"])
        )
        self.bouquet = rules["ending"] == "bouquet-final"
        self.announce, self.deck_plays = truth(rules["announce"]), truth(rules["deck_plays"])
        self.most_tokens = whole(rules["tokens"], 1, 30)
        self.hands = [self.cards(hand) for hand in listed(position["hands"], 2, 6)]
        self.pile = self.cards(position["pile"])
        self.levels = tuple(
            whole(n, 0, size)
            for n, size in zip(listed(position["fireworks"]), self.sizes, strict=True)
        )
        self.players = len(self.hands)
        self.tokens = whole(position["tokens"], 0, self.most_tokens)
        self.to_move = whole(position["to_move"], 0, self.players - 1)
        self.last_round = not self.pile and not self.bouquet
        left = position["turns_left"]
        if (left is not None) != self.last_round:
            raise Fault("turns_left is for the last round, when the pile is empty, and only then")
        # The turns that can still play a card, if the last round comes.
        self.turns = whole(left, 0, self.players) if left is not None else 0
        self.turns = self.turns if self.last_round else len(self.pile) + self.players
        size = whole(rules["hand_size"], 1, 10)
        if any(len(hand) > size or (self.pile and len(hand) < size) for hand in self.hands):
            raise Fault(f"a hand does not have {size} cards, and the pile is not empty")
        played = [(s, n) for s, level in enumerate(self.levels) for n in range(1, level + 1)]
        there = Counter(played + self.pile + self.cards(position["discards"]))
        there.update(card for hand in self.hands for card in hand)
        full = {
            self.card(f"{suit['letter']}{value}"): whole(copies, 1, 9)
            for suit in suits
            for value, copies in enumerate(suit["copies"], 1)
        }
        if rules["ending"] not in ("last-round", "bouquet-final") or len(full) != sum(self.sizes):
            raise Fault("the rules have an unknown ending, or two suits of one letter")
        if there != Counter(full):
            raise Fault("hands, pile, fireworks and discards are not the full set of cards")

    def card(self, text: object) -> Card:
        """The card of a text like r3."""
        if isinstance(text, str) and text[:1] in self.letters and text[1:] in list("12345"):
            suit, value = self.letters.index(text[:1]), int(text[1:])
            if value <= self.sizes[suit]:
                return suit, self.sizes[suit] + 1 - value if self.descending[suit] else value
        raise Fault(f"{text!r} is not a card of these rules")

    def cards(self, texts: object) -> list[Card]:
        """The cards of a list of texts."""
        return [self.card(text) for text in listed(texts)]

    def goals(self, score: int) -> list[Levels]:
        """All fireworks that are just enough for the score, made of cards that are there."""
        there = {card for cards in (*self.hands, self.pile) for card in cards}
        needed = score + sum(self.sizes) - self.perfect
        if sum(self.levels) >= needed:
            raise Fault("so much is on the fireworks already")
        ranges = []
        for suit, level in enumerate(self.levels):
            top = level
            while (suit, top + 1) in there:
                top += 1
            ranges.append(range(level, top + 1))
        goals = [goal for goal in product(*ranges) if sum(goal) == needed]
        if len(goals) > MOST_GOALS:
            raise Fault(f"more than {MOST_GOALS:,} goals give {score} points")
        return goals


class Goal:
    """One goal, and the arguments against it. Each returns only if it proves that none gets there.

    If it proves nothing, it raises a Fault.
    """

    def __init__(self, table: Table, goal: Levels) -> None:
        """Put all cards aside that the goal does not need; they are as good as none."""
        self.table, self.goal = table, goal
        self.hands = [{card for card in hand if self.needs(card)} for hand in table.hands]
        self.held = set[Card]().union(*self.hands)
        self.pile = table.pile
        self.size = len(self.pile)
        self.states = 0
        # What can be on the fireworks at most when a turn that draws is over: all that can be built
        # from the hands and the cards drawn before, but not with the card it draws itself. (The
        # last card may be played from the pile, if the rules have that: one card more, if it fits.)
        self.reached: list[Levels] = []
        for turn in range(self.size):
            levels = self.built(self.held.union(self.pile[:turn]))
            if self.plays_from_pile(turn) and self.is_next(self.pile[turn], levels):
                levels = self.grown(levels, self.pile[turn])
            self.reached.append(levels)
        self.known_in_time: dict[tuple[Levels, int], bool] = {}
        # The cards that come on a turn or later, and not too late. One that is the last card of the
        # pile is in time only if nothing is built on it, because it is played on the last turn of
        # the game; or if there is no last round; or if it may be played from the pile.
        last = self.size - 1
        any_time = table.bouquet or table.deck_plays
        in_time = [
            {card} if any_time or turn < last or card[1] == goal[card[0]] else set[Card]()
            for turn, card in enumerate(self.pile)
        ]
        self.coming = [set[Card]().union(*in_time[turn:]) for turn in range(self.size)]
        self.places = sum(map(len, table.hands))  # in all hands, as long as cards are drawn

    def needs(self, card: Card) -> bool:
        """Whether the goal needs the card."""
        return self.table.levels[card[0]] < card[1] <= self.goal[card[0]]

    def is_next(self, card: Card, levels: Levels) -> bool:
        """Whether the card fits on these fireworks, and the goal needs it."""
        return card[1] == levels[card[0]] + 1 and self.needs(card)

    def grown(self, levels: Levels, card: Card) -> Levels:
        """The fireworks with this card on top."""
        return (*levels[: card[0]], card[1], *levels[card[0] + 1 :])

    def built(self, cards: set[Card]) -> Levels:
        """The fireworks with all that can be built from these cards."""
        levels = list(self.table.levels)
        for suit, most in enumerate(self.goal):
            while levels[suit] < most and (suit, levels[suit] + 1) in cards:
                levels[suit] += 1
        return tuple(levels)

    def plays_from_pile(self, turn: int) -> bool:
        """Whether this turn may play the last card of the pile from there."""
        return self.table.deck_plays and turn == self.size - 1

    def in_time(self, levels: Levels, turn: int) -> bool:
        """Whether so much can be on the fireworks when this turn is over.

        Each card above what an earlier turn can have reached takes a turn of its own after that.
        """
        known = self.known_in_time.get((levels, turn))
        if known is None:
            marks = [(-1, self.table.levels), *enumerate(self.reached[: turn + 1])]
            known = all(
                sum(max(0, n - m) for n, m in zip(levels, reached, strict=True)) <= turn - earlier
                for earlier, reached in marks
            )
            self.known_in_time[levels, turn] = known
        return known

    def check(self, reason: dict[str, Any]) -> None:
        """Check one reason against this goal."""
        witness = {key: value for key, value in reason.items() if key != "kind"}
        kind, keys = reason.get("kind"), " ".join(sorted(witness))
        if self.table.bouquet and kind != "hand-size":
            raise Fault("without a last round only hands can be too small")
        if (kind, keys) == ("bottom-deck", "card"):
            self.bottom_deck(self.table.card(witness["card"]))
        elif (kind, keys) == ("out-of-pace", "place"):
            self.out_of_pace(whole(witness["place"], 0, self.size))
        elif (kind, keys) == ("hand-size", "cards place"):
            cards = self.table.cards(witness["cards"])
            self.must_hold(set(cards), whole(witness["place"], 1, self.size) - 1)
        elif (kind, keys) == ("hand-size", "shared") and truth(witness["shared"]):
            self.one_hand()
        elif kind in ("final-round", "tokens") and keys == "draws":
            self.ending(whole(witness["draws"], 0, self.size), clues_count=kind == "tokens")
        else:
            raise Fault(f"unknown reason {kind!r} with {keys}")

    def bottom_deck(self, card: Card) -> None:
        """The last card of the pile is the only one of its kind, and the goal builds on it.

        Whoever draws it has the last turn of the game. It is played on that turn or never, and what
        comes on top of it never. (Not if it may be played from the pile: that is a turn earlier.)
        """
        if not self.size or self.pile[-1] != card or self.table.deck_plays:
            raise Fault("it is not the last card of the pile, or may be played from there")
        if not self.needs(card) or card[1] == self.goal[card[0]]:
            raise Fault("the goal builds nothing on the last card")
        if card in self.held or card in self.pile[:-1]:
            raise Fault("there is another copy of the last card")

    def out_of_pace(self, place: int) -> None:
        """After the card at this place too few turns are left. (Place 0: now.)

        When the turn that draws it is over, at most so much is on the fireworks. Each turn after it
        that draws plays one card at best, and so does each turn of the last round.
        """
        reached = self.reached[place - 1] if place else self.table.levels
        if sum(self.goal) - sum(reached) <= self.table.turns - place:
            raise Fault("there are turns enough")

    def must_hold(self, cards: set[Card], turn: int) -> None:
        """When a card is drawn, these must all be in the hands, which have no room for them.

        Each of them was seen; it is needed and cannot have been played yet; and no copy of it comes
        in time. So it is in a hand or lost. Whoever draws has just put a card away, so that the
        hands hold one card less than now.
        """
        if self.plays_from_pile(turn):
            raise Fault("the last card may be played from the pile, and nobody draws then")
        for card in cards:
            if not self.needs(card) or card[1] <= self.reached[turn][card[0]]:
                raise Fault("one of the cards is not needed, or may have been played")
            if card not in self.held and card not in self.pile[:turn]:
                raise Fault("one of the cards was not seen yet")
            if card in self.coming[turn]:
                raise Fault("one of the cards comes again")
        if len(cards) < self.places:
            raise Fault("the hands have room for them")

    def one_hand(self) -> None:
        """Even one player who holds all hands, gives clues for free and has no strikes fails.

        What a team does, this player can do in the same order: each turn that draws puts a card
        away or plays it, and the last round has one play for each player.

        Such a player loses nothing by playing whatever fits at once. A line that puts away x now
        and plays c later is copied by playing c now, keeping x in its place, and putting x away
        when the line plays c. (In which order cards are played that fit does not matter: the
        others still fit on the next turns.) By the same exchange a card that is not needed, or
        held twice, is put away before any other. So there is a choice only if all cards in hand
        are different, needed and do not fit; and to put one away that does not come again loses.
        """
        if self.one_hand_wins(0, self.table.levels, frozenset(self.held), set()):
            raise Fault("one player with all hands can do it")

    def one_hand_wins(
        self, turn: int, levels: Levels, held: frozenset[Card], failed: set[object]
    ) -> bool:
        """Whether that player reaches the goal; `held` are the different cards that are needed."""
        missing = sum(self.goal) - sum(levels)
        if not self.table.bouquet and missing > self.table.turns - turn:
            return False
        if turn == self.size:  # nothing more is drawn: all must be there
            return len(held) == missing
        if (turn, levels, held) in failed:
            return False
        self.count_state()
        fitting = [card for card in held if self.is_next(card, levels)]
        # Where the last card is played from the pile, no card leaves the hand. That is best if it
        # fits and nothing else does. If something else does, it can as well be drawn and played
        # later; and if nothing fits, nothing ever will.
        from_pile = self.plays_from_pile(turn) and self.is_next(self.pile[turn], levels)
        if from_pile and not fitting:
            fitting = [self.pile[turn]]
        if fitting:
            levels = self.grown(levels, min(fitting))
            choices = [held - {min(fitting)}]
        elif len(held) < self.places:
            choices = [held]
        else:
            choices = [held - {card} for card in held & self.coming[turn]]
        drawn = self.pile[turn]
        new = {drawn} if self.needs(drawn) and drawn[1] > levels[drawn[0]] else set()
        if any(self.one_hand_wins(turn + 1, levels, left | new, failed) for left in choices):
            return True
        failed.add((turn, levels, held))
        return False

    def count_state(self) -> None:
        """Give up where a search becomes too long to be a short reason."""
        self.states += 1
        if self.states > MOST_STATES:
            raise Fault(f"more than {MOST_STATES:,} states: not a short reason")

    def ending(self, draws: int, clues_count: bool) -> None:
        """The last round and the last draws before it do not fit, in whatever order of turns.

        The game is taken back from its end, turn by turn: each takes the top card off a firework,
        or none. Whoever played it must have had it: in the hand now, or drawn in the ending before
        that turn, or drawn before the ending (anybody may have done that). What is on the fireworks
        must always have been possible in time. When the ending begins, everything else may be as it
        likes to be; if it begins now, it is as on the table.

        Where clues count, the players between two who draw give clues. A turn that plays nothing
        brings a token at best, a play only if it completes a firework. So it is known how many
        tokens must have been there before each turn: never more than the rules have. With
        announcing every play may bring a token, and clues cannot be counted.
        """
        if clues_count and self.table.announce:
            raise Fault("with announcing, tokens prove nothing")
        search = Ending(self, draws, clues_count)
        last_turn = self.table.turns - 1
        if self.size:
            unknown = (-1,) * (max(draws, 1) - 1)
            for last in range(self.table.players):  # whoever draws the last card
                if search.fits(last_turn, last + 1, self.goal, (*unknown, last), 0):
                    raise Fault("the ending can be played")
        elif search.fits(last_turn, self.table.to_move + self.table.turns, self.goal, (), 0):
            raise Fault("the last round can be played")


class Ending:
    """The game taken back; see `Goal.ending`."""

    def __init__(self, goal: Goal, draws: int, clues_count: bool) -> None:
        """Look at so many draws and the last round."""
        self.goal, self.table, self.clues_count = goal, goal.table, clues_count
        self.start = goal.size - draws
        # Who drew the cards from here on is kept in mind; the last one is always its drawer's.
        self.first = min(self.start, max(goal.size - 1, 0))
        self.anybodys = set(goal.pile[: self.first])
        self.failed: dict[object, int] = {}

    def fits(self, turn: int, after: int, levels: Levels, owners: Levels, need: int) -> bool:
        """Whether all turns up to this one can be filled.

        When it is over, `levels` are on the fireworks, it is the turn of player `after` as soon as
        enough clues are given, and `need` tokens must be there then. `owners` says who must have
        drawn which card of the ending (-1: not known).
        """
        goal, table = self.goal, self.table
        if not goal.in_time(levels, turn):
            return False
        if turn < self.start:
            clues = (after - table.to_move) % table.players
            return self.start > 0 or not self.clues_count or need + clues <= table.tokens
        # Who comes next matters only for the clues before, and in the last round.
        matters = self.clues_count or turn >= goal.size
        key = (turn, after % table.players if matters else None, levels, owners)
        if self.failed.get(key, need + 1) <= need:
            return False
        goal.count_state()
        actors = [(after - 1) % table.players]
        if turn < goal.size:  # it draws this card, and clues may come after it
            owner = owners[turn - self.first]
            actors = [owner] if owner >= 0 else list(range(table.players))
            owners = owners[: turn - self.first]
        for actor in actors:
            clues = (after - actor - 1) % table.players if self.clues_count else 0
            if need + clues > table.most_tokens:
                continue
            less = max(need + clues - 1, 0)
            if self.fits(turn - 1, actor, levels, owners, less):  # it played nothing
                return True
            for suit, level in enumerate(levels):
                if level > table.levels[suit]:
                    lower = goal.grown(levels, (suit, level - 1))
                    left = less if level == goal.goal[suit] else need + clues
                    for known in self.ways_to_have((suit, level), turn, actor, owners):
                        if self.fits(turn - 1, actor, lower, known, left):
                            return True
        self.failed[key] = need
        return False

    def ways_to_have(self, card: Card, turn: int, actor: int, owners: Levels) -> list[Levels]:
        """How the player can have the card on that turn: who must have drawn what."""
        goal = self.goal
        from_pile = goal.plays_from_pile(turn) and goal.pile[turn] == card
        if from_pile or card in goal.hands[actor] or card in self.anybodys:
            return [owners]
        return [
            (*owners[:place], actor, *owners[place + 1 :])
            for place, owner in enumerate(owners)
            if goal.pile[self.first + place] == card and owner in (-1, actor)
        ]


# Reading without trust


def fields(data: object, name: str, names: str) -> dict[str, Any]:
    """The object of this name, which has exactly these fields."""
    found = data.get(name) if isinstance(data, dict) else None
    if not isinstance(found, dict) or set(found) != set(names.split()):
        raise Fault(f"{name} must be an object with {names}")
    return found


def listed(value: object, least: int = 0, most: int = 400) -> list[Any]:
    """A list with so many entries."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Fault(f"a list of {least} to {most} entries is missing")
    return value


def whole(value: object, least: int, most: int) -> int:
    """A whole number in these bounds."""
    if type(value) is not int or not least <= value <= most:
        raise Fault(f"{value!r} is not a whole number from {least} to {most}")
    return value


def truth(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Fault(f"{value!r} is neither true nor false")
    return value


def check(data: object) -> list[str]:
    """All faults of a certificate; none if its score cannot be reached."""
    try:
        if not isinstance(data, dict) or set(data) != {"rules", "position", "score", "cases"}:
            raise Fault("a certificate has rules, position, score and cases")
        table = Table(data)
        score = whole(data["score"], table.perfect if table.bouquet else 1, table.perfect)
        goals = table.goals(score)
        cases = [
            fields({"case": case}, "case", "goal reason") for case in listed(data["cases"], 0, 1000)
        ]
        reasons = {tuple(listed(case["goal"])): case["reason"] for case in cases}
    except (Fault, TypeError, ValueError) as fault:
        return [str(fault)]
    faults = []
    for goal in goals:
        try:
            if not isinstance(reasons.get(goal), dict):
                raise Fault("no reason is given")
            Goal(table, goal).check(reasons[goal])
        except Fault as fault:
            faults.append(f"fireworks of {list(goal)} cards: {fault}")
    return faults


def main() -> int:
    """Check the file that is named."""
    if len(sys.argv) != 2:
        print("name one file: python check_certificate.py certificate.json", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            data = json.load(file)
    except OSError as error:
        print(f"{sys.argv[1]}: cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    except (ValueError, RecursionError) as error:
        print(f"{sys.argv[1]}: is not JSON: {error}", file=sys.stderr)
        return 2
    faults = check(data)
    print("\n".join(faults) or f"It holds: {data['score']} points cannot be reached.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
