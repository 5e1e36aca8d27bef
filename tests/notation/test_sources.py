"""How much is read, from where, and what becomes of more; no test waits for a clock."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from solver.errors import InputError
from solver.game.deals import Deal
from solver.game.rules import Rules
from solver.hanab_live.games import loads_game
from solver.hanab_live.links import loads_link
from solver.notation.deals import load_deal, loads_deal
from solver.notation.lines import read_moves
from solver.notation.objects import MOST_LEVELS, parse_json
from solver.notation.positions import loads_position
from solver.notation.sources import LARGEST_TEXT, lines_of, read_whole
from solver.reader import read, read_game

TOO_LARGE = "is too large: at most 1 MiB are read"


class Endless(io.RawIOBase):
    """A stream that never ends, and counts what is taken from it."""

    taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        buffer[:] = (b"r1 " * (len(buffer) // 3 + 1))[: len(buffer)]
        self.taken += len(buffer)
        return len(buffer)


def endless(raw: Endless) -> io.BufferedReader:
    return io.BufferedReader(cast(io.RawIOBase, raw))


def test_an_endless_stream_is_read_up_to_the_limit() -> None:
    raw = Endless()
    with pytest.raises(InputError, match=f"^stdin: {TOO_LARGE}"):
        read_whole(endless(raw), "stdin")
    assert raw.taken < 2 * LARGEST_TEXT


def test_an_endless_file_of_python() -> None:
    raw = Endless()
    with pytest.raises(InputError, match=TOO_LARGE):
        load_deal(io.TextIOWrapper(endless(raw)), players=2)
    assert raw.taken < 3 * LARGEST_TEXT


def test_a_line_without_end_does_not_keep_the_next_one_away() -> None:
    stream = io.BytesIO(b"one\n" + b"x" * (3 * 10 + 5) + b"\ntwo\r\nthree")
    assert list(lines_of(stream, most=10)) == [b"one\n", b"x" * 11, b"two\r\n", b"three"]


def test_a_line_as_long_as_it_may_be() -> None:
    lines = [b"x" * 10, b"y" * 9 + b"\n", b"z" * 10 + b"\n", b"a"]
    stream = io.BytesIO(b"\n".join(line.rstrip(b"\n") for line in lines))
    assert list(lines_of(stream, most=10)) == [b"x" * 10 + b"\n", *lines[1:]]


READERS: dict[str, Callable[[str], object]] = {
    "read": lambda text: read(text, "it"),
    "read_game": lambda text: read_game("{" + text, "it"),
    "loads_deal": lambda text: loads_deal(text, "it"),
    "loads_position": lambda text: loads_position(text, "it"),
    "read_moves": lambda text: read_moves(text, Rules.named("base"), "it"),
    "loads_game": lambda text: loads_game(text, "it"),
    "loads_link": lambda text: loads_link("replay-json/" + text, "it"),
    "parse_json": lambda text: parse_json(text, "it"),
}


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_has_a_limit(reader: str) -> None:
    with pytest.raises(InputError, match=f"^it: {TOO_LARGE}"):
        READERS[reader]("r1 " * LARGEST_TEXT)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("piece", ["a", "r1 ", "r", "1", " ", ";", ",", "[", '{"a":', "hint;", "-"])
def test_every_reader_refuses_all_that_is_nearly_too_large(reader: str, piece: str) -> None:
    """Each in its time: what is not linear would keep this test for hours."""
    with pytest.raises(InputError) as refused:
        READERS[reader](piece * (LARGEST_TEXT // len(piece) - 100))
    assert len(str(refused.value)) <= 1000


def test_a_deck_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(InputError, match=r"there are more than 1,000 cards"):
        Deal.from_text("r1 " * 1001 + "x9", 3)


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


def test_nesting() -> None:
    assert parse_json(nested(MOST_LEVELS), "it")
    for levels in (MOST_LEVELS + 2, 900, 950, 980, 990, 1000, 5000, 100_000):
        for text in (nested(levels), '{"a":' * levels + "1" + "}" * levels):
            with pytest.raises(InputError, match="it: arrays and objects lie in each other more"):
                parse_json(text, "it")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NaN", "NaN is not a number"),
        ('{"id": -Infinity}', "-Infinity is not a number"),
        ('{"id": 1e999}', "the number 1e999 is too large"),
        ('{"id": -1E400}', "the number -1E400 is too large"),
        ('{"id": ' + "9" * 1001 + "}", "a number has 1,001 digits: at most 1,000 are read"),
        (r'{"id": "\ud800"}', r"\\ud800 is half of a character"),
        (r'{"\udfff": 1}', r"\\udfff is half of a character"),
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' is given twice"),
        ("[1,\n2,]", r"is not JSON \(line 2, column"),
        ("[1, 2,]", r"is not JSON \(column"),
        ("\ufeff[]", "is not JSON"),
    ],
)
def test_json_that_is_none(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^it: .*{message}"):
        parse_json(text, "it")


def test_what_is_read_can_be_written() -> None:
    text = r'{"id": [1e300, -7, "\ud83d\ude00 \u0000 \u202e", null, true]}'
    assert json.loads(json.dumps(parse_json(text, "it"), allow_nan=False)) == json.loads(text)


def test_repeated_keys_are_found_in_one_walk() -> None:
    """The first key that comes again, of 60,000: who compares each with each needs minutes."""
    keys = [f'"{n}": 0' for n in range(60_000)]
    with pytest.raises(InputError, match="the key '59999' is given twice"):
        parse_json("{" + ",".join([*keys, keys[-1]]) + "}", "it")


def test_unknown_keys_are_counted_first() -> None:
    value = {f"seeds{n}": 0 for n in range(50_000)} | {"seed": 1, "players": 2}
    for text in (json.dumps(value), json.dumps(value | {"hands": ["r1", "r2"]})):
        with pytest.raises(InputError, match=r"an object with 50,00\d keys: at most 1,000"):
            read(text, "it")


@pytest.mark.parametrize(
    "content",
    [
        b'\xef\xbb\xbf{"seed": 42,\r\n "players": 3}\r\n',
        b'{"seed": 42, "players": 3}',
    ],
)
def test_marks_and_line_ends_of_other_systems(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_bytes(content)
    assert load_deal(path) == Deal.from_seed("p3v0s42")


@pytest.mark.parametrize("name", ["\ud800", "a\0b"])
def test_what_cannot_be_the_name_of_a_file(name: str) -> None:
    with pytest.raises(InputError, match="cannot be read: no file has such a name"):
        load_deal(name)


def test_utf_16_is_named(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_bytes('{"seed": 42}'.encode("utf-16"))
    with pytest.raises(InputError, match=r"is not UTF-8 text .* but UTF-16: save it as UTF-8"):
        load_deal(path)
