"""How many turns a game can have."""

from __future__ import annotations

from solver.game.position import Position


def most_turns(start: Position, score: int) -> int:
    """No game that ends with the score has more turns than this.

    In the last round they are counted. Before it, or in Bouquet final before the end, a turn
    gives a clue or takes a card away:

    - Each turn that takes a card away takes one from the pile, because its player draws, or has
      played from there. In Bouquet final it takes one from the hands and the pile together. So
      there are no more of them than cards.
    - Each clue costs a token. Tokens are those that are there now, and those that come back, at
      most one for each turn that takes a card away. But the score needs so many plays, of which
      at most one for each player comes in the last round, and a play brings a token only if it
      completes a firework. The others bring none. With announcing every play may bring a token,
      and one that completes a firework a second one.

    Then comes the last round, one turn for each player.
    """
    if start.turns_left is not None:
        return start.turns_left
    rules, last_round = start.rules, start.players
    cards = len(start.draws)
    if rules.is_bouquet_final:
        last_round = 0
        cards += sum(map(len, start.hands))
    sizes = [suit.size for suit in rules.suits]
    missing = sum(sizes) - sum(start.levels) - (rules.perfect_score - score)
    suits = sum(level < size for level, size in zip(start.levels, sizes, strict=True))
    plays = max(0, missing - last_round)
    tokens = start.tokens + cards
    tokens += suits if rules.announce else -max(0, plays - suits)
    return cards + max(0, tokens) + last_round
