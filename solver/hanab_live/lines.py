"""A line of play as hanab.live can show it: by its rules, with real clues, up to its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from solver.errors import InputError, counted
from solver.game.actions import Action
from solver.game.compositions import variant_id, variant_name
from solver.game.deals import Deal
from solver.game.position import Position
from solver.game.rules import Rules
from solver.hanab_live.variants import NOT_TOUCHED_BY_VALUES
from solver.notation.actions import VALUE_CLUE, Clue, action_to_json

NO_TILES = "links and game files of hanab.live cannot carry bonus tiles (flamboyants)"
SITE_TOKENS, SITE_STRIKES = 8, 3


def site_variant(rules: Rules) -> int:
    """The number of the variant that has these suits; an error if the site has none.

    Nor has it bonus tiles, with which a deal is another game than without.
    """
    if rules.tiles:
        raise InputError(NO_TILES)
    number = variant_id(rules)
    if number is None:
        raise InputError(
            f"hanab.live has no variant with the suits of {rules}: the game cannot be shown there"
        )
    return number


def site_options(deal: Deal, start_player: int) -> dict[str, Any]:
    """The options with which the site plays the deal: what a game file has and a link has not."""
    usual = replace(deal.rules, hand_size=None).hand_size_for(deal.players)
    extra = deal.hand_size - usual
    if extra not in (-1, 0, 1):
        raise InputError(
            f"hanab.live deals {counted(usual, 'card')} to each of {deal.players} players, or one "
            f"more or less, not {deal.hand_size}"
        )
    options: dict[str, Any] = {"variant": variant_name(site_variant(deal.rules))}
    if start_player:
        options["startingPlayer"] = start_player
    if extra:
        options["oneExtraCard" if extra == 1 else "oneLessCard"] = True
    if deal.rules.is_bouquet_final:
        options["allOrNothing"] = True
    if deal.rules.deck_plays:
        options["deckPlays"] = True
    return options


def left_behind(rules: Rules, *, in_link: bool) -> list[str]:
    """What the site does not play as these rules have it, in words for a note."""
    words = []
    if rules.tokens != SITE_TOKENS:
        words.append(f"{counted(rules.tokens, 'token')} (there {SITE_TOKENS})")
    if rules.strikes != SITE_STRIKES:
        words.append(f"the game lost with strike {rules.strikes} (there {SITE_STRIKES})")
    if rules.announce:
        words.append("announced plays")
    if in_link and rules.is_bouquet_final:
        words.append("Bouquet final (a link has no options; a game file has)")
    if in_link and rules.deck_plays:
        words.append("plays from the pile (a link has no options; a game file has)")
    return words


def nothing_can_be_played(position: Position) -> bool:
    """Whether no card will ever be played again: the site ends the game there.

    Before the last round that is the case when the score is all that the cards allow: a firework
    can grow as long as a copy of its next card is in a hand or in the pile, and if none is,
    nothing after it fits either. In the last round nobody draws, and only a play makes another
    card fit, so somebody who has a turn left must hold a card that fits now.
    """
    if position.turns_left is None:
        return position.reachable_levels() == list(position.levels)
    turns = range(position.to_move, position.to_move + position.turns_left)
    return not any(
        position.is_playable(order)
        for player in turns
        for order in position.hands[player % position.players]
    )


def site_line(
    deal: Deal,
    line: Iterable[Action],
    start_player: int = 0,
    clues: Sequence[Clue | None] = (),
    *,
    with_options: bool,
) -> Iterator[dict[str, Any]]:
    """The actions in the site's form, up to where it ends the game.

    The line is played by the site's rules, which without options are those of the plain game: a
    move that they do not allow is an error, because the site would not show what follows. `clues`
    are those that were really given, by turn; where there is none, one is made up.
    """
    position = replace(Position.start(_site_deal(deal, with_options)), to_move=start_player)
    ends_sooner = position.rules.ending != deal.rules.ending
    for turn, action in enumerate(line, 1):
        there = action._replace(announce=False)
        fault = position.fault(there)
        if nothing_can_be_played(position):
            if not ends_sooner or nothing_can_be_played(replace(position, turns_left=None)):
                return
            fault = "nothing can be played in the last round"
        if fault is not None:
            differences = ", ".join(left_behind(deal.rules, in_link=not with_options))
            raise InputError(
                f"the line cannot be shown on hanab.live: turn {turn}: {fault}"
                + (f"; the site does not have: {differences}" if differences else "")
            )
        if there.kind == "clue":
            said = clues[turn - 1] if turn <= len(clues) else None
            yield _clue(position, turn) if said is None else said.to_json()
        else:
            yield action_to_json(position, there)
        position = position.push(there)


def _site_deal(deal: Deal, with_options: bool) -> Deal:
    ending = deal.rules.ending if with_options else "last-round"
    deck_plays = deal.rules.deck_plays and with_options
    rules = replace(
        deal.rules,
        tokens=SITE_TOKENS,
        strikes=SITE_STRIKES,
        announce=False,
        ending=ending,
        deck_plays=deck_plays,
        names=(),
    )
    return Deal(rules, deal.players, deal.deck)


def _clue(position: Position, turn: int) -> dict[str, Any]:
    """A value clue that touches a card: the newest that one touches, of the next who holds any."""
    for step in range(1, position.players):
        target = (position.to_move + step) % position.players
        for card in map(position.card, reversed(position.hands[target])):
            if card.suit not in NOT_TOUCHED_BY_VALUES:
                return {"type": VALUE_CLUE, "target": target, "value": card.value}
    raise InputError(
        f"the line cannot be shown on hanab.live: turn {turn}: no value clue touches a card of a "
        "teammate there"
    )
