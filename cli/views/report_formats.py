"""The figures of `report` for programs and documents: JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cli.views.parts import figures
from solver._version import __version__
from solver.survey.folder import Folder
from solver.survey.histogram import Percentiles
from solver.survey.summary import Summary, kinds

SCHEMA = "hanabi-solve/report-1"


def as_json(folders: Sequence[Folder], found: Sequence[Summary]) -> dict[str, Any]:
    """All figures of all cells, and how the rows of each folder were made."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "folders": [
            {"path": str(folder.path), "digest": folder.digest(), "manifest": folder.manifest}
            for folder in folders
        ],
        "cells": [_cell_json(summary) for summary in found],
    }


def _cell_json(summary: Summary) -> dict[str, Any]:
    low, high = summary.interval
    return {
        "rules": summary.cell.rules.to_json(),
        "players": summary.cell.players,
        "numbering": summary.cell.numbering,
        "ranges": [list(there) for there in summary.ranges],
        "perfect_score": summary.cell.rules.perfect_score,
        "deals": summary.deals,
        "perfect": summary.perfect,
        "lost": summary.lost,
        "undecided": summary.undecided,
        "share": summary.share,
        "low": low,
        "high": high,
        "mean_max": summary.mean_max,
        "lowest_max": summary.lowest_max,
        "lowest_seed": _lowest_seed(summary),
        "maxima": summary.maxima,
        "reasons": summary.reasons,
        "nodes": {**_percentiles(summary.nodes), "total": summary.total_nodes},
        "microseconds": {
            **_percentiles(summary.microseconds),
            "mean": round(summary.mean_microseconds, 3),
        },
        "conflicts": summary.conflicts,
        "seconds": round(summary.seconds, 6),
        "census_hours": summary.census_hours,
        "versions": list(summary.versions),
        "digests": list(summary.digests),
    }


def _percentiles(found: Percentiles | None) -> dict[str, float | None]:
    return dict.fromkeys(Percentiles._fields) if found is None else found._asdict()


def _lowest_seed(summary: Summary) -> str | None:
    return None if summary.lowest_deal is None else summary.deal_name(summary.lowest_deal)


def as_csv(found: Iterable[Summary]) -> str:
    """A row for each cell; what is not a number or a name is a list apart by semicolons."""
    rows = [_csv_row(_cell_json(summary)) for summary in found]
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _csv_row(cell: dict[str, Any]) -> dict[str, Any]:
    rules, ranges = cell["rules"], cell["ranges"]
    row: dict[str, Any] = {
        "rules": " + ".join(rules) if isinstance(rules, list) else json.dumps(rules),
        "players": cell["players"],
        "numbering": cell["numbering"],
        "first": ranges[0][0],
        "last": ranges[-1][1],
        "ranges": ";".join(f"{first}-{last}" for first, last in ranges),
    }
    for name, value in cell.items():
        if name in ("maxima", "reasons"):
            row[name] = ";".join(f"{key}:{deals}" for key, deals in value.items())
        elif name in ("nodes", "microseconds"):
            prefix = "nodes" if name == "nodes" else "us"
            row |= {f"{prefix}_{figure}": number for figure, number in value.items()}
        elif name in ("versions", "digests"):
            row[name.removesuffix("s")] = ";".join(value)
        elif name not in row:
            row[name] = value
    return row


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
    seed = _lowest_seed(summary)
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
                for name, value in _percentiles(summary.nodes).items()
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
