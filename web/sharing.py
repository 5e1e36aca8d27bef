"""The same position elsewhere: on hanab.live, or with other cards to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random, SystemRandom

from cli.inputs.showing import link_at
from solver.errors import InputError
from solver.game.deals import Deal
from solver.game.position import Position
from solver.notation.lines import Replay
from solver.reader import Brought
from web.opening import Opened
from web.shortest import Opening, shortest


def link_json(opened: Opened, path: Sequence[str]) -> dict[str, str]:
    """A link that opens the board at the end of a path on hanab.live."""
    game = opened.game
    if game is None:
        raise InputError(
            "hanab.live shows games from their deal on, and this position comes from none"
        )
    _, actions = opened.follow(path)
    same = 0
    while same < min(len(actions), len(game.actions)) and actions[same] == game.actions[same]:
        same += 1
    said = game.clues[:same]  # what was really said, as far as the path goes along
    return {"link": link_at(game.deal, actions, game.start_player, len(actions) + 1, said)}


def shuffled(opened: Opened, random: Random | None = None) -> Opening:
    """The same table with the unseen cards in an order that is known from then on.

    Unseen are the pile and the cards that the player to move does not know. A line that came along
    is left out.
    """
    start, game = opened.start, opened.game
    unseen = [*start.draws, *opened.hidden]
    order = unseen.copy()
    (random or SystemRandom()).shuffle(order)
    deck = list(start.deck)
    for place, card in zip(unseen, order, strict=True):
        deck[place] = start.deck[card]
    if game is None:
        opening = shortest(Brought(replace(start, deck=tuple(deck)), "table"), None)
    else:
        deal = Deal(game.deal.rules, game.deal.players, tuple(deck), None, start.tiles, start.tile5)
        first = replace(Position.start(deal), to_move=start.to_move)
        fresh = replace(
            game, deal=deal, replay=Replay(first, (), None), seed=None, turn=None, clues=(),
            terminated=False,
        )  # fmt: skip
        opening = shortest(Brought(first, "table", deal), fresh)
    return opening | {key: opened.opening[key] for key in ("names",) if key in opened.opening}
