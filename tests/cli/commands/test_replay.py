"""`hanabi-solve replay`: the page, JSON, links, folders of games, and bad input."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.commands import replay_folder
from cli.terminal import codes
from cli.views.games import Row
from solver import Action, Budget, Deal, Position, solve
from solver.chances.luck import Luck, luck_of
from solver.game.cards import Card
from solver.game.position import replay
from solver.game.seats import seated
from solver.hanab_live.games import PlayedGame, game_from_json, game_to_json, loads_game
from solver.hanab_live.links import SITE, link_of
from solver.notation.actions import action_from_json
from solver.notation.positions import position_from_json
from solver.search.searcher import Searcher
from tests.support.asking import ask

DEAL = Deal.from_seed(42, 3)
LINE = solve(DEAL).line
PERFECT = game_to_json(DEAL, LINE)
# Alice throws her p5 away on turn 4.
LOST_LINE = [Action("clue"), Action("clue"), Action("clue"), Action("discard", 2), Action("clue")]
LOST = game_to_json(DEAL, LOST_LINE)
SENTENCE = (
    "The game stops with 0 of 25; 25 could be reached until turn 4, where a discard of a last "
    "copy left 24.\n"
)


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    return written(tmp_path / "lost.json", LOST)


def written(path: Path, value: Any) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


# One game


def test_the_fields_of_json(lost: Path) -> None:
    found = ask("replay", lost, "--json").json
    assert (found["final_score"], found["perfect_score"], found["best_possible"]) == (0, 25, 25)
    assert (found["lost_on_turn"], found["cause"]) == (4, "discard of a last copy")
    assert (found["ended"], found["undecided"]) == ("unfinished", False)
    assert "link" not in found
    assert [turn["turn"] for turn in found["turns"]] == [1, 2, 3, 4, 5]
    assert [turn["player"] for turn in found["turns"]] == ["Alice", "Bob", "Cathy", "Alice", "Bob"]
    assert [turn["action"] for turn in found["turns"]] == LOST["actions"]
    assert [turn["before"] for turn in found["turns"]] == [25, 25, 25, 25, 24]
    assert [turn["after"] for turn in found["turns"]] == [25, 25, 25, 24, 24]
    assert ["better" in turn for turn in found["turns"]] == [False, False, False, True, False]
    position = replay(DEAL, LOST_LINE[:3])[-1]
    better = position.push(action_from_json(position, found["turns"][3]["better"]))
    assert Searcher().solve_position(better).max_score == 25
    assert found["line_from_turn"] == 4
    for action in found["line"]:
        position = position.push(action_from_json(position, action))
    assert position.score == 25


def test_a_game_that_lost_nothing(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", PERFECT)
    found = ask("replay", file, "--json").json
    assert (found["final_score"], found["best_possible"], found["ended"]) == (25, 25, "over")
    assert (found["lost_on_turn"], found["cause"], found["line"]) == (None, None, [])
    assert not any("better" in turn for turn in found["turns"])
    out = "The game scored 25 of 25; 25 could be reached, and was.\n"
    assert ask("replay", file, "-q") == (0, out, "")


# Chances


def simple_game(deal: Deal) -> dict[str, Any]:
    """They play what fits, and otherwise discard trash; if they have none they clue."""
    line, position = list[Action](), Position.start(deal)
    while position.outcome() is None:
        hand = position.hands[position.to_move]
        fits = [order for order in hand if position.is_playable(order)]
        trash = [order for order in hand if not position.is_useful(order)]
        if fits:
            line.append(Action("play", fits[0]))
        elif position.tokens and (not trash or position.tokens == 8):
            line.append(Action("clue"))
        else:
            line.append(Action("discard", (trash or hand)[0]))
        position = position.push(line[-1])
    return game_to_json(deal, line)


# It is won: luck makes good for mistakes.
SIMPLE = simple_game(Deal.from_seed(25, 2))
FEW = ("--nodes", 20_000)


def test_chances_as_json(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", SIMPLE)
    found = ask("replay", file, *FEW, "--json").json
    chances = found["chances"]
    turns = chances["turns"]
    assert [turn["turn"] for turn in turns] == list(
        range(chances["turn"], len(SIMPLE["actions"]) + 1)
    )
    assert chances["win"] == turns[0]["before"]
    assert chances["cards_left"] == turns[0]["cards_left"]
    assert chances["end"] == turns[-1]["after_draw"]
    for turn in turns:
        before, after_move, after_draw = (
            Fraction(turn[name]) for name in ("before", "after_move", "after_draw")
        )
        assert Fraction(turn["mistake"]) == before - after_move
        assert Fraction(turn["luck"]) == after_draw - after_move
        assert str(before) == turn["before"]  # in lowest terms
    mistakes, luck = sums(chances)
    assert Fraction(chances["win"]) + mistakes + luck == Fraction(chances["end"])
    players = [sums(player) for player in chances["players"]]
    assert [player["player_name"] for player in chances["players"]] == found["names"]
    assert (sum(m for m, _ in players), sum(n for _, n in players)) == (mistakes, luck)
    assert mistakes < 0 < luck


def test_chances_on_the_page(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", SIMPLE)
    chances = ask("replay", file, *FEW, "--json").json["chances"]
    out = ask("replay", file, *FEW).out
    rows = out.splitlines()
    begin = next(n for n, row in enumerate(rows) if row.startswith("With the pile face down, the "))
    assert f" on turn {chances['turn']}, with {chances['cards_left']} cards left." in rows[begin]
    mistakes, luck = (f"{float(100 * change):+.1f}" for change in sums(chances))
    assert f"Since then: mistakes {mistakes}, luck {luck}, which leaves " in rows[begin]
    assert rows[begin + 1].startswith("Here all hands are known, and of the pile only which cards")
    shown = rows[begin + 3 : rows.index("", begin)]
    numbers = [row[17:].split(".")[0].strip() for row in shown if "all turns" not in row]
    assert numbers == [
        str(turn["turn"])
        for turn in chances["turns"]
        if max(Fraction(turn["mistake"]), abs(Fraction(turn["luck"]))) >= Fraction(1, 100)
    ]
    assert "With the pile" not in ask("replay", file, *FEW, "--quiet").out


def test_no_chance_is_one_sentence(tmp_path: Path) -> None:
    """Alice throws her p5 away, and nothing is played after it."""
    position = replay(DEAL, LOST_LINE)[-1]
    line = list(LOST_LINE)
    while len(position.pile) > 12:
        hand = position.hands[position.to_move]
        action = Action("discard", hand[0]) if position.tokens < 8 else Action("clue")
        line.append(action)
        position = position.push(action)
    out = ask("replay", written(tmp_path / "x.json", game_to_json(DEAL, line))).out
    [row] = [row for row in out.splitlines() if "pile face down" in row]
    assert row.startswith("With the pile face down, there was no chance of 25 any more on turn ")
    assert row.endswith(", with 20 cards left.")
    assert "mistake" not in out


def test_games_without_chances(lost: Path, tmp_path: Path) -> None:
    tiles = ask("deal", "--seed", 1, "-p", 2, "-r", "flamboyants", "--json").out
    for source, stdin in ((lost, b""), ("-", tiles.encode())):
        assert ask("replay", source, "--json", stdin=stdin).json["chances"] is None
        assert "face down" not in ask("replay", source, stdin=stdin).out


def test_chances_that_are_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proven is printed, and the plot is not drawn."""
    real = luck_of

    def interrupted(game: PlayedGame, budget: Budget, seen: Callable[[int], None]) -> Luck | None:
        def press(turn: int) -> None:
            seen(turn)
            if turn == len(SIMPLE["actions"]) - 5:
                signal.raise_signal(signal.SIGINT)

        return real(game, budget, press)

    file, plot = written(tmp_path / "game.json", SIMPLE), tmp_path / "x.svg"
    full = ask("replay", file, *FEW, "--json").json["chances"]
    monkeypatch.setattr("cli.commands.replay.luck_of", interrupted)
    code, out, err = ask("replay", file, *FEW, "--json", "--plot", plot)
    assert (code, err) == (
        codes.INTERRUPTED,
        f"interrupted: the plot is not written to {plot}\n",
    )
    assert json.loads(out)["chances"]["turns"] == full["turns"][-5:]
    assert "best_possible" in json.loads(out)
    assert not plot.exists()


def test_chances_in_the_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file, path = written(tmp_path / "game.json", SIMPLE), tmp_path / "x.svg"
    assert ask("replay", file, *FEW, "-q", "--plot", path).code == 0
    assert "chance of 25, the pile" in path.read_text()
    written(file, LOST)
    assert ask("replay", file, *FEW, "-q", "--plot", path).code == 0
    assert "chance of 25" not in path.read_text()


def test_paths_links_and_stdin(lost: Path) -> None:
    link = link_of(DEAL, LOST_LINE)
    for source, stdin in (
        (lost, b""), (link, b""), ("-", link.encode()), ("-", lost.read_bytes()),
        (written(lost.parent / "link.txt", link), b""),
    ):  # fmt: skip
        assert ask("replay", source, "-q", stdin=stdin) == (0, SENTENCE, "")


def test_what_deal_writes() -> None:
    out = ask("deal", "--seed", 42, "-p", 3, "-r", "hard", "--json").out
    found = ask("replay", "-", "--json", stdin=out.encode()).json
    assert (found["rules"], found["final_score"], found["lost_on_turn"]) == (["hard"], 25, None)
    found = ask("replay", "-", "--json", stdin=b'{"seed": 42, "players": 3}').json
    assert (found["turns"], found["best_possible"], found["line_from_turn"]) == ([], 25, 1)


def test_the_page(lost: Path) -> None:
    out = ask("replay", lost).out
    rows = out.splitlines()
    assert rows[0] == "p3v0s42, 3 players, base"
    turn = next(row for row in rows if row.startswith(" 4. "))
    assert turn.split() == [
        "4.",
        "Alice",
        "discards",
        "p5",
        "from",
        "slot",
        "3,",
        "draws",
        "r1",
        "24",
        "-1",
    ]
    assert rows[rows.index(turn) + 1] == "    ^ the first losing move: discard of a last copy"
    assert "25 ████▁▁ 24" in rows
    assert " ".join(out.split()).count("The solver knows all cards, and the players did not") == 1
    assert "What would have kept 25 on turn 4: Alice " in out
    assert "A line that reaches 25 from there:" in out
    link = rows[-1]
    assert link.startswith(SITE) and link.endswith("#4")
    assert loads_game(link).actions[:3] == tuple(LOST_LINE[:3])


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_no_row_is_too_long(lost: Path, columns: str) -> None:
    out = ask("replay", lost, COLUMNS=columns, TTY_COMPATIBLE="1", NO_COLOR="1").out
    assert "\x1b" not in out
    rows = [row for row in out.splitlines() if not row.startswith(SITE)]
    assert columns == "40" or max(map(len, rows)) <= int(columns)


def test_a_long_curve_is_broken_into_rows(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", PERFECT)
    rows = [
        row
        for row in ask(
            "replay", file, COLUMNS="40", TTY_COMPATIBLE="1", NO_COLOR="1"
        ).out.splitlines()
        if "█" in row
    ]
    assert [row.count("█") for row in rows] == [34, len(LINE) + 1 - 34]


def test_links(lost: Path, tmp_path: Path) -> None:
    found = ask("replay", lost, "--json", "--link").json
    game = loads_game(found["link"])
    assert (game.deal, game.turn, game.score) == (DEAL, 4, 25)
    assert game.actions[:3] == tuple(LOST_LINE[:3])
    assert ask("replay", lost, "-q", "--link").out == f"{SENTENCE}{found['link']}\n"
    file = tmp_path / "out.json"
    assert ask("replay", lost, "-q", "--hanab-live", file).out == SENTENCE
    assert loads_game(file.read_text()).actions == game.actions
    whole = ask("replay", written(tmp_path / "x.json", PERFECT), "--json", "--link").json["link"]
    assert loads_game(whole).actions == LINE


def test_links_have_the_clues_that_were_given(tmp_path: Path) -> None:
    value = json.loads(json.dumps(LOST))
    value["actions"][1] = {"type": 2, "target": 0, "value": 4}
    file = written(tmp_path / "x.json", value)
    found = ask("replay", file, "--json", "--link").json
    assert found["turns"][1]["action"] == value["actions"][1]
    assert loads_game(found["link"]).clues[:3] == game_from_json(value).clues[:3]


def test_another_beginner(tmp_path: Path) -> None:
    actions = [{"type": 0, "target": 7}, {"type": 3, "target": 0, "value": 1}]
    value = {"players": 3, "seed": "p3v0s42", "options": {"startingPlayer": 1}, "actions": actions}
    found = ask("replay", written(tmp_path / "x.json", value), "--json", "--link").json
    assert [turn["player"] for turn in found["turns"]] == ["Bob", "Cathy"]
    game = loads_game(found["link"])
    assert (game.deal, game.score) == (seated(DEAL, 1), found["best_possible"])
    assert found["starting_player"] == 1
    answer = ask("line", "--file", written(tmp_path / "y.json", found), "--json", "--check").json
    assert (answer["legal"], answer["score"]) == (True, found["best_possible"])


def test_no_link_is_no_misfortune() -> None:
    """Unless it was asked for."""
    deal = b'{"seed": 1, "players": 2, "rules": ["avalanche-5", "black-powder"]}'
    code, out, err = ask("replay", "-", stdin=deal)
    assert (code, err) == (0, "")
    assert "No link: hanab.live has no variant" in out
    code, out, err = ask("replay", "-", "--link", stdin=deal)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: hanab.live has no variant")


def test_a_file_that_cannot_be_written_is_refused_at_once(lost: Path) -> None:
    for path in (lost.parent / "no" / "x.json", lost.parent):
        code, out, err = ask("replay", lost, "-q", "--hanab-live", path)
        assert (code, out) == (codes.BAD_INPUT, "")
        assert "cannot be written" in err


@pytest.mark.parametrize("content", ["my notes, one line", '{"players": ["A"]}', "\x00\x01"])
def test_other_files_are_left_alone(lost: Path, tmp_path: Path, content: str) -> None:
    """Only a torn row of its own is taken away from the end of --out."""
    out = tmp_path / "notes"
    out.write_text(content)
    code, _, err = ask("replay", lost.parent, "--out", out, "--jobs", 1)
    assert (code, out.read_text()) == (codes.BAD_INPUT, content)
    assert "is not what `replay --out` writes" in err


def test_names_and_clues(tmp_path: Path) -> None:
    value = game_to_json(DEAL, LOST_LINE, names=["zamiel", "will", "\x1b[31mred\n"])
    value["actions"][0] = {"type": 3, "target": 1, "value": 2}
    value["actions"][1] = {"type": 2, "target": 0, "value": 4}
    value["actions"][2]["value"] = 99
    file = written(tmp_path / "x.json", value)
    found = ask("replay", file, "--json").json
    assert found["names"] == value["players"]
    assert [turn["player"] for turn in found["turns"]] == ["Alice", "Bob", "Cathy", "Alice", "Bob"]
    assert [turn["player_name"] for turn in found["turns"]][:3] == value["players"]
    words = [turn["words"] for turn in found["turns"]]
    assert words[:3] == [
        "zamiel clues 2 to will",
        "will clues purple to zamiel",
        "[31mred gives a clue",  # what it said is not known
    ]
    page = ask("replay", file).out
    assert all(f". {text} " in page for text in words)
    assert "on turn 4: zamiel " in page
    assert "Alice" not in page and "\x1b" not in page


def test_games_without_names_and_clues() -> None:
    out = ask("deal", "--seed", 42, "-p", 3, "--json").out
    turns = ask("replay", "-", "--json", stdin=out.encode()).json["turns"]
    assert {turn["player"] == turn["player_name"] for turn in turns} == {True}
    assert "Alice gives a clue" in [turn["words"] for turn in turns]


def test_terminated_games(tmp_path: Path) -> None:
    value = game_to_json(DEAL, LINE[:20])
    points = game_from_json(value).score
    value["actions"].append({"type": 4, "target": 0, "value": 4})
    file = written(tmp_path / "x.json", value)
    found = ask("replay", file, "--json").json
    assert (found["final_score"], found["ended"], found["lost_on_turn"]) == (0, "terminated", None)
    assert ask("replay", file, "-q").out == (
        f"The game was terminated with {points} of 25, which counts as 0; 25 could still be "
        "reached.\n"
    )


def test_budgets(lost: Path) -> None:
    found = ask("replay", lost, "--nodes", 1, "--json").json
    assert (found["undecided"], found["best_possible"], found["lost_on_turn"]) == (True, None, None)
    low, high = found["bounds"]
    assert low < high
    for turn in found["turns"]:
        assert (turn["after"] is None) == ("after_bounds" in turn)
    page = ask("replay", lost, "--nodes", 1).out
    assert "undecided within the budget" in page
    assert "?" in page


def test_plots(lost: Path) -> None:
    pytest.importorskip("matplotlib")
    path = lost.parent / "x.svg"
    assert ask("replay", lost, "-q", "--plot", path).out == SENTENCE
    assert "4. Alice discards p5" in path.read_text()
    code, out, err = ask("replay", lost, "--plot", "x.gif")
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err == "error: x.gif: a plot is written as .png, .svg or .pdf\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not a game"),
        ("rubbish", "is not a game"),
        ("{", "is not JSON"),
        ("[1]", "is not a game"),
        ("{}", 'a deal needs "seed" or "deck"'),
        ('{"players": ["a"], "deck": []}', "1 player"),
        ('{"players": 3, "seed": "p3v0s42", "deck": 5}', "deck must be"),
        (json.dumps(LOST | {"actions": [{"type": 0, "target": 9}]}), "turn 1: Alice does not hold"),
        (json.dumps(LOST | {"actions": [{"type": 7}]}), "turn 1: "),
        ('{"seed": 42, "players": 3, "line": [{"type": 1, "target": 0}]}', "turn 1: no discard"),
        ("https://hanab.live/replay/1", "open https://hanab.live/export/1 in a browser"),
    ],
)
def test_bad_input(content: str, message: str) -> None:
    code, out, err = ask("replay", "-", stdin=content.encode())
    assert (code, out, err.count("\n")) == (codes.BAD_INPUT, "", 1)
    assert err.startswith("error: stdin: ")
    assert message in err


def test_bad_paths_and_options(tmp_path: Path, lost: Path) -> None:
    assert ask("replay", tmp_path / "none.json").err.endswith("No such file or directory\n")
    assert ask("replay", lost, "--jobs", 2).err == "error: --jobs is for a folder of games\n"
    assert ask("replay", lost, "--out", "x").err == "error: --out is for a folder of games\n"
    for option in (["--link"], ["--plot", "x.png"], ["--hanab-live", "x"]):
        code, _, err = ask("replay", tmp_path, *option)
        assert (code, err) == (2, f"error: {option[0]} is for one game, and this is a folder\n")
    (tmp_path / "empty").mkdir()
    assert "has no games" in ask("replay", tmp_path / "empty").err


# Folders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "games"
    written(made / "b-lost.json", LOST)
    written(made / "a-won.json", PERFECT)
    written(made / "c-broken.json", '{"players": ["a", "b"], "deck": [')
    links = [f"# {SITE}", link_of(DEAL, LINE[:9]), "", "rubbish", link_of(DEAL, LINE)]
    written(made / "d.txt", "\n".join(links))
    written(made / "notes.md", "no game")
    (made / "e.json").write_bytes(b"\xff\xfe")
    return made


NAMES = [
    ("a-won.json", None), ("b-lost.json", None), ("c-broken.json", None), ("d.txt", 2),
    ("d.txt", 4), ("d.txt", 5), ("e.json", None),
]  # fmt: skip


@pytest.mark.check_takes(1)
@pytest.mark.parametrize("jobs", [1, 2])
def test_folders(folder: Path, jobs: int) -> None:
    answer = ask("replay", folder, "--json", "--jobs", jobs)
    assert (answer.code, answer.err) == (2, "error: 3 of 7 games cannot be read\n")
    rows = answer.lines
    assert [(row["file"], row["line_number"]) for row in rows] == NAMES
    assert ["error" in row for row in rows] == [False, False, True, False, True, False, True]
    assert [row.get("lost_on_turn", "-") for row in rows] == [None, 4, "-", None, "-", None, "-"]
    own = ask("replay", folder / "b-lost.json", "--json").json
    assert rows[1]["turns"] == own["turns"]
    assert rows[2]["error"].startswith("c-broken.json: is not JSON")
    assert rows[4]["error"].startswith("d.txt:4: is not a game")
    assert "is not UTF-8 text" in rows[6]["error"]


def test_the_table(folder: Path) -> None:
    code, out, err = ask("replay", folder, "--jobs", 1)
    assert (code, err) == (2, "error: 3 of 7 games cannot be read\n")
    rows = [row.split() for row in out.splitlines()]
    luck = ["mistakes", "luck"]
    assert rows[0] == ["game", "players", "rules", "score", "best", "lost", "on", *luck, "cause"]
    assert rows[1] == ["a-won.json", "3", "base", "25", "25", "never", "0", "0"]
    assert "mistakes, luck: what moves and draws did" in out
    assert rows[2] == [
        "b-lost.json",
        "3",
        "base",
        "0+",
        "25",
        "turn",
        "4",
        "–",
        "–",
        "discard",
        "of",
        "a",
        "last",
        "copy",
    ]
    assert out.splitlines()[3].startswith("c-broken.json  error: ")
    assert "+ the game is not over: the score so far" in out
    assert "\n–: no chance is known" in out and "gone" not in out and "no room" not in out


@pytest.mark.parametrize(
    ("columns", "left_out"), [(80, ["players"]), (60, ["players", "rules", "cause"])]
)
def test_a_narrow_table(folder: Path, columns: int, left_out: list[str]) -> None:
    """Mistakes and luck are always there."""
    args = ("replay", folder, "--jobs", 1)
    rows = ask(*args, COLUMNS=str(columns), TTY_COMPATIBLE="1", NO_COLOR="1").out.splitlines()
    headings = ["game", "players", "rules", "score", "best", "lost on", "mistakes", "luck", "cause"]
    assert rows[0].split() == " ".join(h for h in headings if h not in left_out).split()
    assert rows[2].startswith("b-lost.json ")
    assert max(map(len, rows)) <= columns
    assert f"no room here for: {', '.join(left_out)}" in rows


def test_no_chance_left_is_not_perfect_play(tmp_path: Path) -> None:
    line, position = [], Position.start(DEAL)
    while position.outcome() is None:
        hand = position.hands[position.to_move]
        line.append(Action("discard", hand[0]) if position.tokens < 8 else Action("clue"))
        position = position.push(line[-1])
    file = written(tmp_path / "games" / "x.json", game_to_json(DEAL, line))
    rows = ask("replay", file.parent, "--jobs", 1).out.splitlines()
    assert rows[1].split()[7:9] == ["gone", "gone"]
    assert "gone: there was no chance left on the first turn whose chance is known" in rows


def sums(chances: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """What mistakes and luck did to the chance."""
    return -Fraction(chances["mistakes"]), Fraction(chances["luck"])


def test_mistakes_and_luck_in_the_table(tmp_path: Path) -> None:
    file = written(tmp_path / "games" / "x.json", SIMPLE)
    chances = ask("replay", file, *FEW, "--json").json["chances"]
    row = ask("replay", file.parent, *FEW, "--jobs", 1).out.splitlines()[1].split()
    assert row[-2:] == [f"{float(100 * change):+.1f}" for change in sums(chances)]


def test_rows_without_chances_are_read(folder: Path) -> None:
    """Those that were written before there were any."""
    out = folder.parent / "out.jsonl"
    args = ("replay", folder, "--jobs", 1, "--out", out)
    ask(*args)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    for row in rows:
        del row["chances"]
    out.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    content = out.read_text()
    page = ask(*args).out
    assert "a-won.json" in page and "mistakes" not in page
    assert out.read_text() == content


def test_the_table_in_one_sentence(folder: Path) -> None:
    code, out, _ = ask("replay", folder, "--jobs", 1, "--quiet")
    assert code == codes.BAD_INPUT
    words = "1 lost points that could have been kept, 3 lost none, 3 cannot be read"
    assert out == f"7 games: {words}.\n"
    assert f"\n{out}" in ask("replay", folder, "--jobs", 1).out


def test_resuming(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = folder.parent / "out.jsonl"
    args = ("replay", folder, "--json", "--jobs", 1, "--out", out)
    first = ask(*args)
    written_rows = out.read_text()
    assert written_rows.count("\n") == 4
    # A run that was killed: one row is missing, and one has no end.
    rows = written_rows.splitlines(keepends=True)
    out.write_text(rows[0] + rows[1] + rows[2][:100])
    done: list[str] = []
    real = replay_folder.review_one

    def counted(source: replay_folder.Source, budget: Budget, with_luck: bool) -> Row:
        done.append(source.name)
        return real(source, budget, with_luck)

    monkeypatch.setattr(replay_folder, "review_one", counted)
    again = ask(*args)
    assert done == ["c-broken.json", "d.txt:2", "d.txt:4", "d.txt:5"]
    assert [without_time(row) for row in again.lines] == [without_time(row) for row in first.lines]
    assert out.read_text().startswith(rows[0] + rows[1])
    assert out.read_text().count("\n") == 4
    # A game that has changed is reviewed again.
    done.clear()
    written(folder / "b-lost.json", PERFECT)
    changed = ask(*args).lines
    assert done == ["b-lost.json", "c-broken.json", "d.txt:4"]
    assert changed[1]["lost_on_turn"] is None
    assert out.read_text().count("\n") == 5


def without_time(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "seconds"}


def test_undecided_games_are_tried_again(folder: Path) -> None:
    out = folder.parent / "out.jsonl"
    args = ("replay", folder, "--json", "--jobs", 1, "--out", out)
    assert ask(*args, "--nodes", 1).lines[1]["undecided"]
    assert ask(*args).lines[1]["lost_on_turn"] == 4
    assert ask(*args, "--nodes", 1).lines[1]["lost_on_turn"] == 4


def test_only_regular_files_are_games(folder: Path) -> None:
    """A pipe, or a device like a terminal, might never come to its end."""
    os.mkfifo(folder / "f.json")
    (folder / "g.txt").mkdir()
    (folder / "h.json").symlink_to(folder / "a-won.json")
    (folder / "i.json").symlink_to(folder / "f.json")
    answer = ask("replay", folder, "--json", "--jobs", 1)
    assert (answer.code, answer.err) == (2, "error: 6 of 11 games cannot be read\n")
    pipe, directory, link, link_to_pipe = answer.lines[-4:]
    for row, name in ((pipe, "f.json"), (directory, "g.txt"), (link_to_pipe, "i.json")):
        assert row["error"] == f"{folder / name}: is not a regular file"
    assert link["lost_on_turn"] is None


def test_results_into_a_pipe(folder: Path) -> None:
    """It takes the rows, all in one go, and is not read."""
    out, read = folder.parent / "pipe", []
    os.mkfifo(out)
    reader = threading.Thread(target=lambda: read.extend(out.read_text().splitlines()))
    reader.start()
    answer = ask("replay", folder, "--json", "--jobs", 1, "--out", out)
    reader.join()
    games = [row for row in answer.lines if "error" not in row]
    assert sorted(map(json.dumps, games)) == sorted(read) and len(read) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"undecided": None}, {"line_number": "1"}, {"file": [1]}, {"digest": {}}, {"rules": [1]},
        {"ended": "later"}, {"ended": []}, {"cause": 7}, {"lost_on_turn": "x"}, {"bounds": 5},
        {"chances": 5}, {"chances": {"mistakes": "x", "luck": "0"}}, {"chances": {"luck": "1/0"}},
        {"chances": {"mistakes": "0", "luck": "1/0"}},
    ],
)  # fmt: skip
def test_rows_that_are_none(folder: Path, change: dict[str, Any]) -> None:
    out = folder.parent / "out.jsonl"
    args = ("replay", folder, "--jobs", 1, "--out", out)
    ask(*args)
    rows = out.read_text().splitlines()
    [name] = change
    without = {key: value for key, value in json.loads(rows[1]).items() if key != name}
    for wrong in (without | change, *([] if name in ("bounds", "chances") else [without])):
        content = "\n".join([rows[0], json.dumps(wrong), *rows[2:], ""])
        out.write_text(content)
        code, _, err = ask(*args)
        assert (code, out.read_text(), err.count("\n")) == (codes.BAD_INPUT, content, 1)
        assert err.startswith(f"error: {out}: line 2: ") and err.endswith("`replay --out` writes\n")


@pytest.mark.parametrize("content", ["rubbish\n", '{"a": 1}\n', "[]\n"])
def test_a_file_of_somebody_else_is_left_alone(folder: Path, content: str) -> None:
    out = written(folder.parent / "out.jsonl", content)
    code, _, err = ask("replay", folder, "--out", out)
    assert (code, out.read_text()) == (codes.BAD_INPUT, content)
    assert err.startswith(f"error: {out}: line 1: ")
    code, _, err = ask("replay", folder, "--jobs", 1, "--out", folder / "no" / "x.jsonl")
    assert (code, "cannot be written" in err) == (codes.BAD_INPUT, True)


# Exercises


@pytest.mark.check_takes(0)
def test_links_of_exercises(tmp_path: Path) -> None:
    """Of a puzzle with its solution; of a judgement up to the question."""
    record = ask("exercise", "--seed", 7, "--known-pile", "--json", "--link").json
    game = loads_game(record["link"])
    assert (game.turn, game.score) == (record["turn"], record["max_score"])
    there = replay(game.deal, game.actions[: record["turn"] - 1])[-1]
    asked = position_from_json(record["position"])
    assert hands(there) == hands(asked)
    assert (there.pile, there.levels, there.tokens) == (asked.pile, asked.levels, asked.tokens)
    page = ask("exercise", "--seed", 7, "--known-pile", "--link", "--answers").out
    assert page.splitlines()[-1] == record["link"]
    assert (
        ask("exercise", "--seed", 7, "--known-pile", "--link").out.splitlines()[-1]
        == record["link"]
    )
    file = tmp_path / "x.json"
    for form in ([], ["--json"], ["--answers"]):
        assert ask("exercise", "--seed", 7, "--known-pile", *form, "--hanab-live", file).code == 0
        assert loads_game(file.read_text()).actions == game.actions
        file.unlink()
    record = ask("exercise", "--seed", 7, "--json", "--link").json
    game = loads_game(record["link"])
    assert len(game.actions) == record["turn"] - 1
    assert hands(game.end) == hands(position_from_json(record["position"]))


def hands(position: Position) -> list[list[Card]]:
    return [[position.card(order) for order in hand] for hand in position.hands]


def test_links_of_exercises_that_cannot_be() -> None:
    for args, message in (
        (["--hanab-live", "x.json", "--sheet", "x.md"], "--hanab-live writes one game"),
        (["--hanab-live", "x.json", "--count", 2], "--hanab-live writes one game"),
        (["--link", "-r", "avalanche-5", "-r", "black-powder"], "hanab.live has no variant"),
    ):
        code, out, err = ask("exercise", *args)
        assert (code, out) == (codes.BAD_INPUT, "")
        assert err.startswith(f"error: {message}")


def test_the_line_of_a_review_is_read_from_the_first_turn(tmp_path: Path) -> None:
    """As JSON it has what was played, and a line from where it lost; the page is for people."""
    deal = Deal.from_seed("p2v0s1")
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game_to_json(deal, [Action("clue"), Action("play", 6)])))
    printed = ask("replay", path, "--json", "--nodes", 20_000)
    line = ask("line", "--file", "-", "--json", stdin=printed.out.encode()).json
    assert line["legal"] and line["score"] == printed.json["best_possible"]
    page = ask("replay", path, "--nodes", 20_000).out
    code, out, err = ask("line", "--seed", "p2v0s1", stdin=page.encode())
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: stdin: is the page of `replay`")
