"""hanab.live's shuffle in plain Python: the readable twin of `solver/game/_shuffle.pyx`.

A seed's text becomes a checksum, the checksum a start value, the start value fills an additive
lagged Fibonacci generator, and the generator's numbers shuffle the deck. The tests demand the
same answers from both twins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

PRIME = 2**31 - 1
WORD = 2**64
STATE_WORDS, FEED_START = 607, 334
TABLE_STEPS = 7_800_000_000_000


def crc64(data: bytes) -> int:
    """CRC-64/XZ.

    >>> f"{crc64(b'123456789'):016x}", f"{crc64(b'p3v0s42'):016x}"
    ('995dc9bbdf1939fa', 'be2fe5d9219a8c83')
    """
    crc = WORD - 1
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xC96C5795D7870F42 if crc & 1 else 0)
    return crc ^ WORD - 1


def start_value(seed: str) -> int:
    """The generator's start value for a full seed; a "legacy-N-" prefix does not count.

    >>> start_value("p3v0s42"), start_value("legacy-1-p3v0s42")
    (502945844, 502945844)
    """
    crc = crc64(re.sub(r"\Alegacy-[0-9]-", "", seed).encode())
    return _start_of(crc)


def _start_of(crc: int) -> int:
    """The residue of the checksum as a signed number; 0, which would stay 0, is replaced.

    >>> _start_of(PRIME + 1), _start_of(WORD - 1), _start_of(5 * PRIME)
    (1, 2147483646, 89482311)
    """
    signed = crc - WORD if crc >= WORD // 2 else crc
    return signed % PRIME or 89482311


def _triples(start: int) -> Iterator[tuple[int, int, int]]:
    """What the 607 words are made of: the steps of x <- 48271 x, after 20 to warm up."""
    x = start * pow(48271, 20, PRIME) % PRIME
    for _ in range(STATE_WORDS):
        a = x * 48271 % PRIME
        b = a * 48271 % PRIME
        x = b * 48271 % PRIME
        yield a, b, x


class Generator:
    """The additive lagged Fibonacci generator (607, 273) mod 2^64.

    >>> generator = Generator(start_value("p3v0s42"))
    >>> generator.number(), generator.below(50)
    (519882278, 17)
    """

    def __init__(self, start: int) -> None:
        """Fill the state."""
        words = zip(_triples(start), mask_table(), strict=True)
        self.state = [(a << 40 ^ b << 20 ^ c) ^ mask for (a, b, c), mask in words]
        self.tap, self.feed = 0, FEED_START

    def number(self) -> int:
        """The next number of 31 bits: bits 32 to 62 of the next word."""
        self.tap = (self.tap - 1) % STATE_WORDS
        self.feed = (self.feed - 1) % STATE_WORDS
        word = (self.state[self.feed] + self.state[self.tap]) % WORD
        self.state[self.feed] = word
        return word >> 32 & 2**31 - 1

    def below(self, bound: int) -> int:
        """A number below the bound, all equally likely."""
        if bound & (bound - 1) == 0:
            return self.number() & (bound - 1)
        number = self.number()
        while number > 2**31 - 1 - 2**31 % bound:
            number = self.number()
        return number % bound


def shuffled(seed: str, size: int) -> list[int]:
    """The order of a deck of `size` cards after hanab.live's shuffle of a full seed.

    The number at each place is the index in the unshuffled deck of the card that lies there.

    >>> shuffled("p3v0s42", 50)[:5]
    [41, 27, 49, 13, 19]
    """
    return shuffled_from_start(start_value(seed), size)


def shuffled_from_start(start: int, size: int) -> list[int]:
    """The order of a deck of `size` cards after the shuffle from a start value."""
    generator = Generator(start)
    order = list(range(size))
    for i in range(size):
        j = generator.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def tiles_from_start(start: int, size: int) -> tuple[list[int], float]:
    """The order of the six bonus tiles and tile 5's number, after a deck of `size` cards.

    The tiles are shuffled as the deck is; then the next number of 31 bits, over 2^31, is tile 5's.

    >>> tiles_from_start(start_value("p3v0s42"), 50)
    ([5, 4, 2, 3, 6, 1], 0.9036408951506019)
    """
    generator = Generator(start)
    for i in range(size):
        generator.below(i + 1)
    order = list(range(1, 7))
    for i in range(6):
        j = generator.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order, generator.number() / 2**31


@cache
def mask_table() -> tuple[int, ...]:
    """What the 607 words are xored with: the generator's own state after 7.8e12 steps.

    Step n overwrites slot (334 - n) mod 607. With y[m] the value that step m + 1 overwrites,
    y[m] = y[m - 607] + y[m - 273], so y[N + j] is the sum of P_i y[i + j], where P is t^N mod
    t^607 - t^334 - 1.

    >>> mask_table()[0] - WORD, mask_table()[606]
    (-4181792142133755926, 4152330101494654406)
    """
    filling = [a << 20 ^ b << 10 ^ c for a, b, c in _triples(1)]
    y = [filling[(FEED_START - 1 - m) % STATE_WORDS] for m in range(STATE_WORDS)]
    for m in range(STATE_WORDS, 2 * STATE_WORDS):
        y.append((y[m - 607] + y[m - 273]) % WORD)
    poly = _power_of_t(TABLE_STEPS)
    table = [0] * STATE_WORDS
    for j in range(STATE_WORDS):
        slot = (FEED_START - 1 - TABLE_STEPS - j) % STATE_WORDS
        table[slot] = sum(p * value for p, value in zip(poly, y[j:], strict=False)) % WORD
    return tuple(table)


def _power_of_t(exponent: int) -> list[int]:
    """The 607 coefficients, mod 2^64, of t^exponent mod t^607 - t^334 - 1.

    >>> [i for i, c in enumerate(_power_of_t(2 * 607)) if c], _power_of_t(2 * 607)[61]
    ([0, 61, 334, 395], 1)
    """
    poly = [1] + [0] * (STATE_WORDS - 1)
    for bit in f"{exponent:b}":
        poly = _square(poly)
        if bit == "1":
            poly = [0, *poly]
        for degree in range(len(poly) - 1, STATE_WORDS - 1, -1):
            poly[degree - 273] += poly[degree]
            poly[degree - 607] += poly[degree]
        poly = [coefficient % WORD for coefficient in poly[:STATE_WORDS]]
    return poly


def _square(poly: list[int]) -> list[int]:
    """The square of a polynomial, by one multiplication of long numbers.

    A coefficient of the square is below 607 · 2^128, so 18 bytes keep them apart.

    >>> _square([3, 0, 1])
    [9, 0, 6, 0, 1]
    """
    packed = int.from_bytes(b"".join(c.to_bytes(18, "little") for c in poly), "little")
    length = 2 * len(poly) - 1
    square = (packed * packed).to_bytes(18 * length + 18, "little")
    return [int.from_bytes(square[18 * i : 18 * i + 18], "little") for i in range(length)]
