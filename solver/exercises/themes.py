"""What an exercise teaches: each theme is one function with its condition, and a short lesson."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from solver.analysis.plausible import fits
from solver.errors import InputError, counted, nearest
from solver.exercises.simple import Move, level, missing
from solver.game.actions import Action
from solver.game.position import Position
from solver.game.rules import Rules

# With the pile face down, or with a known pile.
ExerciseKind = Literal["judgement", "puzzle"]
Theme = Literal[
    "misplay-on-purpose",
    "give-up-a-card",
    "last-round-order",
    "who-draws-last",
    "keep-the-five",
    "earn-a-token",
    "save-a-token",
    "discard-to-draw",
    "longer-suit-first",
    "open-the-way",
    "late-card",
    "stall",
    "which-card-first",
]


@dataclass(frozen=True)
class Study:
    """A position with its answer, and a way to value others.

    `solution` is the move that is best, `tempting` are the wrong ones that look right, what a
    simple player does first. `value` is the best score of a position, or its chance. `is_late_card`
    says whether the answer wins unless a card comes too late.
    """

    position: Position
    solution: Move
    tempting: tuple[Move, ...]
    best: Fraction | int
    value: Callable[[Position], Fraction | int]
    is_late_card: bool

    @property
    def action(self) -> Action:
        """The answer."""
        return self.solution.action

    @property
    def other_plays(self) -> list[Move]:
        """The tempting plays that fit."""
        return [move for move in self.tempting if fits(self.position, move.action)]

    @property
    def is_play(self) -> bool:
        """Whether the answer is a play that fits."""
        return fits(self.position, self.action)


def misplays_on_purpose(study: Study) -> bool:
    """The answer is a card that does not fit: a strike is the price of a draw."""
    return study.action.kind == "play" and not study.is_play


def gives_up_a_card(study: Study) -> bool:
    """The answer discards a card that is still needed, or not all needed cards can be played.

    There are too few turns for all of them, so that one has to be left out.
    """
    position = study.position
    if study.action.kind == "discard" and not study.solution.is_trash:
        return True
    return (position.pace or 0) < 0 and position.rules.score(
        position.reachable_levels()
    ) > position.rules.perfect_score + (position.pace or 0)


def orders_the_last_round(study: Study) -> bool:
    """The last round has begun, and the question is which card to play."""
    return study.position.turns_left is not None and study.is_play


def chooses_who_draws_last(study: Study) -> bool:
    """One card is left, and either the answer or the simple move draws it, not both."""
    simple = study.tempting[0].action
    return (
        len(study.position.draws) == 1
        and not study.position.rules.is_bouquet_final
        and (study.action.kind == "clue") != (simple.kind == "clue")
    )


def keeps_the_five(study: Study) -> bool:
    """A card that completes its firework fits, and to play it now is wrong."""
    position = study.position
    return any(
        move.action.card is not None and missing(position, move.action.card) == 1
        for move in study.other_plays
    )


def earns_a_token(study: Study) -> bool:
    """No token is there, and the answer is a discard although a card fits."""
    return study.action.kind == "discard" and study.position.tokens == 0 and bool(study.other_plays)


def saves_a_token(study: Study) -> bool:
    """A clue is wrong only because it takes a token: with one more it would do."""
    position = study.position
    if study.action.kind == "clue" or not any(m.action.kind == "clue" for m in study.tempting):
        return False
    richer = replace(position, tokens=position.tokens + 1)
    return study.value(richer.push(Action("clue"))) >= study.best


def discards_to_draw(study: Study) -> bool:
    """The answer discards trash, although a clue or a play would be possible."""
    return study.action.kind == "discard"


def prefers_the_longer_suit(study: Study) -> bool:
    """The answer plays on a firework that needs more cards than that of another card that fits."""
    position, card = study.position, study.action.card
    return (
        study.is_play
        and card is not None
        and any(
            move.action.card is not None
            and missing(position, move.action.card) < missing(position, card)
            for move in study.other_plays
        )
    )


def opens_the_way(study: Study) -> bool:
    """The answer plays a card that a teammate waits for, and the other card that fits is none."""
    position, card = study.position, study.action.card
    return (
        study.is_play
        and card is not None
        and _is_awaited(position, card)
        and any(
            move.action.card is not None and not _is_awaited(position, move.action.card)
            for move in study.other_plays
        )
    )


def _is_awaited(position: Position, order: int) -> bool:
    """Whether a teammate has the next card of the firework."""
    suit = position.card(order).suit
    return any(
        position.card(other).suit == suit and level(position, other) == level(position, order) + 1
        for player, hand in enumerate(position.hands)
        if player != position.to_move
        for other in hand
    )


def waits_for_a_late_card(study: Study) -> bool:
    """The answer wins unless a card of the pile comes too late, and the others lose more often."""
    return study.is_late_card


def stalls(study: Study) -> bool:
    """The answer is a clue: the turn passes to a teammate and the pile stays as it is."""
    return study.action.kind == "clue"


def chooses_a_card(study: Study) -> bool:
    """The answer is a play, and another card that fits is wrong."""
    return study.is_play and bool(study.other_plays)


@dataclass(frozen=True)
class Lesson:
    """A theme: its condition, its name in words, and what it teaches."""

    holds: Callable[[Study], bool]
    title: str
    lesson: str


# The most particular first: an exercise has the first theme whose condition holds.
LESSONS: dict[Theme, Lesson] = {
    "misplay-on-purpose": Lesson(
        misplays_on_purpose,
        "misplay on purpose",
        "With all tokens there nobody can discard. A strike can be a fair price for a card.",
    ),
    "last-round-order": Lesson(
        orders_the_last_round,
        "order of the last round",
        "Everybody has one turn left. Play what somebody after you builds on, or what nobody "
        "after you can play.",
    ),
    "who-draws-last": Lesson(
        chooses_who_draws_last,
        "who draws the last card",
        "Whoever draws the last card has the last turn of the game. "
        "Ask who should have it before you touch the pile.",
    ),
    "keep-the-five": Lesson(
        keeps_the_five,
        "keep the five",
        "A five can wait: nothing is built on it. Its holder needs one turn at the end, "
        "and the turn now may be worth more.",
    ),
    "earn-a-token": Lesson(
        earns_a_token,
        "earn a token first",
        "Without a token everybody must play or discard. One discard now lets somebody wait later.",
    ),
    "save-a-token": Lesson(
        saves_a_token,
        "save the token",
        "Count the clues that the last turns will need before you give one away.",
    ),
    "discard-to-draw": Lesson(
        discards_to_draw,
        "discard to draw",
        "Cards in the pile do not help. If a card that others wait for may lie there, draw.",
    ),
    "longer-suit-first": Lesson(
        prefers_the_longer_suit,
        "the longer suit first",
        "The firework that needs the most cards needs the most turns: begin there.",
    ),
    "open-the-way": Lesson(
        opens_the_way,
        "open the way for a teammate",
        "Play the card that a teammate can build on: then that turn counts, too.",
    ),
    "late-card": Lesson(
        waits_for_a_late_card,
        "guard against the late card",
        "A card that others wait for may lie at the bottom of the pile. "
        "Choose the move that loses only if it comes last.",
    ),
    "give-up-a-card": Lesson(
        gives_up_a_card,
        "give up a card",
        "If there are too few turns for all cards, one has to stay unplayed. Choose the move "
        "that leaves enough turns for all others.",
    ),
    "stall": Lesson(
        stalls,
        "stall so that a teammate draws",
        "A clue passes the turn and leaves the pile alone. Give it when your own move would "
        "take a card, or a turn, from somebody who needs it more.",
    ),
    "which-card-first": Lesson(
        chooses_a_card,
        "which card first",
        "Two cards fit, but only one of them leaves enough turns for the rest. See who can go "
        "on from which, and who else could play it.",
    ),
}


def find_themes(study: Study) -> tuple[Theme, ...]:
    """All themes whose condition holds; the first one is the exercise's own."""
    return tuple(name for name, lesson in LESSONS.items() if lesson.holds(study))


# Those that are found soon in games as people play them. To misplay on purpose is right once in
# thousands of games.
OFFERED: tuple[Theme, ...] = tuple(name for name in LESSONS if name != "misplay-on-purpose")


def check_theme(name: str, rules: Rules, pile: int | None, kind: ExerciseKind) -> Theme:
    """The theme of this name, if it can come up with so many cards in the pile, or any number."""
    theme = next((one for one in OFFERED if one == name), None)
    if theme is None:
        raise InputError(f"the themes are {', '.join(OFFERED)}{nearest(name, OFFERED)}")
    needed = {"last-round-order": 0, "who-draws-last": 1}.get(theme)
    if needed is not None and pile not in (None, needed):
        raise InputError(f"only with a pile of {counted(needed, 'card')}")
    if needed is not None and rules.is_bouquet_final:
        raise InputError("Bouquet final has no last round")
    if theme == "late-card" and (kind == "puzzle" or rules.is_bouquet_final or pile in (0, 1)):
        raise InputError("only where a pile of 2 cards or more lies face down")
    return theme
