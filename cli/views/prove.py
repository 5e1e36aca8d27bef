"""Proofs: what was proven and written, what was checked, and clauses in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from cli.views.deal import SCHEMA, STOPS
from solver._version import __version__
from solver.errors import counted
from solver.notation.actions import action_to_json
from solver.notation.lines import line_to_text
from solver.proofs.contents import FORMULA, MANIFEST, MEGABYTE, PROOF, digest, size

if TYPE_CHECKING:
    from rich.text import Text

    from solver.game.actions import Action
    from solver.proofs.checking import Checked
    from solver.proofs.claims import Claim
    from solver.proofs.comparing import Compared
    from solver.proofs.formula import Formula
    from solver.proofs.making import Lost, Reached, Undecided
    from solver.search.budget import Budget


# Progress


def checking_words(what: str, done: int, of: int) -> str:
    """What is being done, while a proof is checked."""
    return f"{what}: {done:,} of {counted(of, 'step')} …" if of else f"{what} …"


# A proof that was made, or why there is none


def to_json(claim: Claim, found: Lost | Reached | Undecided, out: str) -> dict[str, Any]:
    """What came of a claim, as one object."""
    from solver.proofs.making import Lost, Reached  # noqa: PLC0415 (loaded by now)

    value: dict[str, Any] = {
        **_claim_json(claim),
        "verdict": "lost" if isinstance(found, Lost) else "undecided",
        "bounds": None,
        "line": None,
        "stopped_by": None,
        "reason": None,
        "proof": None,
    }
    if isinstance(found, Lost):
        reason = None if found.reason is None else found.reason.to_json()
        return value | {"reason": reason, "proof": found.to_json(out)}
    value |= {"line": _line_json(claim, found.line)}
    if isinstance(found, Reached):
        return value | {"verdict": "reachable", "bounds": [found.score, _perfect(claim)]}
    high = claim.score - 1 if found.lost else _perfect(claim)
    return value | {"bounds": [found.low, high], "stopped_by": found.stopped_by}


def _claim_json(claim: Claim) -> dict[str, Any]:
    seed = None if claim.deal is None else claim.deal.seed
    return {
        "schema": SCHEMA,
        "version": __version__,
        "seed": seed,
        "deal" if claim.deal is not None else "position": claim.to_json(),
        "score": claim.score,
        "perfect_score": _perfect(claim),
    }


def _perfect(claim: Claim) -> int:
    return claim.position.rules.perfect_score


def _line_json(claim: Claim, line: tuple[Action, ...]) -> list[dict[str, Any]]:
    actions, position = [], claim.position
    for action in line:
        actions.append(action_to_json(position, action))
        position = position.push(action)
    return actions


def sentence(claim: Claim, found: Lost | Reached | Undecided, budget: Budget) -> str:
    """The verdict in plain words."""
    from solver.proofs.making import Lost, Reached  # noqa: PLC0415 (loaded by now)

    if isinstance(found, Lost):
        return f"Proven: {claim}"
    if isinstance(found, Reached):
        return f"Not lost: {claim.score} can be reached. Nothing is written."
    return _undecided(claim, found, budget)


def why(claim: Claim, found: Lost | Reached | Undecided) -> str | None:
    """Why the score cannot be reached, or what is known if that is open, in a sentence."""
    from solver.proofs.making import Lost, Reached  # noqa: PLC0415 (loaded by now)

    if isinstance(found, Reached):
        return None
    if isinstance(found, Lost):
        if claim.most_left < claim.score:
            return f"The cards that can still be played give {claim.most_left} at most."
        return None if found.reason is None else str(found.reason)
    if found.lost and found.stopped_by == "memory":
        return "Clause learning needs memory, too: a smaller --memory leaves it more."
    if found.lost:
        return "Clause learning did not finish the proof in time. A larger budget may help."
    if claim.position.rules.is_bouquet_final:
        return None
    return f"The maximum is at least {found.low} and at most {_perfect(claim)}."


def page(
    claim: Claim, found: Lost | Reached | Undecided, out: str, budget: Budget, *, width: int
) -> Iterator[Text]:
    """The deal or the position, the verdict, and the files or the line."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.board import board_rows, deal_rows, deal_title, in_blocks  # noqa: PLC0415
    from cli.views.parts.cards import coloured  # noqa: PLC0415
    from solver.proofs.making import Lost, Reached  # noqa: PLC0415 (loaded by now)

    if claim.deal is None:
        blocks: list[Iterable[Text]] = [board_rows(claim.position, width)]
    else:
        blocks = [[deal_title(claim.deal)], deal_rows(claim.deal, width)]
    said = [Text(sentence(claim, found, budget), "bold")]
    blocks.append(said)
    more = why(claim, found)
    if more is not None:
        said.append(coloured(Text(more), claim.position.rules))
    if not isinstance(found, Lost | Reached):
        said.append(Text("Nothing is written."))
    if isinstance(found, Lost):
        blocks += [_written_rows(found, out), _checking_rows(out)]
    elif found.line:
        reached = found.score if isinstance(found, Reached) else found.low
        title = Text(f"A line that reaches {reached}:")
        blocks.append([title, *_line_rows(claim, found.line)])
    return in_blocks(blocks)


def _written_rows(found: Lost, out: str) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    files = found.manifest["files"]
    assert isinstance(files, dict)
    # It does not list itself.
    manifest = found.files[MANIFEST]
    files = {MANIFEST: {"bytes": size(manifest), "sha256": digest(manifest)}, **files}
    if found.kind == "kept-cards":
        yield Text("The formula is that of kept cards: by the plain rules it took too long.")
    yield Text(f"{out} holds", no_wrap=True)
    for name, said in files.items():
        yield Text(f"  {name:<16} {_size(said['bytes']):>9}  SHA-256 {said['sha256'][:16]}…")


def _checking_rows(out: str) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    from solver.proofs.storing import FOLDER, archive_ending  # noqa: PLC0415 (loaded by now)

    yield Text(f"hanabi-solve prove --check {quote(out)}", no_wrap=True)
    unpacked = "" if archive_ending(out) is None else ", when it is unpacked"
    folder = Path(FOLDER if unpacked else out)
    yield Text(f"checks it. So does any checker of DRAT{unpacked}:", "dim")
    command = f"drat-trim {quote(str(folder / FORMULA))} {quote(str(folder / PROOF))}"
    yield Text(command, "dim", no_wrap=True)


def _size(number: int) -> str:
    return f"{number / MEGABYTE:.2f} MB" if number >= 10_000 else f"{number:,} B"


def _undecided(claim: Claim, found: Undecided, budget: Budget) -> str:
    if found.stopped_by == "seconds":
        stop = f"Undecided within the budget of {budget.seconds:g} s: "
    else:
        stop = STOPS.get(
            found.stopped_by, f"Undecided within the budget of {counted(budget.nodes, 'node')}: "
        )
    if found.lost:
        no_proof = stop.replace("Undecided", "No proof")
        return f"{no_proof}{claim.score} cannot be reached, says the search."
    if claim.position.rules.is_bouquet_final:
        return f"{stop}the game may or may not be winnable."
    return f"{stop}{claim.score} may or may not be reachable."


def _line_rows(claim: Claim, line: tuple[Action, ...]) -> Iterator[Text]:
    from rich.text import Text  # noqa: PLC0415 (as above)

    from cli.views.parts.cards import coloured  # noqa: PLC0415

    for row in line_to_text(claim.position, line).splitlines():
        yield coloured(Text(row, no_wrap=True), claim.position.rules)


# A proof that was checked


def checked_json(path: str, checked: Checked, compared: Compared | None) -> dict[str, Any]:
    """What a check found, as one object."""
    return {
        **_claim_json(checked.claim),
        "path": path,
        "verdict": "verified",
        "made_by": checked.manifest.get("version"),
        "files": checked.manifest["files"],
        "formula_kind": checked.kind,
        "clauses": checked.clauses,
        "steps": checked.steps,
        "certificate": None if checked.kinds is None else list(checked.kinds),
        "plain": None if compared is None else compared._asdict(),
    }


def checked_page(path: str, checked: Checked, compared: Compared | None) -> Iterator[Text]:
    """The verdict, and what it rests on."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    yield Text(f"Verified: {checked.claim}", "bold")
    yield Text()
    yield Text(f"{path}:", no_wrap=True)
    yield Text("  All files are as the manifest says.")
    what, clauses = checked.claim.what, counted(checked.clauses, "clause")
    kept = " of kept cards" if checked.kind == "kept-cards" else ""
    yield Text(f"  The formula{kept} is the one that the {what} gives: {clauses}.")
    if checked.kinds is not None:
        kinds = " and ".join(checked.kinds) or "too few cards are left"
        yield Text(f"  The certificate holds: {kinds}.")
    yield Text(
        f"  The proof refutes the formula: {counted(checked.steps, 'step')}, checked by dratify."
    )
    if compared is not None:
        yield Text(f"  {_compared(compared)}")


def _compared(compared: Compared) -> str:
    if compared.agrees:
        return (
            "The plain formula agrees: it was refuted, too, after "
            f"{counted(compared.conflicts, 'conflict')}."
        )
    return (
        f"The plain formula is not decided after {counted(compared.conflicts, 'conflict')}; it "
        "says neither yes nor no. A larger budget may help."
    )


# A clause in words


def clause_json(formula: Formula, number: int) -> dict[str, Any]:
    """A clause, as one object."""
    return {
        "clause": number,
        "literals": formula.clauses[number - 1],
        "words": formula.explained(number),
        "why": formula.why(number),
    }


def clause_rows(formula: Formula, number: int) -> Iterator[Text]:
    """A clause, what it says, and why it is there."""
    from rich.text import Text  # noqa: PLC0415 (slow, and only people need it)

    from cli.views.parts.cards import coloured  # noqa: PLC0415

    literals = " ".join(map(str, formula.clauses[number - 1]))
    yield Text(f"clause {number:,}: {literals} 0", "dim")
    yield coloured(Text(formula.explained(number)), formula.claim.position.rules)
    yield Text(f"Why: {formula.why(number)}")
    yield Text()
