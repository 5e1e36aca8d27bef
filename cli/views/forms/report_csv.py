"""The figures of `report` as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from cli.views.report import cell_json
from solver.survey.summary import Summary


def as_csv(found: Iterable[Summary]) -> str:
    """A row for each cell; what is not a number or a name is a list separated by semicolons."""
    rows = [_csv_row(cell_json(summary)) for summary in found]
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
