"""What the words of a formula must be, whatever its kind."""

from __future__ import annotations

from solver.proofs.formula import Formula


def every_clause_has_words(formula: Formula) -> None:
    assert len(formula.encoding.whys) == len(formula.clauses)
    for number in range(1, len(formula.clauses) + 1):
        assert formula.explained(number).endswith(".")
        assert formula.why(number).endswith(".")


def every_variable_has_words(formula: Formula) -> None:
    """Words of its own; but the first rung of a ladder means the same as its literal."""
    meanings = formula.meanings.decode().splitlines()
    assert len(meanings) == len(formula.encoding.variables)
    words = [line.split("\t")[1] for line in meanings]
    rungs = formula.encoding.rungs
    real = [word for number, word in enumerate(words, 1) if len(rungs.get(number, "ab")) > 1]
    assert len(set(real)) == len(real), "two variables have the same meaning"
