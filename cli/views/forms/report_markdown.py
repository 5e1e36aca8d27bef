"""The figures of `report` as tables of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cli.views.parts import figures
from cli.views.report import lowest_seed, percentiles
from solver.survey.summary import Summary, kinds


def as_markdown(found: Sequence[Summary]) -> str:
    """Tables with a row for each cell: the shares, the maxima, the reasons, the effort."""
    tables = [_shares(found), _maxima(found), _reasons(found), _effort(found)]
    return "\n\n".join("\n".join(_lines(table)) for table in tables if table)


def _shares(found: Sequence[Summary]) -> list[dict[str, str]]:
    return [
        {
            **_cell(summary),
            "deals": figures.count(summary.deals),
            "winnable": figures.percent(summary, summary.share),
            "95 % interval": "–".join(
                figures.percent(summary, bound).removesuffix(" %") for bound in summary.interval
            )
            + " %",
            "undecided": figures.count(summary.undecided),
            "mean maximum": figures.mean(summary.mean_max),
            "lowest maximum": _lowest(summary),
        }
        for summary in found
    ]


def _cell(summary: Summary) -> dict[str, str]:
    return {
        "rules": str(summary.cell.rules),
        "players": str(summary.cell.players),
        "range": f"{summary.cell.numbering} {figures.ranges(summary)}",
    }


def _lowest(summary: Summary) -> str:
    seed = lowest_seed(summary)
    return figures.count(summary.lowest_max) + (f" ({seed})" if seed else "")


def _maxima(found: Sequence[Summary]) -> list[dict[str, str]]:
    """By the points that are missing, as the rule sets have different perfect scores."""
    scoring = [summary for summary in found if summary.mean_max is not None]
    missing = sorted(
        {
            summary.cell.rules.perfect_score - score
            for summary in scoring
            for score in summary.maxima
        }
    )
    return [
        {**_cell(summary), "perfect score": str(summary.cell.rules.perfect_score)}
        | {
            f"−{points}" if points else "reached": figures.count(
                summary.maxima.get(summary.cell.rules.perfect_score - points)
            )
            for points in missing
        }
        for summary in scoring
    ]


def _reasons(found: Sequence[Summary]) -> list[dict[str, str]]:
    return [
        {**_cell(summary), "lost": figures.count(summary.lost)}
        | {kind: figures.count(summary.reasons.get(kind)) for kind in kinds(found)}
        for summary in found
    ]


def _effort(found: Sequence[Summary]) -> list[dict[str, str]]:
    return [
        {
            **_cell(summary),
            **{
                f"nodes, {name}": figures.count(value)
                for name, value in percentiles(summary.nodes).items()
            },
            "time, mean": figures.duration(summary.mean_microseconds / 1e6),
            "core time": figures.duration(summary.seconds),
            "whole census": figures.duration(
                None if summary.census_hours is None else summary.census_hours * 3600
            ),
        }
        for summary in found
    ]


def _lines(rows: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """A table of Markdown; columns but the first are figures, to the right."""
    yield f"| {' | '.join(rows[0])} |"
    yield f"|---|{'---:|' * (len(rows[0]) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row.values())} |"
