"""A game that was played: the best score turn by turn, where it fell, and what was better."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.views.deal import deal_json
from cli.views.parts import luck as luck_part
from cli.views.parts.reasons import reason_json, with_names
from cli.views.parts.rows import hanging
from solver.analysis.review import Bounds, Review, ReviewedTurn
from solver.chances.luck import Luck
from solver.game.actions import Action
from solver.game.deals import PLAYER_NAMES
from solver.game.position import Position
from solver.hanab_live.words import readable_names, turn_words
from solver.notation.actions import action_to_json
from solver.notation.words import choice_words, describe

if TYPE_CHECKING:
    from rich.text import Text

KNOWN = (
    "The solver knows all cards, and the players did not: a move that cost points here may still "
    "have been the right one for them."
)
BLOCKS = "▁▂▃▄▅▆▇█"
OPEN = "?"  # in the place of a block where the value is not proven


def to_json(review: Review, luck: Luck | None = None) -> dict[str, Any]:
    """All that is known about a game and its turns, as one object."""
    game, lost = review.game, review.lost
    return {
        **deal_json(game.deal),
        "variant": game.variant,
        "names": list(game.names),
        "starting_player": game.start_player,
        "ended": game.ended,
        "final_score": review.final_score,
        "best_possible": review.best_possible,
        "lost_on_turn": review.lost_on_turn,
        "cause": None if lost is None or review.lost_on_turn is None else lost.cause,
        "undecided": review.is_undecided,
        **_open("bounds", review.start),
        "turns": [_turn_json(review, turn) for turn in review.turns],
        "line_from_turn": review.leaves_on_turn,
        "line": _line_json(review),
        "chances": luck_part.to_json(game, luck),
        "nodes": review.nodes,
        "seconds": review.seconds,
    }


def _turn_json(review: Review, turn: ReviewedTurn) -> dict[str, Any]:
    position = turn.turn.before
    value = {
        "turn": turn.number,
        "player": PLAYER_NAMES[position.to_move],
        "player_name": review.game.names[position.to_move],
        "action": _played_json(review, turn),
        "words": turn_words(review.game, turn.number),
        "before": turn.before.value,
        "after": turn.after.value,
        **_open("before_bounds", turn.before),
        **_open("after_bounds", turn.after),
    }
    if turn.better is not None:
        value["better"] = action_to_json(position, turn.better)
        value["cause"] = turn.cause
        value["why"] = None if turn.why is None else reason_json(turn.why, action_to_json)
    return value


def _played_json(review: Review, turn: ReviewedTurn) -> dict[str, Any]:
    """What was played; a clue as it was given, where the file tells."""
    clues = review.game.clues
    said = clues[turn.number - 1] if clues else None
    return action_to_json(turn.turn.before, turn.turn.action) if said is None else said.to_json()


def _open(key: str, bounds: Bounds) -> dict[str, list[int]]:
    """Bounds, where the value is not proven."""
    return {key: list(bounds)} if bounds.value is None else {}


def _line_json(review: Review) -> list[dict[str, Any]]:
    return [action_to_json(position, action) for position, action in _line_steps(review)]


def _line_steps(review: Review) -> list[tuple[Position, Action]]:
    """The part of the review's line that was not played: positions, each with its action."""
    position, steps = review.game.positions[review.leaves_on_turn - 1], []
    for action in review.line[review.leaves_on_turn - 1 :]:
        steps.append((position, action))
        position = position.push(action)
    return steps


def sentence(review: Review) -> str:
    """What became of the game and what might have, in one plain sentence."""
    return f"{_scored(review)}; {_possible(review)}."


def _scored(review: Review) -> str:
    game, perfect = review.game, review.game.deal.rules.perfect_score
    if game.ended == "unfinished":
        return f"The game stops with {game.score} of {perfect}"
    if game.ended == "terminated":
        return f"The game was terminated with {game.score} of {perfect}, which counts as 0"
    return f"The game scored {game.score} of {perfect}"


def _possible(review: Review) -> str:
    best, lost = bounds_words(review.start), review.lost
    if review.lost_on_turn is None and review.is_undecided:
        low, high = review.start
        best = best if low == high else f"at least {low} and at most {high}"
        proven = f", but turn {lost.number} cost something" if lost else ""
        return f"{best} could be reached; where it fell is undecided within the budget{proven}"
    if lost is not None:
        how = f"{lost.cause} left {bounds_words(lost.after)}"
        return f"{best} could be reached until turn {lost.number}, where a {how}"
    if review.game.ended == "over":
        return f"{best} could be reached, and was" if review.final_score else f"{best} was the most"
    return f"{best} could still be reached"


def bounds_words(bounds: Bounds) -> str:
    """A best score, or what is proven about it."""
    return str(bounds.low) if bounds.value is not None else f"{bounds.low}-{bounds.high}"


def better_words(review: Review, lost: ReviewedTurn) -> str:
    """What would have kept the best score on the first turn that did not, the like together."""
    position = lost.turn.before
    cards: dict[str, list[str]] = {"plays": [], "gives a clue": [], "discards": [], "misplays": []}
    verbs = []
    for actions in review.others or (lost.line[:1],):
        verb = _verb(position, actions[0])
        verbs.append(verb)
        # A play that fits is a move of its own if it is announced, and with each choice of tiles;
        # other actions only repeat.
        orders = dict.fromkeys(action.card for action in actions if action.card is not None)
        for card in dict.fromkeys(map(position.card, orders)):
            if actions[0].card == position.pile_card:
                cards[verb].append(f"{card} (from the pile)")
                continue
            slots = [str(position.slot(order)) for order in orders if position.card(order) == card]
            said = ", announced" if actions[0].announce else ""
            tiles = choice_words(position, actions[0])
            cards[verb].append(f"{card} (slot {' or '.join(slots)}{said}){tiles}")
    name = readable_names(review.game.names)[position.to_move]
    parts = [f"{verb} {_either(cards[verb])}".rstrip() for verb in cards if verb in verbs]
    return f"{name} {'; or '.join(parts)}"


def _verb(position: Position, action: Action) -> str:
    if action.card is None:
        return "gives a clue"
    if action.kind == "discard":
        return "discards"
    return "plays" if position.is_playable(action.card) else "misplays"


def _either(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def page(
    review: Review,
    luck: Luck | None = None,
    link: str | None = None,
    why_not: str | None = None,
    *,
    width: int,
) -> Iterator[Text]:
    """The turns, the curve, the verdict, and a better line with its link or why there is none.

    Between them, as far as they are known, the chances while the pile lies face down.
    """
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415

    blocks = [[Text(_title(review))]]
    if review.turns:
        blocks.append(list(_turn_rows(review, width)))
        blocks.append(list(_curve_rows(review, width)))
    blocks.append([Text(sentence(review), "bold"), Text(KNOWN, "dim")])
    if review.lost is not None:
        blocks.append([Text(_advice(review, review.lost))])
    if luck is not None:
        blocks.append(list(luck_part.rows(review.game, luck)))
    steps = _line_steps(review)
    if steps:
        blocks.append(list(_line_rows(review)))
    rules = review.game.deal.rules
    blocks = [[coloured(row, rules) for row in block] for block in blocks]
    if link is not None and (steps or review.turns):
        blocks.append([Text(link, no_wrap=True)])
    elif why_not is not None:
        blocks.append([Text(f"No link: {why_not}.", "dim")])
    return in_blocks(blocks)


def _title(review: Review) -> str:
    game = review.game
    seed = f"{game.seed}, " if game.seed else ""
    return f"{seed}{game.deal.players} players, {game.deal.rules}"


def _turn_rows(review: Review, width: int) -> Iterator[Text]:
    """What was done on each turn, the best score after it, and by how much that fell."""
    from rich.cells import cell_len  # noqa: PLC0415 (as above)
    from rich.text import Text  # noqa: PLC0415

    words = [
        _numbered(turn.number, review, turn_words(review.game, turn.number))
        for turn in review.turns
    ]
    best = max(len(bounds_words(turn.after)) for turn in review.turns)
    best = max(best, len("best"))
    changes = [_change(turn) for turn in review.turns]
    change = max(map(len, changes))
    left = min(max(map(cell_len, words)), max(width - best - change - 4, 20))
    start = f"{bounds_words(review.start):>{best}}"
    yield Text(f"{'':<{left}}  {'best':>{best}}", "dim")
    yield Text(f"{'before the first turn':<{left}}  {start}", "dim")
    for turn, text, fall in zip(review.turns, words, changes, strict=True):
        row = Text(text + " " * (left - cell_len(text)), no_wrap=True)
        if cell_len(text) > left:  # its numbers stand below it
            yield row
            row = Text(" " * left)
        row.append(f"  {bounds_words(turn.after):>{best}}", "bold" if turn.fell else "")
        row.append(f"  {fall}" if fall else "", "red" if turn is review.lost else "yellow")
        yield row
        if turn is review.lost:
            yield Text(f"{'':<{_places(review) + 2}}^ {_remark(review, turn)}", "red")
        if turn.why is not None:
            why = with_names(turn.why.why.sentence, readable_names(review.game.names))
            yield from hanging(Text(" " * (_places(review) + 4)), why, width, "dim")


def _numbered(number: int, review: Review, words: str) -> str:
    return f"{number:>{_places(review)}}. {words}"


def _places(review: Review) -> int:
    """The digits of the highest turn."""
    return len(str(max(len(review.turns), len(review.line))))


def _change(turn: ReviewedTurn) -> str:
    if turn.fell is None:
        return "?"
    if not turn.fell:
        return ""
    before, after = turn.before.value, turn.after.value
    return "fell" if before is None or after is None else str(after - before)


def _remark(review: Review, turn: ReviewedTurn) -> str:
    if review.lost_on_turn is None:
        return f"the first that is proven to cost something: {turn.cause}"
    return f"the first losing move: {turn.cause}"


def _curve_rows(review: Review, width: int) -> Iterator[Text]:
    """The best score before the first turn and after each, as a curve of blocks."""
    from rich.text import Text  # noqa: PLC0415 (as above)

    values = [review.start, *(turn.after for turn in review.turns)]
    top = max(value.high for value in values)
    bottom = min(value.low for value in values)
    curve = "".join(
        OPEN if value.value is None else _block(value.low, bottom, top) for value in values
    )
    label = len(str(top))
    room = max(width - 2 * label - 2, 10)
    for begin in range(0, len(curve), room):
        row = Text(f"{values[begin].low:>{label}} " if begin == 0 else " " * (label + 1), "dim")
        row.append(curve[begin : begin + room], "cyan")
        if begin + room >= len(curve):
            row.append(f" {values[-1].low}", "dim")
        yield row


def _block(value: int, bottom: int, top: int) -> str:
    """A full block for the top, the lowest one for the bottom."""
    highest = len(BLOCKS) - 1
    return BLOCKS[highest if top == bottom else round(highest * (value - bottom) / (top - bottom))]


def _advice(review: Review, lost: ReviewedTurn) -> str:
    kept = f"What would have kept {bounds_words(lost.before)} on turn {lost.number}"
    return f"{kept}: {better_words(review, lost)}."


def _line_rows(review: Review) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    names = readable_names(review.game.names)
    reached = review.end if review.lost is None else review.lost.before
    steps = _line_steps(review)
    yield Text(f"A line that reaches {reached.low} from there:")
    for number, (position, action) in enumerate(steps, review.leaves_on_turn):
        yield Text(_numbered(number, review, describe(position, action, names)), no_wrap=True)
