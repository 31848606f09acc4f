# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The program that writes into vaults (Tests/CrashProgram), run so that it ends in the middle, and the one that looks at what is left."""

import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Call:
    """One call that changed files, as Tests/Crashes/interpose.c wrote it down."""

    HEAD = struct.Struct("<cQQQIII")

    def __init__(self, kind, number, file, offset, path, other, data):
        self.kind, self.number, self.file, self.offset, self.path, self.other, self.data = kind, number, file, offset, path, other, data

    @classmethod
    def read_all(cls, log):
        content, place, calls = Path(log).read_bytes(), 0, []
        while place + cls.HEAD.size <= len(content):
            kind, number, file, offset, path, other, count = cls.HEAD.unpack_from(content, place)
            place += cls.HEAD.size
            parts = []
            for length in (path, other, count):
                parts.append(content[place:place + length])
                place += length
            calls.append(cls(kind.decode(), number, file, offset, parts[0].decode(), parts[1].decode(), parts[2]))
        return calls

    def name(self, base):
        """What the call does to which file, without what differs from run to run."""
        verb = {"W": "write", "S": "synchronise", "R": "rename", "U": "unlink", "C": "create", "T": "cut", "M": "make folder"}[self.kind]
        path = self.path[len(str(base)):].strip("/")
        parts = []
        for part in path.split("/"):
            if ".new-" in part:
                part = part[:part.index(".new-")] + ".new"
            if part[:8].isdigit():
                part = "copy" + part[part.index("-"):] if "-" in part else "copy"
            parts.append(part)
        return f"{verb} {'/'.join(parts)}"


class CrashWorld:
    """A folder with a vault that is made once and copied for each run."""

    def __init__(self, programs=ROOT / ".build/debug"):
        self.folder = Path(tempfile.mkdtemp(prefix="passfold-crashes-"))
        self.program = str(Path(programs) / "passfold-crashes")
        self.shim = self.folder / "interpose.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(self.shim), str(HERE / "interpose.c"), "-ldl", "-lpthread"], check=True)
        template = self.folder / "template"
        template.mkdir(mode=0o700)
        subprocess.run([self.program, "make", str(template / "vault")], check=True, stdout=subprocess.DEVNULL)
        self.template = template
        self.count = 0
        sibling = self.fresh()
        self.verifier = subprocess.Popen([self.program, "verify"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        answer = self.ask(f"sibling\t{sibling / 'vault'}")
        assert answer.startswith("ok"), answer

    def close(self):
        self.verifier.stdin.close()
        self.verifier.wait()
        self.verifier.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, line):
        self.verifier.stdin.write(line + "\n")
        self.verifier.stdin.flush()
        answer = self.verifier.stdout.readline().strip()
        return answer or "wrong the program that looks at vaults ended"

    def fresh(self):
        """A folder of its own with the vault as it was made."""
        self.count += 1
        base = self.folder / f"run-{self.count}"
        shutil.copytree(self.template, base)
        return base

    def start(self, scenario, base, rounds=None, **settings):
        """Starts a scenario under the shim; settings are its variables without CRASH_."""
        environment = dict(os.environ, LD_PRELOAD=str(self.shim), CRASH_BASE=str(base))
        environment.update({f"CRASH_{key.upper()}": str(value) for key, value in settings.items()})
        command = [self.program, scenario, str(base / "vault")] + ([str(rounds)] if rounds is not None else [])
        return subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)

    def run(self, scenario, base, rounds=None, **settings):
        """Runs a scenario to its end, whatever that is; returns what it said."""
        process = self.start(scenario, base, rounds, **settings)
        said = process.communicate(timeout=120)[0].decode()
        return said, process.returncode

    def verify(self, base, said, fast=False):
        """What is wrong with the vault that is left, or the seconds that opening it took."""
        if not (base / "vault").exists() and not (base / "vault.replaced").exists():
            return "wrong there is no vault"
        acknowledged = base / "said"
        acknowledged.write_text(said)
        return self.ask(f"{base / 'vault'}\t{acknowledged}" + ("\tfast" if fast else ""))

    def forget(self, base):
        shutil.rmtree(base, ignore_errors=True)
