# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The report of all measurements: a table for people, bench-output/report.json for programs."""

import json
import subprocess
from pathlib import Path

COLUMNS = ("name", "value", "unit", "against", "ratio", "bound", "holds")


def row(name, value, unit, against=None, ratio=None, bound=None, holds=True):
    """Returns one measurement; `holds` is true if no bound was promised."""
    return dict(zip(COLUMNS, (name, round(value, 3), unit, against, None if ratio is None else round(ratio, 3), bound, holds)))


def measured_rows(programs, *which):
    """Returns the measurements that a process takes of its own libraries."""
    measured = subprocess.run([str(Path(programs) / "passfold-measurements"), *which], stdout=subprocess.PIPE, check=True)
    return [row(**{name: one.get(name) for name in COLUMNS}) for one in json.loads(measured.stdout)]


def write(rows, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, indent=2) + "\n")


def table(rows):
    lines = [("what", "measured", "against", "ratio", "bound", "")]
    for one in rows:
        lines.append((
            one["name"], f"{one['value']:,.4g} {one['unit']}" if one["value"] < 1000 else f"{one['value']:,.0f} {one['unit']}",
            one["against"] or "", "" if one["ratio"] is None else f"{one['ratio']:.2f}", "" if one["bound"] is None else f"{one['bound']:g}",
            "" if one["bound"] is None else "holds" if one["holds"] else "MISSED"))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip() for line in lines)
