"""The rules as slow, obvious Python: the referee that every line of play must satisfy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor

from solver.errors import ActionError, counted, of_kind, whole
from solver.game.actions import Action, Choice, Outcome, Termination
from solver.game.cards import Card, cards_text
from solver.game.deals import PLAYER_NAMES, Deal, unshuffled
from solver.game.faults import Fault, faults
from solver.game.rules import Rules
from solver.game.tiles import TAKING


@dataclass(frozen=True)
class Position:
    """Everything there is to know between two turns.

    Cards are named by their order, their index in the deck. `draws` are those of the draw pile,
    and `levels` counts the cards of each firework, in the order of the suits. `turns_left` is
    None before the last round, and always in Bouquet final. `tiles` are the bonus tiles that are
    still to be turned, and `tile5` says where tile 5 puts a card.

    >>> position = Position.start(Deal.from_seed(42, players=3))
    >>> position = position.push(Action("play", 0))
    >>> print(position)
    Bob to move, 8 tokens, 0 strikes, score 1
    fireworks  r- y- g- b- p1
    Alice      r1 y5 y2 p5 g4
    Bob        b2 b3 y1 p4 y2 <
    Cathy      p3 r4 p1 b2 y4
    pile       34 cards, y3 next
    discards   none
    """

    rules: Rules
    players: int
    deck: tuple[Card, ...]
    hands: tuple[tuple[int, ...], ...]  # the oldest card first
    draws: tuple[int, ...]  # the next card first
    levels: tuple[int, ...]
    tokens: int
    strikes: int
    to_move: int
    turns_left: int | None
    discards: tuple[int, ...]  # the first one first
    tiles: tuple[int, ...] = ()  # the next one first
    tile5: float | None = None

    @classmethod
    def start(cls, deal: Deal) -> Position:
        """The position in which player 0 has the first turn.

        Decided: where the hands take the whole deck, the last round begins at once, and every
        player has one turn.
        """
        of_kind(deal, Deal, "the deal")
        size, players = deal.hand_size, deal.players
        last_round = not deal.rules.is_bouquet_final and not deal.pile
        return cls(
            rules=deal.rules,
            players=players,
            deck=deal.deck,
            hands=tuple(tuple(range(p * size, (p + 1) * size)) for p in range(players)),
            draws=tuple(range(players * size, len(deal.deck))),
            levels=(0,) * len(deal.rules.suits),
            tokens=deal.rules.tokens,
            strikes=0,
            to_move=0,
            turns_left=players if last_round else None,
            discards=(),
            tiles=deal.tiles,
            tile5=deal.tile5,
        )

    @classmethod
    def from_parts(
        cls,
        rules: Rules,
        hands: Sequence[Sequence[Card]],
        pile: Sequence[Card],
        levels: Sequence[int],
        *,
        tokens: int,
        strikes: int = 0,
        to_move: int = 0,
        turns_left: int | None = None,
        tiles: Sequence[int] = (),
        tile5: float | None = None,
    ) -> Position:
        """The position in which this lies on the table; the oldest card of a hand comes first.

        The discard pile is what is missing from the full set. The deck is made to fit: what is
        gone, then the hands, then the pile. `status` tells whether such a position can arise.
        """
        played = [
            Card(suit.letter, suit.value_at(place))
            for suit, level in zip(rules.suits, levels, strict=True)
            for place in range(1, min(level, suit.size) + 1)
        ]
        there = Counter([*played, *(card for hand in hands for card in hand), *pile])
        missing = list((Counter(unshuffled(rules)) - there).elements())
        deck, orders = [*played, *missing], []
        for hand in hands:
            orders.append(tuple(range(len(deck), len(deck) + len(hand))))
            deck += hand
        return cls(
            rules=rules,
            players=len(hands),
            deck=(*deck, *pile),
            hands=tuple(orders),
            draws=tuple(range(len(deck), len(deck) + len(pile))),
            levels=tuple(levels),
            tokens=tokens,
            strikes=strikes,
            to_move=to_move,
            turns_left=turns_left,
            discards=tuple(range(len(played), len(played) + len(missing))),
            tiles=tuple(tiles),
            tile5=tile5,
        )

    def status(self) -> list[Fault]:
        """All faults of the position at once; none if it can arise.

        Who began is not asked: any player may be the one to move.

        >>> rules = Rules.named("base")
        >>> hands = [[Card("r", 5)] * 5, [Card("g", 1)] * 4]
        >>> position = Position.from_parts(rules, hands, [], (0, 6, 0, 0, 0), tokens=9)
        >>> [fault.kind for fault in position.status()]
        ['firework', 'copies', 'copies', 'tokens', 'turns-left']
        """
        return list(faults(self))

    # What is on the table

    @property
    def pile(self) -> tuple[Card, ...]:
        """The draw pile, the next card to be drawn first."""
        return tuple(map(self.card, self.draws))

    @property
    def score(self) -> int:
        """What the fireworks are worth now, whatever the strikes."""
        return self.rules.score(self.levels)

    @property
    def pace(self) -> int | None:
        """How many more turns that draw a card may pass without a firework growing.

        Below 0, the perfect score is out of reach. It counts the cards that all fireworks
        need, and so the black ones too, which do not score. Each of the bonus tiles 5 and 6 that
        may still be turned saves a turn. None in Bouquet final, where no last turn presses.
        """
        if self.rules.is_bouquet_final:
            return None
        missing = sum(suit.size for suit in self.rules.suits) - sum(self.levels)
        missing -= len(self.taking_tiles())
        if self.turns_left is not None:
            return self.turns_left - missing
        return len(self.draws) + self.players - missing

    def card(self, order: int) -> Card:
        """The card of this order."""
        return self.deck[order]

    def slot(self, order: int) -> int:
        """The place of a card in its holder's hand; slot 1 is the newest card."""
        for hand in self.hands:
            if order in hand:
                return len(hand) - hand.index(order)
        raise ActionError(f"the card of order {order} is in nobody's hand")

    def place(self, order: int) -> str:
        """Where a card lies that is played or discarded, in words: "slot 2" or "the pile"."""
        return "the pile" if order == self.pile_card else f"slot {self.slot(order)}"

    @cached_property
    def alive(self) -> frozenset[Card]:
        """The cards of which a copy is in a hand or in the pile."""
        held = (self.deck[order] for hand in self.hands for order in hand)
        return frozenset(self.pile).union(held)

    def reachable_levels(self) -> list[int]:
        """How far each firework can get with the cards that are alive."""
        levels = list(self.levels)
        for index, suit in enumerate(self.rules.suits):
            while (
                levels[index] < suit.size
                and Card(suit.letter, suit.value_at(levels[index] + 1)) in self.alive
            ):
                levels[index] += 1
        return levels

    def is_useful(self, order: int) -> bool:
        """Whether the card may still be played: it is not trash.

        Its firework has not got it yet, and of no card that comes before it the last copy is gone;
        as long as bonus tile 5 or 6 may be turned, no card is gone for good.
        """
        card = self.deck[order]
        index = self.rules.suit_index(card.suit)
        suit = self.rules.suits[index]
        before = range(self.levels[index] + 1, suit.level_of(card.value) + 1)
        alive = self.alive
        if self.taking_tiles():
            alive = alive.union(map(self.card, self.discards))
        return bool(before) and all(
            Card(card.suit, suit.value_at(place)) in alive for place in before
        )

    def is_playable(self, order: int) -> bool:
        """Whether the card is the next one of its firework."""
        card = self.deck[order]
        index = self.rules.suit_index(card.suit)
        return self.rules.suits[index].level_of(card.value) == self.levels[index] + 1

    @property
    def pile_card(self) -> int | None:
        """The card that may be played from the pile: the last one, where the rules have that."""
        may = self.rules.deck_plays and len(self.draws) == 1 and self.turns_left is None
        return self.draws[0] if may else None

    def turnable_tiles(self) -> tuple[int, ...]:
        """The tiles that may still be turned and do something: one for each missing 5.

        Where every firework ends with a 5, the last of them ends the game.
        """
        suits = list(zip(self.rules.suits, self.levels, strict=True))
        fives = sum(suit.ends_with_five and level < suit.size for suit, level in suits)
        if all(suit.ends_with_five for suit in self.rules.suits):
            fives -= 1
        return self.tiles[: max(0, fives)]

    def taking_tiles(self) -> frozenset[int]:
        """Of these, those that take a card from the discard pile."""
        return TAKING.intersection(self.turnable_tiles())

    # The end of the game

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._outcome

    @cached_property
    def _outcome(self) -> Outcome | None:
        rules = self.rules
        bouquet = rules.is_bouquet_final
        if self.strikes >= rules.strikes:
            return Outcome(Termination.STRIKES, None if bouquet else 0)
        if all(level == suit.size for level, suit in zip(self.levels, rules.suits, strict=True)):
            return Outcome(Termination.PERFECT, rules.perfect_score)
        if not bouquet:
            return Outcome(Termination.LAST_ROUND, self.score) if self.turns_left == 0 else None
        if self._lacks_indispensable():
            return Outcome(Termination.INDISPENSABLE, None)
        if not self.hands[self.to_move] and not self._may_clue():
            return Outcome(Termination.STUCK, None)
        return None

    def _lacks_indispensable(self) -> bool:
        """Whether the discard pile holds the last copy of a card that a firework still needs."""
        return any(
            card not in self.alive and self._is_needed(card)
            for card in map(self.deck.__getitem__, self.discards)
        )

    def _is_needed(self, card: Card) -> bool:
        index = self.rules.suit_index(card.suit)
        return self.rules.suits[index].level_of(card.value) > self.levels[index]

    # Moves

    def legal_actions(self) -> list[Action]:
        """All actions of the player to move; none once the game is over.

        One for each card, and a play that turns tiles once for everything that can be chosen.
        """
        if self.outcome() is not None:
            return []
        hand = self.hands[self.to_move]
        plays = [Action("play", order) for order in hand]
        if self.rules.announce:
            plays += [Action("play", order, announce=True) for order in hand]
        if self.pile_card is not None:
            plays.append(Action("play", self.pile_card))
        actions = [chosen for play in plays for chosen in self._with_choices(play)]
        if self._may_discard():
            actions += [Action("discard", order) for order in hand]
        if self._may_clue():
            actions.append(Action("clue"))
        return actions

    def is_legal(self, action: Action) -> bool:
        """Whether the player to move may do this."""
        return self.fault(action) is None

    def fault(self, action: Action) -> str | None:
        """Why the player to move may not do this; None if nothing is wrong with it."""
        of_kind(action, Action, "the action", ActionError)
        if action.card is not None:
            whole(action.card, "the card of an action", ActionError)
        outcome = self.outcome()
        if outcome is not None:
            return f"the game is over: {outcome.termination.value}"
        if action.kind == "clue":
            return self._fault_of_clue(action)
        if action.kind not in ("play", "discard"):
            return f"{action.kind!r} is not an action: use play, discard or clue"
        if action.announce and action.kind == "discard":
            return "only a play can be announced"
        if action.choices and action.kind == "discard":
            return "only a play turns tiles"
        if action.announce and not self.rules.announce:
            return f"announcing is not in these rules ({self.rules}); timed-display has it"
        if action.card not in self.hands[self.to_move]:
            fault = self._fault_of_card(action)
            if fault is not None:
                return fault
        if action.kind == "discard" and not self._may_discard():
            return f"no discard with {self._all_tokens()} available: play or give a clue"
        return self._fault_of_choices(action) if action.choices else None

    def _fault_of_clue(self, action: Action) -> str | None:
        if action.card is not None or action.announce or action.choices:
            return "a clue names no card, announces nothing and turns no tile"
        if self._may_clue():
            return None
        if self.tokens == 0:
            return "no token left for a clue: play or discard"
        return "nobody to point at: no teammate holds a card"

    def _fault_of_card(self, action: Action) -> str | None:
        """What is wrong with a card that is not in the player's hand: it may be the pile's.

        Decided: what is in the pile nobody has been told, so nobody can announce it.
        """
        if action.card is not None and action.card == self.pile_card:
            if action.kind == "discard":
                return f"{self.pile[0]} is in the pile: it can be played from there, not discarded"
            return "a card from the pile is not announced" if action.announce else None
        if action.card is None:
            return f"a {action.kind} needs a card"
        if not 0 <= action.card < len(self.deck):
            return f"no card has the order {action.card}: they go from 0 to {len(self.deck) - 1}"
        name = PLAYER_NAMES[self.to_move]
        return f"{name} does not hold {self.card(action.card)} (order {action.card})"

    def _all_tokens(self) -> str:
        return "the token" if self.tokens == 1 else f"all {self.tokens} tokens"

    def _may_discard(self) -> bool:
        return self.tokens < self.rules.tokens

    def _may_clue(self) -> bool:
        """A token, and a teammate with a card: some value clue then touches that card."""
        return self.tokens > 0 and any(
            hand and player != self.to_move for player, hand in enumerate(self.hands)
        )

    def push(self, action: Action) -> Position:
        """The position after an action of the player to move."""
        fault = self.fault(action)
        if fault is not None:
            raise ActionError(fault)
        if action.card is None:
            return self._next(tokens=self.tokens - 1)
        if action.kind == "discard":
            return self._next(action.card, gone=True, tokens=self.tokens + 1)
        if not self.is_playable(action.card):
            return self._next(action.card, gone=True, strikes=self.strikes + 1)
        return self._grown(action)._next(action.card)

    def _next(
        self,
        order: int | None = None,
        *,
        gone: bool = False,
        tokens: int | None = None,
        strikes: int | None = None,
    ) -> Position:
        """The next player's turn: card `order` has left the hand, for the discards if `gone`.

        Or it has left the pile, and nobody draws: to the last round it is as if it were drawn.

        A card is drawn also where the game has just ended, as on hanab.live. In the last round
        nobody draws, even if tile 5 has put a card into the pile.
        """
        hands, draws = self.hands, self.draws
        if order is not None and order == self.pile_card:
            draws = ()
        elif order is not None:
            kept = tuple(held for held in hands[self.to_move] if held != order)
            if draws and self.turns_left is None:
                kept, draws = (*kept, draws[0]), draws[1:]
            hands = (*hands[: self.to_move], kept, *hands[self.to_move + 1 :])
        return Position(
            rules=self.rules,
            players=self.players,
            deck=self.deck,
            hands=hands,
            draws=draws,
            levels=self.levels,
            tokens=self.tokens if tokens is None else tokens,
            strikes=self.strikes if strikes is None else strikes,
            to_move=(self.to_move + 1) % self.players,
            turns_left=self._turns_left_after(draws),
            discards=(*self.discards, order) if gone and order is not None else self.discards,
            tiles=self.tiles,
            tile5=self.tile5,
        )

    def _turns_left_after(self, draws: tuple[int, ...]) -> int | None:
        """Once the last card is drawn, or played from the pile, everybody has one more turn.

        Whoever did it has the last one.
        """
        if self.turns_left is not None:
            return self.turns_left - 1
        if not self.rules.is_bouquet_final and not draws:
            return self.players
        return None

    # What a play gives

    def _grown(self, action: Action) -> Position:
        """After a play that fits and all it brings with it, before the player draws.

        What it gives back beyond the maximum of tokens is lost. A choice that cannot be made is
        an error.
        """
        assert action.card is not None
        grown = self._with_tokens(1) if action.announce else self
        grown = grown._with_card(action.card, action.choices)
        turned = self.tiles[: len(self.tiles) - len(grown.tiles)]
        for choice in action.choices:
            if choice.tile not in turned:
                raise ActionError(f"tile {choice.tile} is not turned by this move")
        return grown

    def _with_tokens(self, more: int) -> Position:
        return replace(self, tokens=min(self.tokens + more, self.rules.tokens))

    def _with_card(self, order: int, choices: tuple[Choice, ...]) -> Position:
        """The card is on its firework: a complete one gives a token, or turns a tile for its 5.

        Once all tiles are turned, a 5 gives the token.
        """
        index = self.rules.suit_index(self.deck[order].suit)
        suit, level = self.rules.suits[index], self.levels[index] + 1
        grown = replace(self, levels=(*self.levels[:index], level, *self.levels[index + 1 :]))
        if level < suit.size:
            return grown
        if not (self.tiles and suit.ends_with_five):
            return grown._with_tokens(1)
        return replace(grown, tiles=self.tiles[1:])._with_tile(self.tiles[0], choices)

    def _with_tile(self, tile: int, choices: tuple[Choice, ...]) -> Position:
        """The effect of a tile. Of 3 and 4, which are free clues, nothing is seen here."""
        chosen = next((choice for choice in choices if choice.tile == tile), None)
        fault = None if chosen is None else self._fault_of_choice(chosen)
        if fault is not None:
            raise ActionError(fault)
        if tile == 1:
            return self._with_tokens(1)
        if tile == 2:
            return replace(self, strikes=max(0, self.strikes - 1))._with_tokens(1)
        if chosen is None:
            return self
        left = replace(self, discards=tuple(n for n in self.discards if n != chosen.card))
        if chosen.into == "play":
            return left._with_card(chosen.card, choices)
        assert self.tile5 is not None
        place = floor(self.tile5 * (len(self.draws) + 1))
        return replace(left, draws=(*self.draws[:place], chosen.card, *self.draws[place:]))

    def _fault_of_choice(self, chosen: Choice) -> str | None:
        """Why this cannot be done with the tile that has just been turned."""
        if chosen.tile not in TAKING:
            return f"tile {chosen.tile} offers no choice"
        if chosen.card not in self.discards:
            known = 0 <= chosen.card < len(self.deck)
            name = f"{self.card(chosen.card)} (order {chosen.card})" if known else "the card"
            return f"tile {chosen.tile}: {name} is not in the discard pile"
        card = self.card(chosen.card)
        if chosen.into == "pile":
            return None if chosen.tile == 5 else f"tile 6 puts {card} into play, not into the pile"
        if chosen.into != "play":
            return f"a card goes into the pile or into play, not into {chosen.into!r}"
        if chosen.tile == 5 and self.draws:
            return f"tile 5 puts {card} into the pile: only with an empty pile it may be played"
        return None if self.is_playable(chosen.card) else f"tile {chosen.tile}: {card} does not fit"

    def _fault_of_choices(self, action: Action) -> str | None:
        assert action.card is not None
        if not self.is_playable(action.card):
            return "a misplay turns no tile"
        tiles = [choice.tile for choice in action.choices]
        if len(set(tiles)) < len(tiles):
            return "there is one choice for each tile"
        try:
            self._grown(action)
        except ActionError as error:
            return str(error)
        if sorted(tiles, key=self.tiles.index) != tiles:
            return "the choices are not in the order in which their tiles are turned"
        return None

    def _with_choices(self, play: Action) -> Iterator[Action]:
        """The play with everything that can be chosen from the tiles it turns.

        The next choice is always for the last tile turned: without it no further one is turned.
        """
        yield play
        assert play.card is not None
        if not self.tiles or not self.is_playable(play.card):
            return
        grown = self._grown(play)
        turned = self.tiles[: len(self.tiles) - len(grown.tiles)]
        if turned and turned[-1] not in [choice.tile for choice in play.choices]:
            for order in grown.discards:
                for into in ("pile", "play"):
                    choice = Choice(turned[-1], order, into)
                    if grown._fault_of_choice(choice) is None:
                        yield from self._with_choices(
                            play._replace(choices=(*play.choices, choice))
                        )

    # Text

    def __str__(self) -> str:
        """A small board: hands as their holders count them, slot 1 first."""
        turns = "" if self.turns_left is None else f", {counted(self.turns_left, 'turn')} left"
        rows = [
            f"{PLAYER_NAMES[self.to_move]} to move, {counted(self.tokens, 'token')}, "
            f"{counted(self.strikes, 'strike')}, score {self.score}{turns}",
            f"fireworks  {' '.join(self._tops())}",
        ]
        for player, hand in enumerate(self.hands):
            cards = cards_text(tuple(self.deck[order] for order in reversed(hand)))
            mark = " <" if player == self.to_move else ""
            rows.append(f"{PLAYER_NAMES[player]:<10} {cards or 'no cards'}{mark}")
        pile = f"{counted(len(self.pile), 'card')}, {self.pile[0]} next" if self.pile else "empty"
        gone = cards_text(tuple(map(self.card, self.discards)))
        rows += [f"pile       {pile}", f"discards   {gone or 'none'}"]
        if self.rules.tiles:
            rows.append(f"tiles      {' '.join(map(str, self.tiles)) or 'none'}")
        return "\n".join(rows)

    def _tops(self) -> list[str]:
        """The top card of each firework, with a dash for one that has not begun."""
        return [
            f"{suit.letter}{suit.value_at(level) if level else '-'}"
            for suit, level in zip(self.rules.suits, self.levels, strict=True)
        ]


def replay(deal: Deal, actions: Iterable[Action]) -> list[Position]:
    """All positions of a game, from the start to the one after the last action.

    >>> deal = Deal.from_seed(42, players=3)
    >>> [position.tokens for position in replay(deal, [Action("clue"), Action("discard", 5)])]
    [8, 7, 8]
    >>> replay(deal, [Action("clue"), Action("play", 0)])
    Traceback (most recent call last):
    ...
    solver.errors.ActionError: turn 2: Bob does not hold p1 (order 0)
    """
    positions = [Position.start(deal)]
    for turn, action in enumerate(actions, 1):
        try:
            positions.append(positions[-1].push(action))
        except ActionError as error:
            raise ActionError(f"turn {turn}: {error}") from None
    return positions
