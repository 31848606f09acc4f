# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Speaks with passfold-conformance: one JSON case per line to it, one answer per line back (docs/protocols/conformance.md)."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("PASSFOLD_TEST_PROGRAMS", ROOT / ".build" / "debug")) / "passfold-conformance"


class ConformanceProgram:
    """One run of the program; the credentials that it makes live as long."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count = 0

    def answer(self, op, **case):
        """Runs one case and returns its answer."""
        self.count += 1
        self.process.stdin.write(json.dumps({"id": self.count, "op": op, **case}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"passfold-conformance ended at case {self.count} ({op})")
        answer = json.loads(line)
        if answer["id"] != self.count:
            raise RuntimeError(f"case {self.count} was answered as {answer['id']}")
        return answer

    def close(self):
        """Ends the input and waits for the program, which must end well."""
        self.process.stdin.close()
        self.process.stdout.close()
        if self.process.wait(timeout=10) != 0:
            raise RuntimeError(f"passfold-conformance ended with status {self.process.returncode}")
