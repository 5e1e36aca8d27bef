"""The files that options ask for: whether they can be written, and are not in each other's way."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from solver.errors import InputError


def check_outputs(
    outputs: Mapping[str, str | os.PathLike[str] | None],
    inputs: Iterable[str | os.PathLike[str] | None] = (),
) -> None:
    """Refuse files that cannot be written, before the work; by their options, None if not given.

    Nothing is written over what is read, and no two outputs are the same file.
    """
    wanted = {option: path for option, path in outputs.items() if path is not None}
    if not wanted:
        return
    from solver.files import check_writable, same_file  # noqa: PLC0415 (seldom wanted)

    read = [path for path in inputs if path is not None and os.path.exists(path)]
    others: dict[str, str | os.PathLike[str]] = {}
    for option, path in wanted.items():
        if os.fspath(path) == "-":
            raise InputError(
                f"{option} -: stdout has the answer already; name a file (./- is one called -)"
            )
        check_writable(path)
        for other, place in others.items():
            if same_file(path, place):
                raise InputError(f"{other} and {option}: {path} is the same file; name two")
        if any(same_file(path, place) for place in read):
            raise InputError(f"{option} {path}: is read as well; name another file")
        others[option] = path
