"""`hanabi-solve endgame --unknown-pile`, and `batch` of such positions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from cli.inputs.position import Given
from cli.terminal import codes
from cli.views import chances as view
from solver.chances.aims import Aim
from solver.chances.moves import Chances, chances, chances_with
from solver.chances.searcher import Span
from solver.errors import Interrupted
from solver.notation.positions import position_from_json
from tests.chances.test_moves import hard_position, some_moves
from tests.support.asking import ask
from tests.support.lines import at_turn

EIGHT = at_turn(41, 51)
TWO = at_turn(33, 63)
LOST = at_turn(40, 64)
PARTS = "hands p5 b2 b5 g3 r3 / b4 y1 r1 y1 g2; fireworks r5 y4 g5 b0 p4; tokens 6"
PILE = "y5 b1 b1 b1 b3 b4 p1 p3"
LAST_TURNS = (
    "hands r5 g1 y1 b1 p1 / g5 g1 y1 b1 p1; fireworks r4 y3 g4 b3 p3; tokens 2; 2 turns left"
)


ONE_POINT = "hands r1 r1 y1 y1 g1 / g1 b1 b1 p1 p1; fireworks r1; tokens 6; pile r2 r3"
# Alice does not know her three newest cards.
HIDDEN = (
    "hands b2 b5 ? ? ? / b4 y1 r1 y1 g2; pile b1 y5 b1 b1 b3 b4 p1 p3 r3 g1; tokens 6; "
    "fireworks r5 y4 g5 p5"
)


def unknown(*args: object) -> str:
    code, out, err = ask("endgame", *args, "--unknown-pile")
    assert (code, err) == (codes.ANSWERED, "")
    return out


def test_the_page() -> None:
    blocks = [block.splitlines() for block in unknown(*EIGHT).split("\n\n")]
    assert blocks[0] == ["p2v0s41, 2 players, base, turn 51"]
    assert blocks[2][1] == f"in pile {PILE}"
    assert blocks[3] == [
        "All hands are known; of the pile only what is in it. "
        "Every order of its 8 cards is equally likely.",
        "The chance of 25 points is 82.9 % (29/35) with the best play.",
    ]
    assert blocks[4][:6] == [
        "82.9 %  29/35  keeps the best  Alice plays p5 (slot 5)",
        "        3 of 8  78.3 %  47/60  if the next card is b4, p1 or p3",
        "        1 of 8  82.9 %  29/35  if it is y5",
        "        3 of 8  83.3 %  5/6    if it is b1",
        "        1 of 8  95.0 %  19/20  if it is b3",
        "82.9 %  29/35  keeps the best  Alice gives a clue",
    ]
    assert blocks[4][-2:] == [
        "   0 %         loses           Alice misplays b5 (slot 3), strike 1",
        "        It was the last b5.",
    ]


def test_what_the_next_card_decides() -> None:
    assert "        Wins unless the next card is r4.\n" in unknown(*TWO)
    assert "Reaches 24 only if the next card is r3.\n" in unknown(*LOST, "--aim", 24)
    assert "Wins whatever comes.\n" in unknown(*at_turn(7, 52))
    assert unknown(*EIGHT, "--draws").count("if the next card is") == 3


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (LOST, "The chance of 25 points is 0 %, whatever is played.\n"),
        ((*LOST, "--aim", 24), "The chance of at least 24 points is 25.0 % (1/4) with"),
        ((*LOST, "--aim", "mean"), "The mean score is 23.25 (93/4) with the best play.\n"),
        ((*LOST, "--aim", "mean"), "   23        costs 0.25 points  Bob discards g5"),
        (at_turn(7, 60), "and the last card of the pile is b5: nothing"),
        (("--text", LAST_TURNS, "--aim", 19), "the pile is empty: nothing is left to chance.\n"),
        (
            ("--text", f"{PARTS}; pile {PILE}", "--nodes", 10),
            "Undecided within the budget: the chance of 25 points is at least",
        ),
    ],
)
def test_sentences(args: tuple[object, ...], expected: str) -> None:
    assert expected in unknown(*args)


def test_unknown_cards() -> None:
    out = unknown("--text", HIDDEN)
    assert "\nunseen  r3 y5 g1 b1 b1 b1 b3 b4 p1 p3\n" in out
    assert "these chances are upper bounds.\n" in out
    found = json.loads(unknown("--text", HIDDEN, "--json"))
    assert (found["orders"], found["arrangements"]) == (5040, 3628800)
    assert [move["blind"] for move in found["moves"]].count(True) == 2
    assert found["position"]["hands"][0] == "b2 b5 ? ? ?"


def test_what_is_lost_is_lost_with_every_aim() -> None:
    for aim in ("win", "25"):
        out = unknown(*EIGHT, "--aim", aim)
        assert "   0 %         loses           Alice misplays b5 (slot 3), strike 1\n" in out


@pytest.mark.parametrize(
    ("aim", "costs"),
    [
        ("win", ["costs something", "costs 1 % or more", "costs 20 % or more"]),
        ("mean", ["costs something", "costs 0.01 points or more", "costs 0.2 points or more"]),
    ],
)
def test_marks_where_not_all_is_proven(aim: Aim, costs: list[str]) -> None:
    """Moves that cannot be as good as another cost something, although the best is not known."""
    moves = some_moves((50, 90), (40, Fraction(4999, 100)), (40, 49), (30, 30), (0, 60), (0, 0))
    position = hard_position()
    found = Chances(position, aim, Span(Fraction(1, 2), Fraction(9, 10)), tuple(moves))
    rows = view.page(Given(position), found, with_draws=False, whys={}, width=80, table_width=200)
    marks = [row.plain for row in rows if row.plain.endswith("gives a clue")]
    expected = ["undecided", *costs, "undecided", "loses"]
    assert [f"  {mark} " in row for mark, row in zip(expected, marks, strict=True)] == [True] * 6


def test_rows_that_are_too_long() -> None:
    """What has no room stands below the words, on this page and on that of a known pile."""
    _, out, _ = ask("endgame", *EIGHT, "--unknown-pile", TTY_COMPATIBLE="1", NO_COLOR="1")
    row = "82.9 %  29/35  keeps the best  Alice misplays any trash: r3 or g3 (slots 1 and"
    assert f"\n{row}\n{' ' * 31}2), strike 1\n" in out
    _, out, _ = ask("endgame", *EIGHT, COLUMNS="60", TTY_COMPATIBLE="1", NO_COLOR="1")
    row = "25  keeps the best  Alice misplays any trash: r3 or g3"
    assert f"\n{row}\n{' ' * 20}(slots 1 and 2), strike 1\n" in out


def test_draws_that_are_too_long() -> None:
    _, out, _ = ask(
        "endgame", *EIGHT, "--unknown-pile", COLUMNS="60", TTY_COMPATIBLE="1", NO_COLOR="1"
    )
    start = " " * 8 + "3 of 8  78.3 %  47/60  "
    assert f"\n{start}if the next card is b4, p1 or\n{' ' * len(start)}p3\n" in out


@pytest.mark.parametrize("aim", ["win", "mean", "24"])
def test_the_object(aim: str) -> None:
    found = ask("endgame", *EIGHT, "--unknown-pile", "--aim", aim, "--draws", "--json").json
    expected = chances(position_from_json(found["position"]), int(aim) if aim == "24" else aim)  # type: ignore[arg-type]
    name = "mean" if aim == "mean" else "win"
    assert (found["pile_order"], found["orders"], found["turn"]) == ("unknown", 40320, 51)
    assert (found["aim"], found[name]) == (expected.aim, str(expected.value))
    for value, move in zip(found["moves"], expected.moves, strict=True):
        assert Fraction(value[name]) == move.value
        assert value["keeps_best"] == move.keeps_best
        assert [d["card"] for d in value["draws"]] == [str(draw.card) for draw in move.draws]
        assert [Fraction(d[name]) for d in value["draws"]] == [draw.value for draw in move.draws]


def test_an_unfinished_object() -> None:
    found = json.loads(unknown("--text", f"{PARTS}; pile {PILE}", "--nodes", 10, "--json"))
    low, high = map(Fraction, found["win_bounds"])
    assert found["win"] is None and found["stopped_by"] == "nodes"
    assert low <= Fraction(29, 35) <= high


def test_the_order_of_the_pile_does_not_matter() -> None:
    one = unknown("--text", f"{PARTS}; pile {PILE}", "--draws", "--json")
    two = unknown("--text", f"{PARTS}; pile p3 b1 b3 y5 b1 p1 b4 b1", "--draws", "--json")
    assert one == two


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ((*EIGHT, "--unknown-pile", "--aim", "26"), "an aim of 26: the perfect score is 25"),
        ((*EIGHT, "--unknown-pile", "--aim", "18"), "18 points are on the table already"),
        (("--text", ONE_POINT, "--unknown-pile", "--aim", "1"), "1: 1 point is on the table"),
        ((*EIGHT, "--unknown-pile", "--aim", "x"), 'win, mean or a number of points, not "x"'),
        ((*EIGHT, "--unknown-pile", "--aim", ""), 'win, mean or a number of points, not ""'),
        ((*EIGHT, "--aim", "win"), "--aim goes with --unknown-pile"),
        ((*EIGHT, "--draws"), "--draws goes with --unknown-pile"),
        *(
            ((*EIGHT, "--unknown-pile", *option), f"{option[0]} shows what follows in one order")
            for option in [("--line",), ("--link",), ("--graph", "x.svg"), ("--hanab-live", "x")]
        ),
        (("--seed", 41, "-p", 2, "--unknown-pile"), "40 cards in the pile: chances are counted"),
        ((*at_turn(41, 61), "--unknown-pile"), "the game is over, all fire"),
        (("--text", f"{PARTS}; pile p5 y2", "--unknown-pile"), "there are 2 p5"),
        (("--seed", 1, "-p", 2, "-r", "flamboyants", "--unknown-pile"), "with bonus tiles"),
        (("--seed", 1, "-p", 2, "-r", "deck-plays", "--unknown-pile"), "with plays from the pile"),
    ],
)
def test_what_is_refused(args: tuple[object, ...], expected: str) -> None:
    code, out, err = ask("endgame", *args)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: ") and expected in err and err.count("\n") == 1


def test_control_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        raise Interrupted(chances_with(*args))  # type: ignore[arg-type]

    monkeypatch.setattr("solver.chances.hidden.chances_with", interrupted)
    answer = ask("endgame", *TWO, "--unknown-pile")
    monkeypatch.undo()
    assert answer == (codes.INTERRUPTED, unknown(*TWO), "")


# Positions that say it themselves


def test_what_is_written_can_be_read_back(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(unknown(*EIGHT, "--aim", "mean", "--json"))
    found = json.loads(unknown("--file", file, "--json"))
    assert (found["aim"], found["mean"]) == ("mean", "864/35")
    code, _, err = ask("endgame", "--file", file)
    assert code == codes.BAD_INPUT
    assert err == "error: the position's pile_order is unknown: add --unknown-pile\n"


@pytest.mark.parametrize(
    ("args", "aim"), [((*EIGHT,), None), ((*EIGHT, "--aim", "24"), 24), (("--text", HIDDEN), None)]
)
def test_the_position_alone_can_be_read_back(
    args: tuple[object, ...], aim: int | None, tmp_path: Path
) -> None:
    """As it is, and as the only field of an object."""
    whole = json.loads(unknown(*args, "--json"))
    assert whole["position"].get("aim") == aim
    for value in (whole["position"], {"position": whole["position"]}):
        file = tmp_path / "position.json"
        file.write_text(json.dumps(value))
        again = json.loads(unknown("--file", file, "--json"))
        assert (again["position"], again["win"]) == (whole["position"], whole["win"])
        code, _, err = ask("endgame", "--file", file)
        assert code == codes.BAD_INPUT and "add --unknown-pile" in err


@pytest.mark.parametrize("jobs", [1, 2])
def test_batch(jobs: int) -> None:
    position = json.loads(unknown("--text", f"{PARTS}; pile {PILE}", "--json"))
    bare = {key: part for key, part in position["position"].items() if key != "pile_order"}
    lines: list[object] = [
        bare | {"pile_order": "unknown", "id": 7},
        {"seed": 1, "players": 2},
        bare,
        bare | {"pile_order": "unknown", "aim": 26},
        bare | {"pile_order": "unknown", "aims": "mean"},
        bare | {"pile_order": "known"},
        {"seed": 1, "players": 2, "pile_order": "unknown"},
        bare | {"pile_order": "unknown", "aim": "mean"},
    ]
    stdin = "".join(json.dumps(line) + "\n" for line in lines).encode()
    code, out, err = ask("batch", "-", "--jobs", jobs, stdin=stdin)
    assert code == codes.BAD_INPUT
    assert err == 'error: 5 bad lines: the results in their places have an "error"\n'
    found = [json.loads(line) for line in out.splitlines()]
    assert found[0] == {"id": 7} | position
    assert found[1]["seed"] == "p2v0s1"
    assert found[-1]["mean"] == "864/35"
    faults = ["a deal is needed", "an aim of 26", "did you mean aim?", 'is "unknown" or', "a deal"]
    for number, (fault, words) in enumerate(zip(found[2:7], faults, strict=True), 3):
        assert fault["error"].startswith(f"line {number}: ")
        assert words in fault["error"]
