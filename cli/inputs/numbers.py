"""Options that are numbers: what reads them, and what it says when they are none."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import typer

# With commas only between thousands: 1,2 is no number.
NUMBER = r"[0-9]{1,3}(?:[,_][0-9]{3}){1,8}|[0-9]{1,25}"
DECIMAL = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers; the name of the option is put before what it says.

    >>> whole(2, 6)("3"), whole(1)("1,000,000")
    (3, 1000000)
    >>> whole(2, 6)("x")
    Traceback (most recent call last):
    ...
    typer._click.exceptions.BadParameter: x: write a whole number from 2 to 6
    """
    limits = f", {low} or more" if high is None else f" from {low} to {high}"

    def read(value: str) -> int:
        text = str(value).strip()  # typer also reads the default value, which is a number
        if re.fullmatch(NUMBER, text):
            number = int(re.sub("[,_]", "", text))
            if low <= number and (high is None or number <= high):
                return number
        elif re.fullmatch("[0-9]+", text):
            raise typer.BadParameter(f"{value}: is too large")
        raise typer.BadParameter(f"{value}: write a whole number{limits}")

    return read


def decimal(advice: str, is_fit: Callable[[float], bool]) -> Callable[[str], float]:
    """The same for numbers that need not be whole."""

    def read(value: str) -> float:
        text = str(value).strip()
        number = float(text) if re.fullmatch(DECIMAL, text) else float("nan")
        if not (math.isfinite(number) and is_fit(number)):
            raise typer.BadParameter(f"{value}: {advice}")
        return number

    return read
