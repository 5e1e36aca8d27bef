"""The shuffle: hanab.live's check values, and the compiled twin against the plain one."""

from __future__ import annotations

import hashlib
import json
import struct
import subprocess
import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Deal, Rules
from solver.game import _shuffle as _seeding
from solver.game import shuffle as seeding
from tests.support.strategies import many

TWINS = pytest.mark.parametrize("twin", [seeding, _seeding], ids=["plain", "compiled"])

BASE_DECK = [suit + value for suit in "rygbp" for value in "1112233445"]

DECKS = {
    "p3v0s42": "p1 g4 p5 y2 y5 y2 p4 y1 b3 b2 y4 b2 p1 r4 p3 r1 y3 r2 b1 g3 y3 p1 g1 p2 b5 p2 b4 "
    "g5 p3 b4 g2 r4 r3 y1 r1 b1 y1 b3 p4 g1 r1 g2 g1 g3 r3 y4 r5 b1 r2 g4",
    "p2v0s1": "b5 p4 b3 r4 g1 b3 b1 r1 g2 g4 r2 b2 g2",
}

# Made to measure: their checksums, as signed numbers, are multiples of 2^31 - 1.
ZERO_SEEDS = [
    "p2v0saaaabbbbbaababaaabbaaaabaababaabaaaabaabbaaabaabbaaaabbbbababaaaaaaaaaaa",
    "p2v0sbabbbaabbbbaabaabbbbbaabaaaaaaabbbbbbbaaaabbaaabbbaabaabaabaabbaaaaaaaaa",
]
# Signed, this one's is negative; unsigned, it is 1 more than a multiple, so that 1 - 4 is below 0.
NEARLY_ZERO_SEED = "p2v0sbabaababaaaabbbabbbaaabbaabaaaababbaaabababbbababbbabbbaabababaaaaaaaaaa"


class CountingGenerator(seeding.Generator):
    """The plain generator, and how often it was asked."""

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.draws = 0

    def number(self) -> int:
        self.draws += 1
        return super().number()


def draws_of(seed: str, size: int) -> int:
    generator = CountingGenerator(seeding.start_value(seed))
    for i in range(size):
        generator.below(i + 1)
    return generator.draws


def test_checksum() -> None:
    assert seeding.crc64(b"123456789") == 0x995DC9BBDF1939FA
    assert seeding.crc64(b"p3v0s42") == 0xBE2FE5D9219A8C83
    assert seeding.crc64(b"") == 0


@TWINS
def test_start_value(twin: ModuleType) -> None:
    assert twin.start_value("p3v0s42") == 502945844


@TWINS
@pytest.mark.parametrize("seed", ZERO_SEEDS)
def test_start_value_is_never_zero(twin: ModuleType, seed: str) -> None:
    signed = (seeding.crc64(seed.encode()) + 2**63) % 2**64 - 2**63
    assert signed % (2**31 - 1) == 0
    assert twin.start_value(seed) == 89482311


@TWINS
def test_start_value_of_a_negative_checksum(twin: ModuleType) -> None:
    crc = seeding.crc64(NEARLY_ZERO_SEED.encode())
    assert crc >= 2**63
    assert crc % (2**31 - 1) == 1
    assert twin.start_value(NEARLY_ZERO_SEED) == (crc - 2**64) % (2**31 - 1) == 2**31 - 4


@TWINS
def test_table(twin: ModuleType) -> None:
    table = [(word + 2**63) % 2**64 - 2**63 for word in twin.mask_table()]
    assert table[0] == -4181792142133755926
    assert table[606] == 4152330101494654406
    digest = hashlib.sha256(struct.pack("<607q", *table)).hexdigest()
    assert digest == "1928503b93a563e491119a5889baba73d1605b90b63634c14a408805797a7c7b"


@TWINS
@pytest.mark.parametrize("seed", DECKS)
def test_known_decks(twin: ModuleType, seed: str) -> None:
    deck = " ".join(BASE_DECK[i] for i in twin.shuffled(seed, 50))
    assert deck.startswith(DECKS[seed])


@TWINS
def test_legacy_prefix_does_not_count(twin: ModuleType) -> None:
    for digit in "0123456789":
        assert twin.start_value(f"legacy-{digit}-p3v0s42") == 502945844
    assert twin.shuffled("legacy-3-p3v0s42", 50) == twin.shuffled("p3v0s42", 50)


@TWINS
@pytest.mark.parametrize(
    "seed",
    [
        "legacy-p3v0s42",
        "legacy-10-p3v0s42",
        "legacy-x-p3v0s42",
        "legacy-1p3v0s42",
        "Legacy-1-p3v0s42",
    ],
)
def test_other_prefixes_count(twin: ModuleType, seed: str) -> None:
    assert twin.start_value(seed) != 502945844


def test_only_one_prefix_is_dropped() -> None:
    for twin in (seeding, _seeding):
        assert twin.start_value("legacy-1-legacy-2-x") != twin.start_value("x")


@many(100)
@given(st.text(max_size=40))
def test_twins_start_alike(seed: str) -> None:
    assert _seeding.start_value(seed) == seeding.start_value(seed)
    prefixed = "legacy-1" + seed
    assert _seeding.start_value(prefixed) == seeding.start_value(prefixed)


@many(100)
@given(st.from_regex(r"p[2-6]v[0-9]{1,4}s[A-Za-z0-9-]{1,12}", fullmatch=True), st.integers(0, 315))
def test_twins_shuffle_alike(seed: str, size: int) -> None:
    order = _seeding.shuffled(seed, size)
    assert order == seeding.shuffled(seed, size)
    assert sorted(order) == list(range(size))


# The tap meets changed words after 273 draws, the feed wraps after 334 and meets them after 607.
@pytest.mark.parametrize("size", [272, 273, 274, 275, 333, 334, 335, 336, 606, 607, 608, 609, 2000])
def test_twins_shuffle_alike_where_the_generator_wraps(size: int) -> None:
    assert _seeding.shuffled("p2v0swrap", size) == seeding.shuffled("p2v0swrap", size)


@many(30)
@given(st.one_of(st.integers(1, 2**31 - 2), st.sampled_from([1, 2, 2**30, 2**31 - 2])))
def test_twins_shuffle_alike_from_any_start(start: int) -> None:
    assert _seeding.shuffled_from_start(start, 60) == seeding.shuffled_from_start(start, 60)


@many(200)
@given(st.integers(1, 2**31 - 2), st.integers(0, 315))
def test_twins_draw_tiles_alike(start: int, size: int) -> None:
    order, number = _seeding.tiles_from_start(start, size)
    assert (order, number) == seeding.tiles_from_start(start, size)
    assert sorted(order) == [1, 2, 3, 4, 5, 6]
    assert 0 <= number < 1


@TWINS
@pytest.mark.parametrize("start", [1, 2, 502945844, 2**31 - 2])
def test_the_tiles_come_after_the_deck_and_do_not_change_it(twin: ModuleType, start: int) -> None:
    before = twin.shuffled_from_start(start, 50)
    twin.tiles_from_start(start, 50)
    assert twin.shuffled_from_start(start, 50) == before
    deck = Deal.from_start(Rules.named("base"), 3, start).deck
    assert Deal.from_start(Rules.named("flamboyants"), 3, start).deck == deck


@TWINS
def test_known_tiles(twin: ModuleType) -> None:
    assert twin.tiles_from_start(502945844, 50) == ([5, 4, 2, 3, 6, 1], 0.9036408951506019)


def test_tiles_are_spread_evenly() -> None:
    """Where tile 1 goes, over many starts: a sixth each, within five sigma; likewise the number."""
    places, parts = [0] * 6, [0] * 6
    for start in range(1, 30_001):
        order, number = _seeding.tiles_from_start(start, 50)
        places[order.index(1)] += 1
        parts[int(number * 6)] += 1
    assert all(abs(count - 5000) < 5 * 65 for count in places + parts)


@pytest.mark.parametrize(("start", "size"), [(0, 50), (2**31 - 1, 50), (1, -1), (1, 65536)])
def test_tiles_of_what_cannot_be_shuffled(start: int, size: int) -> None:
    with pytest.raises(ValueError, match=r"the start value|can be shuffled"):
        _seeding.tiles_from_start(start, size)


def test_twins_draw_again_alike() -> None:
    """One deck in 90 000 of this size needs a number more than it has cards; this one does."""
    assert draws_of("p2v0s58796", 315) == 316
    assert _seeding.shuffled("p2v0s58796", 315) == seeding.shuffled("p2v0s58796", 315)


def test_numbers_are_spread_evenly() -> None:
    """Where card 0 of three goes, over many seeds: a third each, within five sigma."""
    places = [0, 0, 0]
    for number in range(30_000):
        places[_seeding.shuffled(f"p2v0s{number}", 3).index(0)] += 1
    assert all(abs(count - 10_000) < 5 * 82 for count in places)


@pytest.mark.parametrize("size", [-1, 65536, 2**40])
def test_sizes_that_cannot_be_shuffled(size: int) -> None:
    with pytest.raises(ValueError, match="0 to 65535 can be shuffled"):
        _seeding.shuffled("p2v0s1", size)


@pytest.mark.parametrize("start", [-1, 0, 2**31 - 1, 2**64 + 1])
def test_start_values_that_do_not_exist(start: int) -> None:
    with pytest.raises(ValueError, match=r"the start value .* is not in 1 to 2147483646"):
        _seeding.shuffled_from_start(start, 50)


FIRST_USE = """
from threading import Barrier, Thread
from solver.game._shuffle import shuffled

barrier, orders = Barrier(4), []

def work():
    barrier.wait()
    orders.append(shuffled("p3v0s42", 50))

threads = [Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(orders)
"""


def test_first_use_by_several_threads() -> None:
    """In a process of its own, as the tables are computed once."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_USE], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [seeding.shuffled("p3v0s42", 50)] * 4
