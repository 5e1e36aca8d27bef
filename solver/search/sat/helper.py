"""What the learning process does: answer questions until nobody is left to ask them."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

from solver.search.sat import messages
from solver.search.sat.learning import Question

# Before it anything may have been printed: by Python's own start, for example.
READY = b"ready to learn\n"


def main() -> None:
    """Answer each question that comes in; between slices the asker says whether to go on."""
    # Clauses are 100,000 lists and more, none of which refers back to another: counting references
    # frees them. To look through them for rings takes as long again as to write them.
    gc.disable()
    asker, answers = sys.stdin.fileno(), os.dup(sys.stdout.fileno())
    # What a library may print is no answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def read() -> Any:
        return messages.read(lambda most: os.read(asker, most))

    def write(content: bytes) -> None:
        while content:
            content = content[os.write(answers, content) :]

    def goes_on(conflicts: int) -> bool:
        write(messages.to_bytes(conflicts))
        return bool(read())

    write(b"\n" + READY)
    try:
        while True:
            question: Question = read()
            try:
                answer: Any = question.answer(goes_on)
            except (EOFError, OSError):
                raise
            except Exception as error:
                answer = error
            write(messages.to_bytes(answer))
    except (EOFError, OSError):
        return  # the asker is gone
