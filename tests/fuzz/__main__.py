"""`make fuzz`: attacks of every kind, again and again; each has a name that repeats it.

    python -m tests.fuzz                          a minute, shared by all kinds
    python -m tests.fuzz --minutes 60             an hour
    python -m tests.fuzz interrupts kills         only these kinds
    python -m tests.fuzz house_rules:4711         one attack once more

Attack number n of a kind is made from `Random("kind:n")` and nothing else. A kind runs in a process
of its own: if that crashes or hangs, the attack it was at is the finding, and the next one follows.
"""

from __future__ import annotations

import argparse
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random, SystemRandom

HERE = Path(__file__).parent
KINDS = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith(("_", "test_")))
# An attack that takes so long hangs. It is long because machines are busy.
HANGS = 300.0
PAUSE = 10.0  # seconds between two lines of progress


def main() -> int:
    """Run what the arguments ask for; 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Attack the program.")
    parser.add_argument(
        "kinds", nargs="*", default=KINDS, metavar="KIND[:NUMBER]", help=", ".join(KINDS)
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="for all kinds together")
    parser.add_argument("--first", type=int, help="the number of the first attack of each kind")
    parser.add_argument("--within", type=float, help=argparse.SUPPRESS)  # for the processes
    asked = parser.parse_args()
    if asked.within is not None:
        attack_for(asked.kinds[0], asked.first, asked.within)
        return 0
    if unknown := [kind for kind in asked.kinds if kind.partition(":")[0] not in KINDS]:
        parser.error(f"{unknown[0]}: there is no such kind; the kinds are {', '.join(KINDS)}")
    first = SystemRandom().randrange(10**6) * 1000 if asked.first is None else asked.first
    found = 0
    for kind in asked.kinds:
        if ":" in kind:
            found += once_more(kind)
        else:
            found += many(kind, first, asked.minutes * 60 / len(asked.kinds))
    return 1 if found else 0


def attack(name: str) -> str | None:
    """One attack; its name is all it is made of."""
    finding: str | None = import_module(f"tests.fuzz.{name.partition(':')[0]}").attack(Random(name))
    return finding


def once_more(name: str) -> int:
    """An attack in this process, where a debugger can follow it; the number of findings."""
    finding = attack(name)
    print(f"{name}: {finding or 'nothing found'}", flush=True)
    return 1 if finding else 0


def many(kind: str, first: int, seconds: float) -> int:
    """Attacks of one kind for a while, in other processes; the number of findings."""
    print(f"{kind}: from {kind}:{first} on, for {seconds:.0f} s", flush=True)
    ends, said = time.monotonic() + seconds, time.monotonic()
    coming, found = first, 0
    while coming == first or time.monotonic() < ends:
        for number, finding in _told(kind, coming, max(ends - time.monotonic(), 0.0)):
            coming = number + 1
            if finding:
                found += 1
                print(f"{kind}:{number}: {finding}", flush=True)
            if time.monotonic() > said + PAUSE:
                said = time.monotonic()
                print(f"{kind}: {coming - first} attacks so far", flush=True)
    print(f"{kind}: {coming - first} attacks, {found} findings", flush=True)
    return found


def _told(kind: str, first: int, seconds: float) -> Iterator[tuple[int, str | None]]:
    """What one process says of its attacks: each number when it is done, with what it found."""
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.fuzz", kind]
    command += ["--first", str(first), "--within", str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE.parent.parent)
    assert process.stdout is not None
    lines: queue.Queue[str | None] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
    reader.start()
    number = first
    while True:
        try:
            line = lines.get(timeout=HANGS)
        except queue.Empty:
            process.kill()
            process.wait()
            yield number, f"no end after {HANGS:.0f} s"
            return
        if line is None:
            break
        word, _, finding = line.rstrip("\n").partition(" ")
        number = int(word)
        yield number, finding or None
        number += 1
    if code := process.wait():
        yield number, f"the process ended with {code}"


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)


def attack_for(kind: str, first: int, seconds: float) -> None:
    """The process of a kind: attacks until the time is up, at least one; a line for each."""
    ends = time.monotonic() + seconds
    number = first
    while number == first or time.monotonic() < ends:
        finding = attack(f"{kind}:{number}")
        print(number, " ".join((finding or "").split()), flush=True)
        number += 1


if __name__ == "__main__":
    sys.exit(main())
