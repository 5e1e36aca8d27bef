"""Running command lines in this process."""

from __future__ import annotations

import io
import json
import os
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple
from unittest.mock import patch

from cli.app import run

PLAIN = {"NO_COLOR": "", "FORCE_COLOR": "", "TTY_COMPATIBLE": "", "COLUMNS": "80", "TERM": "xterm"}


class Answer(NamedTuple):
    """What a command line gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout, where nothing else was said."""
        assert (self.err, self.out.count("\n")) == ("", 1)
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The objects of JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def ask(*args: object, stdin: bytes = b"", **environment: str) -> Answer:
    """Run a command line on a plain terminal of 80 columns, or as the environment says."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        patch.dict(os.environ, PLAIN | environment),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run([str(arg) for arg in args])
    return Answer(code, out.getvalue(), err.getvalue())
