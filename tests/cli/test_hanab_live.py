"""hanab.live's games and links on the command line: read by every command, written by some."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import codes
from solver import Deal, solve
from solver.game.seats import seated
from solver.hanab_live.games import game_to_json, loads_game
from solver.hanab_live.links import SITE, link_of
from tests.support.asking import ask

DEAL = Deal.from_seed(42, 3)
LINE = solve(DEAL).line
LINK = link_of(DEAL, LINE)
WON = "25 of 25 can be reached: the deal is winnable.\n"
PERFECT = f"After {len(LINE)} turns the game is over with 25 of 25: all fireworks are complete.\n"


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    return written(tmp_path, game_to_json(DEAL, LINE))


def written(folder: Path, value: Any) -> Path:
    path = folder / "game.json"
    path.write_text(json.dumps(value))
    return path


# Reading


def test_every_command_reads_files_links_and_stdin(game_file: Path, tmp_path: Path) -> None:
    link_file = tmp_path / "link.txt"
    link_file.write_text(LINK + "\n")
    for source, stdin in (
        (game_file, b""), (LINK, b""), (link_file, b""), ("-", LINK.encode()),
        ("-", game_file.read_bytes()),
    ):  # fmt: skip
        assert ask("deal", "--file", source, "-q", stdin=stdin) == (0, WON, "")
        out = f"The line is legal. {PERFECT}"
        assert ask("line", "--file", source, "-q", stdin=stdin) == (0, out, "")
        found = ask("endgame", "--file", source, "--turn", 44, "--json", stdin=stdin).json
        assert (found["turn"], found["max_score"]) == (44, 25)


def test_the_turn_of_a_link() -> None:
    assert ask("endgame", "--file", f"{LINK}#43", "--json").json["turn"] == 43
    assert ask("endgame", "--file", f"{LINK}#43", "--turn", 44, "--json").json["turn"] == 44
    assert ask("endgame", "--file", LINK, "--json").json["turn"] == len(LINE) + 1
    code, _, err = ask("endgame", "--file", f"{LINK}#90")
    message = f"error: --turn 90: only {len(LINE)} turns were played\n"
    assert (code, err) == (codes.BAD_INPUT, message)


def test_games_without_moves_are_deals(tmp_path: Path) -> None:
    file = written(tmp_path, {"players": ["a", "b", "c"], "seed": "p3v0s42"})
    found = ask("endgame", "--file", file, "--turn", 44, "--json").json
    assert found["max_score"] == 25
    found = ask("endgame", "--file", file, "--moves", "play p1", "--json").json
    assert found["turn"] == 2


def test_lines_from_elsewhere(game_file: Path) -> None:
    answer = ask("line", "--file", game_file, "--line", "-", "--json", stdin=b"play p1").json
    assert len(answer["turns"]) == 1


def test_batch() -> None:
    game = json.dumps(game_to_json(DEAL, LINE) | {"id": 7})
    lines = [game, json.dumps({"link": LINK}), '{"link": 5}', json.dumps({"link": LINK[:90]})]
    answer = ask("batch", "-", "-q", stdin="\n".join(lines).encode())
    assert answer.code == codes.BAD_INPUT
    first, second, third, fourth = answer.lines
    assert (first["id"], first["max_score"], second["max_score"]) == (7, 25, 25)
    assert third["error"] == "line 3: link must be a link of hanab.live, not 5"
    assert fourth["error"].startswith("line 4: ")


def test_another_beginner(tmp_path: Path) -> None:
    value = {
        "players": ["a", "b", "c"],
        "seed": "p3v0s42",
        "options": {"startingPlayer": 1},
        "actions": [{"type": 0, "target": 7}],  # Bob's y1
    }
    file = written(tmp_path, value)
    code, out, err = ask("deal", "--file", file, "--json")
    assert (code, err) == (0, "note: Bob begins this game, and so is called Alice here\n")
    assert (
        json.loads(out)["deck"]
        == json.loads(ask("deal", "--deck", str(seated(DEAL, 1)), "-p", 3, "--json").out)["deck"]
    )
    turn = ask("line", "--file", file, "--json").json["turns"][0]
    assert (turn["player"], turn["words"]) == ("Bob", "Bob plays y1 from slot 3, draws r1")
    found = ask("endgame", "--file", file, "--turn", 1, "--json").json
    assert found["position"]["to_move"] == 1
    assert ask("endgame", "--file", file, "--moves", "x").err.startswith("error: --moves: the file")
    found = ask("endgame", "--file", file, "--link", "--json").json
    game = loads_game(found["link"])
    assert game.deal == seated(DEAL, 1)
    assert (game.turn, game.score) == (2, found["max_score"])
    del value["actions"]
    assert ask("endgame", "--file", written(tmp_path, value), "--turn", 40, "--json").json


def test_the_options_must_not_contradict(game_file: Path) -> None:
    assert ask("deal", "--file", game_file, "-p", 3, "-r", "base", "-q").out == WON
    assert ask("deal", "--file", game_file, "-p", 2).err == (
        f"error: {game_file}: the game is for 3 players, not for 2\n"
    )
    assert ask("endgame", "--file", LINK, "-r", "hard").err == (
        "error: link: the game's rules are base, not hard\n"
    )


@pytest.mark.parametrize("command", ["deal", "line", "endgame"])
@pytest.mark.parametrize(
    ("source", "message"),
    [
        (LINK[:80], "link: it has 1 field"),
        (LINK.replace("315u", "315_"), "link: card 1: '_' is not a letter"),
        (LINK + ",,", "link: it has 5 fields"),
        ("https://example.org/", "link: this link holds no game"),
    ],
)
def test_bad_links(command: str, source: str, message: str) -> None:
    code, out, err = ask(command, "--file", source)
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith(f"error: {message}")


@pytest.mark.parametrize(
    ("args", "follows"),
    [
        (["replay", "{}", "--json"], "replay 77.json --json"),
        (["deal", "--file", "{}", "-p", 3], "deal --file 77.json -p 3"),
        (["deal", "--file={}"], "deal --file=77.json"),
        (["line", "--file", "{}"], "line --file 77.json"),
        (["endgame", "--file", "{}", "--turn", 9], "endgame --file 77.json --turn 9"),
    ],
)
def test_games_that_nobody_has_saved(args: list[object], follows: str) -> None:
    """Their numbers and links: what to save, and what to do then."""
    for given in ("77", "https://hanab.live/replay/77", "hanab.live/shared-replay/77#12"):
        code, out, err = ask(*(str(arg).format(given) for arg in args))
        assert (code, out) == (codes.BAD_INPUT, "")
        assert err.startswith(f"error: {given}: this game is on hanab.live, and hanabi-solve does")
        assert "Open https://hanab.live/export/77 in a browser, save it as 77.json, and" in err
        assert err.endswith(f" then run: hanabi-solve {follows}\n")


def test_the_turn_of_a_game_that_nobody_has_saved() -> None:
    err = ask("endgame", "--file", "hanab.live/shared-replay/77#12").err
    assert err.endswith("hanabi-solve endgame --file 77.json --turn 12\n")


def test_a_file_with_a_number_for_a_name(
    game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "77").write_text(game_file.read_text())
    monkeypatch.chdir(tmp_path)
    assert ask("replay", "77", "-q") == ask("replay", game_file, "-q")
    assert ask("deal", "--file", "77", "-q").code == codes.ANSWERED


def test_illegal_moves(tmp_path: Path) -> None:
    """An answer for `line`, bad input elsewhere."""
    value = game_to_json(DEAL, LINE)
    value["actions"][9] = value["actions"][0]
    file = written(tmp_path, value)
    fault = "Alice does not hold p1 (order 0)"
    for command in ("deal", "endgame"):
        assert ask(command, "--file", file) == (2, "", f"error: {file}: turn 10: {fault}\n")
    code, out, _ = ask("line", "--file", file, "-q", "--check")
    assert code == codes.ILLEGAL
    assert out.startswith(f"The line is illegal at turn 10: {fault}.")


def test_other_games_are_refused(tmp_path: Path) -> None:
    value = game_to_json(DEAL, ()) | {"options": {"variant": "Up or Down (5 Suits)"}}
    code, _, err = ask("deal", "--file", written(tmp_path, value))
    assert code == codes.BAD_INPUT
    assert "variant 'Up or Down (5 Suits)' is another game, which is not modelled" in err


# Writing


def test_links_to_a_best_line() -> None:
    assert ask("deal", "--seed", 42, "-p", 3, "-q", "--link") == (0, f"{WON}{LINK}\n", "")
    assert ask("deal", "--seed", 42, "-p", 3, "--json", "--link").json["link"] == LINK
    assert "link" not in ask("deal", "--seed", 42, "-p", 3, "--json").json
    page = ask("deal", "--seed", 42, "-p", 3, "--link", FORCE_COLOR="1", TTY_COMPATIBLE="1").out
    assert LINK in page


def test_what_deal_writes_with_a_link_is_read_back() -> None:
    out = ask("deal", "--seed", 42, "-p", 3, "--json", "--link").out
    assert ask("deal", "--file", "-", "-q", stdin=out.encode()).out == WON
    assert ask("batch", "-", "-q", stdin=out.encode()).lines[0]["seed"] == "p3v0s42"


def test_links_to_a_position() -> None:
    found = ask("endgame", "--seed", 42, "-p", 3, "--turn", 40, "--json", "--link").json
    assert found["link"].endswith("#40")
    game = loads_game(found["link"])
    assert (game.turn, game.score, game.actions[:39]) == (40, 25, LINE[:39])
    page = ask("endgame", "--seed", 42, "-p", 3, "--turn", 40, "--link").out
    assert page.splitlines()[-1] == found["link"]
    over = ask("endgame", "--file", LINK, "--json", "--link").json["link"]
    assert over == f"{LINK}#{len(LINE) + 1}"


def test_game_files(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    assert ask("deal", "--seed", 42, "-p", 3, "-q", "--hanab-live", path).out == WON
    assert json.loads(path.read_text()) == game_to_json(DEAL, LINE)
    bouquet = ("--seed", 42, "-p", 3, "-r", "bouquet-final")
    assert ask("deal", *bouquet, "-q", "--hanab-live", path) == (0, WON, "")
    assert loads_game(path.read_text()).deal.rules.ending == "bouquet-final"
    assert ask("endgame", *bouquet, "--turn", 44, "--hanab-live", path).code == 0
    assert loads_game(path.read_text()).ended == "over"


def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "no" / "x.json"
    for command in (
        ("deal", "--seed", 42, "-p", 3, "-q"),
        ("endgame", "--file", LINK, "--turn", 44, "--json"),
    ):
        code, out, err = ask(*command, "--hanab-live", path)
        assert (code, out) == (codes.BAD_INPUT, "")
        assert "cannot be written" in err


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        ("hard", "the game lost with strike 1 (there 3)"),
        ("bouquet-final", "Bouquet final (a link has no options; a game file has)"),
    ],
)
def test_what_does_not_travel(rules: str, missing: str) -> None:
    code, out, err = ask("deal", "--seed", 42, "-p", 3, "-r", rules, "-q", "--link")
    assert (code, err) == (0, f"note: hanab.live does not have: {missing}\n")
    assert out.splitlines()[1].startswith(SITE)


def test_what_the_site_cannot_show() -> None:
    mixed = ("--seed", 1, "-p", 2, "-r", "avalanche-5", "-r", "black-powder")
    code, out, err = ask("deal", *mixed, "--link")
    assert (code, out) == (codes.BAD_INPUT, "")
    assert err.startswith("error: hanab.live has no variant with the suits of avalanche-5 + black")
    text = "hands r5 g1 y1 b1 p1 / g5 g1 y1 b1 p1; fireworks r4 y3 g4 b3 p3; tokens 2; 2 turns left"
    for option in (["--link"], ["--hanab-live", "x.json"]):
        code, out, err = ask("endgame", "--text", text, *option)
        assert (code, out) == (codes.BAD_INPUT, "")
        assert err == f"error: {option[0]} shows a deal, and the position does not come from one\n"
