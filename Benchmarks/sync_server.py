# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The sync server compared with its own database: pushes, waits for changes, and its memory; devices and databases share the machine."""

import json
import os
import statistics
import subprocess

from Benchmarks.report import row
from demo.world import ROOT

NAMES = {"postgresql": "PostgreSQL, 8 connections", "sqlite": "SQLite, 64 in a group"}


def measure(programs, seconds=5):
    """Returns the rows for both databases."""
    made = subprocess.run([ROOT / "scripts/python-environment", ".venv", "requirements.txt"], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": f"{ROOT}:{ROOT / 'Tests/Interop'}"}
    command = [made.stdout.strip(), "-m", "Benchmarks.sync_load", "--programs", programs, "--seconds", str(seconds)]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT).stdout)
    return [one for kind, figures in found.items() for one in rows(NAMES[kind], figures)]


def rows(name, figures):
    ours = statistics.median(load["server"]["rate"] for load in figures["rounds"])
    alone = statistics.median(load["bare"] for load in figures["rounds"])
    ratio = statistics.median(load["server"]["rate"] / load["bare"] for load in figures["rounds"])
    failed = sum(load["server"]["failed"] for load in figures["rounds"]) + figures["paced"]["failed"] + figures["waiting"]["failed"]
    yield row(f"{name}: pushes, 128 devices at once", ours, "a second",
              against="the database alone", ratio=ratio, bound=0.8, holds=ratio >= 0.8)
    yield row(f"{name}: the database alone, same statements", alone, "a second")
    if all("shared" in load for load in figures["rounds"]):
        together = statistics.median(load["server"]["rate"] / load["shared"] for load in figures["rounds"])
        yield row(f"{name}: the database alone, eight pushes in a transaction as the server has", statistics.median(load["shared"] for load in figures["rounds"]), "a second")
        yield row(f"{name}: pushes against that", ours, "a second", against="the database alone, in eights", ratio=together)
    longest = statistics.median(load["server"]["p99"] for load in figures["rounds"]) * 1000
    yield row(f"{name}: push of 128 at once, 99th percentile", longest, "ms", bound=100, holds=longest <= 100)
    paced = figures["paced"]
    yield row(f"{name}: push at {paced['asked']} a second, 99th percentile", paced["p99"] * 1000, "ms", bound=100, holds=paced["p99"] <= 0.1)
    yield row(f"{name}: push at {paced['asked']} a second, median", paced["p50"] * 1000, "ms")
    for node, waits in figures["waiting"]["nodes"].items():
        where = "same server" if node == "0" else "other server"
        yield row(f"{name}: change to {waits['count']} of 5000 waiting, {where}, longest", waits["longest"] * 1000, "ms", bound=300, holds=waits["longest"] <= 0.3)
    yield row(f"{name}: wrong or missing answers", failed, "of all", bound=0, holds=failed == 0)
    yield row(f"{name}: one server's memory with its part of 5000 waiting", max(figures["memory"]) / 1024, "MiB")
    yield row(f"{name}: disk for each push of one record", figures["bytes per push"], "bytes")
