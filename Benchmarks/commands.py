# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The time for one code in a whole process: `passfold code` compared with `oathtool` and `keepassxc-cli`, on vaults of 1 000 entries."""

import base64
import json
import shlex
import shutil
import statistics
import subprocess
import sys
import time
import uuid
from pathlib import Path

from Benchmarks.report import row
from demo.devtools import until
from demo.world import World

ENTRIES = 1000
WANTED = "Service 0500"
PASSPHRASE = "correct horse battery staple"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
# The vault releases 30 codes per minute without asking, so the rounds are split into two lots.
LOTS, ROUNDS = 2, 25
# KeePassXC proposes a key derivation of one second for a new database; the default of its `import` is far weaker.
DECRYPTION_TIMES = {"keepassxc-cli show -t, key derivation of 1 s": ["-t", "1000"], "keepassxc-cli show -t, import's weak derivation": []}


def measure(prefix, programs):
    """Returns the rows; exits if a program for comparison is missing."""
    for peer in ("oathtool", "keepassxc-cli"):
        if not shutil.which(peer):
            sys.exit(f"make bench: {peer} is missing; scripts/bootstrap --bench installs it")
    with World(prefix, programs) as world:
        world.data.joinpath("passfold").mkdir(mode=0o700)
        subprocess.run([str(Path(programs) / "passfold-measurements"), "make-vault", str(world.data / "passfold/vault")],
                       input=PASSPHRASE + "\n", text=True, check=True)
        commands = {"passfold code": {"arguments": [str(Path(prefix).resolve() / "bin/passfold"), "code", WANTED], "input": None},
                    "oathtool": {"arguments": [shutil.which("oathtool"), "--totp", "--base32", "-"], "input": SECRET + "\n"}}
        derivations = {}
        for number, (name, options) in enumerate(DECRYPTION_TIMES.items()):
            database = world.folder / f"{number}.kdbx"
            make_database(database, options)
            derivations[name] = database
            commands[name] = {"arguments": [shutil.which("keepassxc-cli"), "show", "-q", "-t", str(database), WANTED], "input": PASSPHRASE + "\n"}
        world.start_broker()
        terminal = world.terminal()
        world.answer_prompts({"prompt": "", "pin": PASSPHRASE})
        unlocked = terminal.run("passfold unlock")
        if unlocked.status:
            raise RuntimeError(f"the vault did not open: {unlocked.text}")
        times = {name: [] for name in commands}
        plan, results = world.folder / "plan.json", world.folder / "results.json"
        plan.write_text(json.dumps({"rounds": ROUNDS, "commands": commands}))
        for lot in range(LOTS):
            if lot:
                print("waiting a minute: the vault hands out 30 codes a minute without asking", file=sys.stderr)
                time.sleep(61)
            spawner = Path(__file__).with_name("spawner.py")
            done = terminal.run(shlex.join([sys.executable, str(spawner), str(plan), str(results)]), timeout=300)
            if done.status:
                raise RuntimeError(done.text)
            for name, values in json.loads(results.read_text()).items():
                times[name] += values
        return rows(times, derivation_times(derivations))


def rows(times, derivation):
    medians = {name: statistics.median(values) for name, values in times.items()}
    ours = medians.pop("passfold code")
    made = [row("passfold code NAME, warm, whole process", ours, "ms", bound=15, holds=ours <= 15)]
    for name, milliseconds in medians.items():
        bound = 20 if name == next(iter(DECRYPTION_TIMES)) else None
        made.append(row(f"{name}, whole process", milliseconds, "ms", against="passfold code NAME", ratio=milliseconds / ours, bound=bound,
                        holds=bound is None or milliseconds / ours >= bound))
    for name, milliseconds in derivation.items():
        made.append(row(f"{name}: the derivation alone", milliseconds, "ms"))
        rest = medians[name] - milliseconds
        made.append(row(f"{name}: without the derivation", rest, "ms", against="passfold code NAME", ratio=rest / ours))
    return made


def make_database(path, options, entries=ENTRIES):
    """Makes a database with the given number of entries, from XML with KeePassXC itself."""
    def entry(number):
        url = f"otpauth://totp/Service?secret={SECRET}&amp;period=30&amp;digits=6"
        return (f"<Entry><UUID>{base64.b64encode(uuid.uuid4().bytes).decode()}</UUID><String><Key>Title</Key><Value>Service {number:04d}</Value></String>"
                f"<String><Key>UserName</Key><Value>anne</Value></String><String><Key>otp</Key><Value ProtectInMemory=\"True\">{url}</Value></String></Entry>")

    text = ('<?xml version="1.0" encoding="UTF-8"?><KeePassFile><Meta><Generator>Passfold</Generator></Meta><Root><Group>'
            f"<UUID>{base64.b64encode(uuid.uuid4().bytes).decode()}</UUID><Name>Root</Name>{''.join(map(entry, range(entries)))}</Group></Root></KeePassFile>")
    source = path.with_suffix(".xml")
    source.write_text(text)
    subprocess.run(["keepassxc-cli", "import", "-q", "-p", *options, str(source), str(path)], input=f"{PASSPHRASE}\n{PASSPHRASE}\n",
                   text=True, check=True, capture_output=True)


def derivation_times(databases):
    """Returns the time of the key derivation: the difference between opening the entries with it and with almost none.

    AES-KDF takes constant time per round, and `db-info` shows a database's rounds; two databases give that constant.
    """
    measured = {}
    for name, path in databases.items():
        told = subprocess.run(["keepassxc-cli", "db-info", "-q", str(path)], input=PASSPHRASE + "\n", text=True, check=True, capture_output=True)
        rounds = int(next(line for line in told.stdout.splitlines() if line.startswith("KDF:")).partition("(")[2].split()[0])
        samples = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(["keepassxc-cli", "show", "-q", "-t", str(path), WANTED], input=PASSPHRASE + "\n", text=True, check=True, capture_output=True)
            samples.append((time.perf_counter() - start) * 1000)
        measured[name] = (rounds, statistics.median(samples))
    (many, slow), (few, quick) = measured.values()
    per_round = (slow - quick) / (many - few)
    return {name: rounds * per_round for name, (rounds, _) in measured.items()}
