"""What ends a long run, even where it cannot be raised at once."""

from __future__ import annotations

import sys

import pytest

from cli.terminal.stopping import raise_lost, stoppable


class Interrupted:
    """An object during whose end somebody presses Ctrl-C, or something else goes wrong."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __del__(self) -> None:
        raise self.error


def test_an_interrupt_that_cannot_be_raised_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with stoppable():
        raise_lost()  # nothing came yet
        Interrupted(KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            raise_lost()
        raise_lost()  # once is enough
    assert capsys.readouterr().err == ""


def test_other_faults_are_told_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[sys.UnraisableHookArgs] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    with stoppable():
        Interrupted(ValueError("x"))
        raise_lost()
    assert [fault.exc_type for fault in told] == [ValueError]
    assert sys.unraisablehook == told.append
