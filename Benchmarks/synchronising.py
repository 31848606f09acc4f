# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A user's devices and their sync server as whole programs, over TLS on loopback: the first exchange of a large vault, and one edit."""

import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import time
from pathlib import Path

from Benchmarks import commands
from Benchmarks.report import row
from demo.world import ROOT

ENTRIES = 100_000
EDITS = 20
# The idle time for counting what is sent meanwhile.
QUIET_SECONDS = 10


def measure(prefix, programs):
    """Returns the rows, measured by a process that uses the devices of the end-to-end tests."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": f"{ROOT}:{ROOT / 'Tests/EndToEnd'}",
                   "PASSFOLD_TEST_PREFIX": str(Path(prefix).resolve()), "PASSFOLD_TEST_PROGRAMS": str(Path(programs).resolve())}
    done = subprocess.run([sys.executable, "-m", "Benchmarks.synchronising"], check=True, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
    return rows(json.loads(done.stdout))


def rows(figures):
    alone, size = figures["alone"], f"{figures['entries']:,} entries"
    for name, seconds in (("first device sends", figures["sent"]), ("new device receives", figures["received"])):
        yield row(f"{name} {size}", seconds, "s", against="writing them into a vault", ratio=seconds / alone, bound=40, holds=seconds <= 40)
    yield row(f"writing {size} into a vault", alone, "s")
    for name, key, bound in (("edit is at the server", "pushed", 100), ("edit is listed on another device", "reached", 300)):
        middle, worst = statistics.median(figures[key]), max(figures[key])
        yield row(f"{name}, median", middle, "ms", against="one request to the server", ratio=middle / figures["request"], bound=bound, holds=middle <= bound)
        yield row(f"{name}, longest of {len(figures[key])}", worst, "ms", bound=bound, holds=worst <= bound)
    yield row(f"commits in {QUIET_SECONDS} s without a change", figures["quiet"], "", bound=0, holds=figures["quiet"] == 0)
    yield row(f"bytes to the server in {QUIET_SECONDS} s without a change", figures["quiet bytes"], "", bound=0, holds=figures["quiet bytes"] == 0)


class Server:
    """Reads the server's own database."""

    def __init__(self, path):
        self.connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    def head(self):
        return self.connection.execute("SELECT max(head_number) FROM account").fetchone()[0]


def milliseconds(begun, holds, seconds=10):
    """Returns the time from `begun` until a condition holds, which is checked continuously."""
    while not holds():
        if time.perf_counter() - begun > seconds:
            raise RuntimeError(f"not within {seconds} s")
    return (time.perf_counter() - begun) * 1000


def figures(case, entries):
    desk, laptop = case.device("desk"), case.device("laptop")
    desk.person.passphrase = commands.PASSPHRASE
    desk.answer()
    desk.world.data.joinpath("passfold").mkdir(mode=0o700, exist_ok=True)
    begun = time.perf_counter()
    subprocess.run([str(Path(os.environ["PASSFOLD_TEST_PROGRAMS"]) / "passfold-measurements"), "make-vault", str(desk.world.data / "passfold/vault"), str(entries)],
                   input=commands.PASSPHRASE + "\n", text=True, check=True)
    found = {"entries": entries, "alone": time.perf_counter() - begun}
    desk.run("passfold unlock")
    print("sending", file=sys.stderr)
    begun = time.perf_counter()
    desk.run(f"passfold sync use {case.place}", timeout=600)
    found["sent"] = time.perf_counter() - begun
    server = Server(case.database)
    print("receiving", file=sys.stderr)
    begun = time.perf_counter()
    added, joined = desk.admit(laptop, case.place)
    if added.status or joined.status:
        raise RuntimeError(f"{added.text}\n{joined.text}")
    found["received"] = time.perf_counter() - begun
    for device in (desk, laptop):
        device.settle(120)
    found["request"] = request(case)
    found["pushed"], found["reached"] = [], []
    for number in range(EDITS):
        before = server.head()
        desk.run(f"passfold add login --service edit{number}.example --user ada")
        begun = time.perf_counter()
        found["pushed"].append(milliseconds(begun, lambda: server.head() > before))
        found["reached"].append(milliseconds(
            begun, lambda: f"edit{number}.example" in laptop.terminal.run(f"passfold list edit{number}.example").text))
    for device in (desk, laptop):
        device.settle(60)
    before, lines = server.head(), carried(case.port)
    time.sleep(QUIET_SECONDS)
    found["quiet"] = server.head() - before
    found["quiet bytes"] = sum(count - lines.get(line, 0) for line, count in carried(case.port).items())
    return found


def carried(port):
    """Returns the bytes that each open connection has sent to a local port, by remote address: TLS with everything in it."""
    listed = subprocess.run(["ss", "--tcp", "--info", "--oneline", "--numeric", "--no-header", f"sport = :{port}"], check=True, stdout=subprocess.PIPE, text=True)
    counts = {}
    for line in listed.stdout.splitlines():
        count = re.search(r"\bbytes_received:(\d+)", line)
        counts[line.split()[4]] = int(count[1]) if count else 0
    return counts


def request(case):
    """Returns the time of one answer from the server over a new connection, for comparison."""
    taken = []
    for _ in range(EDITS):
        begun = time.perf_counter()
        subprocess.run(["curl", "--silent", "--fail", "--output", os.devnull, "--cacert", str(case.authority), f"{case.place}/health"], check=True)
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def main():
    # Found in the folder that `measure` adds; nothing else here needs the end-to-end tests.
    from devices_for_tests import DevicesTestCase

    case = DevicesTestCase()
    try:
        case.setUp()
        found = figures(case, int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES)
    finally:
        case.doCleanups()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
