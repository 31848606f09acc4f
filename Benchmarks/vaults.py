# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Large vaults: what one process takes to open, add and search, and the commands as whole processes beside `oathtool` and `keepassxc-cli`."""

import json
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from Benchmarks import commands
from Benchmarks.report import measured_rows, row
from demo.world import World

SIZES = (10_000, 100_000)
ROUNDS = 20
# What `passfold code` may take beside `oathtool`.
CODE_BOUND = 10


def measure(prefix, programs):
    """The rows for each size, or a refusal to guess where a peer is missing."""
    for peer in ("oathtool", "keepassxc-cli"):
        if not shutil.which(peer):
            sys.exit(f"make bench: {peer} is missing; scripts/bootstrap --bench installs it")
    made = []
    for entries in SIZES:
        made += measured_rows(programs, "vault-rows", str(entries))
        made += whole_processes(prefix, programs, entries)
    return made


def whole_processes(prefix, programs, entries):
    passfold = str(Path(prefix).resolve() / "bin/passfold")
    with World(prefix, programs) as world:
        world.data.joinpath("passfold").mkdir(mode=0o700)
        subprocess.run([str(Path(programs) / "passfold-measurements"), "make-vault", str(world.data / "passfold/vault"), str(entries)],
                       input=commands.PASSPHRASE + "\n", text=True, check=True)
        database = world.folder / "large.kdbx"
        commands.make_database(database, [], entries)
        world.start_broker()
        terminal = world.terminal()
        world.answer_prompts({"prompt": "", "pin": commands.PASSPHRASE})
        unlocked = terminal.run("passfold unlock")
        if unlocked.status:
            raise RuntimeError(f"the vault did not open: {unlocked.text}")
        # A new vault's entries are told to the system once; after that only what changes.
        time.sleep(5)
        plan = {
            "passfold code": {"arguments": [passfold, "code", commands.WANTED], "input": None},
            "oathtool": {"arguments": [shutil.which("oathtool"), "--totp", "--base32", "-"], "input": commands.SECRET + "\n"},
            "passfold status": {"arguments": [passfold, "status"], "input": None},
            "passfold list NAME": {"arguments": [passfold, "list", commands.WANTED], "input": None},
            "keepassxc-cli search": {"arguments": [shutil.which("keepassxc-cli"), "search", "-q", str(database), commands.WANTED],
                                     "input": commands.PASSPHRASE + "\n"},
            "keepassxc-cli show": {"arguments": [shutil.which("keepassxc-cli"), "show", "-q", "-t", str(database), commands.WANTED],
                                   "input": commands.PASSPHRASE + "\n"},
        }
        plan_file, results = world.folder / "plan.json", world.folder / "results.json"
        plan_file.write_text(json.dumps({"rounds": ROUNDS, "commands": plan}))
        spawner = Path(__file__).with_name("spawner.py")
        done = terminal.run(shlex.join([sys.executable, str(spawner), str(plan_file), str(results)]), timeout=900)
        if done.status:
            raise RuntimeError(done.text)
        medians = {name: statistics.median(values) for name, values in json.loads(results.read_text()).items()}
        whole = time.perf_counter()
        listed = terminal.run("passfold list --json > list.json", timeout=300)
        whole = (time.perf_counter() - whole) * 1000
        if listed.status:
            raise RuntimeError(listed.text)
        return rows(entries, medians) + [row(f"passfold list of all, {entries} entries", whole, "ms"), memory(world, entries)]


def rows(entries, medians):
    ours, peer = medians["passfold code"], medians["oathtool"]
    made = [row(f"passfold code NAME, {entries} entries", ours, "ms", against="oathtool", ratio=ours / peer, bound=CODE_BOUND,
                holds=ours / peer <= CODE_BOUND)]
    for name in ("passfold status", "passfold list NAME"):
        made.append(row(f"{name}, {entries} entries", medians[name], "ms", against="passfold code NAME", ratio=medians[name] / ours))
    for name, ours in (("keepassxc-cli search", "passfold list NAME"), ("keepassxc-cli show", "passfold code")):
        made.append(row(f"{name}, import's weak derivation, {entries} entries", medians[name], "ms", against=ours, ratio=medians[name] / medians[ours]))
    return made


def memory(world, entries):
    """The resident memory of the vault's process in this world."""
    for folder in Path("/proc").iterdir():
        try:
            # The sandbox hides a process's environment; its open files name its world.
            command = (folder / "cmdline").read_bytes().split(b"\0")[0]
            if not folder.name.isdigit() or not command.endswith(b"passfold-vault"):
                continue
            lines = (folder / "status").read_text().splitlines()
        except OSError:
            continue
        if str(world.prefix).encode() in command:
            resident = int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
            bound = 60 if entries <= 10_000 else 150
            return row(f"memory of the vault's process, {entries} entries", resident, "MiB", bound=bound, holds=resident <= bound)
    raise RuntimeError("no vault process")
