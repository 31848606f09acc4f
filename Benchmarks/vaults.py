# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Large vaults: the time to open, add and search in one process, and the commands as whole processes compared with `oathtool` and
`keepassxc-cli`."""

import json
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from Benchmarks import commands
from Benchmarks.report import measured_rows, row
from demo.devtools import until
from demo.world import World

SIZES = (10_000, 100_000)
ROUNDS = 20
# KeePassXC's command reads the whole database each time, which takes ten seconds with 100 000 entries.
PEER_ROUNDS = 3
# The default derivation of `keepassxc-cli import`.
WEAK = list(commands.DECRYPTION_TIMES)[-1]
# The limit for `passfold code`, `passfold status` and a page of `passfold list`, relative to `oathtool`.
COMMAND_BOUND = 10


def measure(prefix, programs):
    """Returns the rows for each size; exits if a program for comparison is missing."""
    for peer in ("oathtool", "keepassxc-cli"):
        if not shutil.which(peer):
            sys.exit(f"make bench: {peer} is missing; scripts/bootstrap --bench installs it")
    derivation = derivation_of_peer()
    made = [row("KeePassXC's derivation alone (import's weak one)", derivation, "ms")]
    for entries in SIZES:
        made += measured_rows(programs, "vault-rows", str(entries))
        made += whole_processes(prefix, programs, entries, derivation)
    return made


def derivation_of_peer():
    """Returns the derivation time of a database made by `keepassxc-cli import`, which does not depend on its content."""
    with tempfile.TemporaryDirectory() as folder:
        databases = {}
        for number, (name, options) in enumerate(commands.DECRYPTION_TIMES.items()):
            databases[name] = Path(folder) / f"{number}.kdbx"
            commands.make_database(databases[name], options)
        return commands.derivation_times(databases)[WEAK]


def whole_processes(prefix, programs, entries, derivation):
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
        # A new vault announces its entries to the system once; after that only changes.
        until(lambda: is_idle(world), timeout=120, what="a vault that rests")
        ours = {
            "passfold code": {"arguments": [passfold, "code", commands.WANTED], "input": None},
            "oathtool": {"arguments": [shutil.which("oathtool"), "--totp", "--base32", "-"], "input": commands.SECRET + "\n"},
            "passfold status": {"arguments": [passfold, "status"], "input": None},
            "passfold list NAME": {"arguments": [passfold, "list", commands.WANTED], "input": None},
        }
        peer = {
            "keepassxc-cli search": {"arguments": [shutil.which("keepassxc-cli"), "search", "-q", str(database), commands.WANTED],
                                     "input": commands.PASSPHRASE + "\n"},
            "keepassxc-cli show": {"arguments": [shutil.which("keepassxc-cli"), "show", "-q", "-t", str(database), commands.WANTED],
                                   "input": commands.PASSPHRASE + "\n"},
        }
        medians = times(world, terminal, ours, ROUNDS) | times(world, terminal, peer, PEER_ROUNDS)
        whole = time.perf_counter()
        listed = terminal.run("passfold list --json > list.json", timeout=300)
        whole = (time.perf_counter() - whole) * 1000
        if listed.status:
            raise RuntimeError(listed.text)
        return rows(entries, medians, derivation) + [row(f"passfold list of all, {entries} entries", whole, "ms"),
                                                                                    memory(world, entries)]


def times(world, terminal, plan, rounds):
    """Returns the median times of commands run alternately in a terminal that may receive codes."""
    plan_file, results = world.folder / "plan.json", world.folder / "results.json"
    plan_file.write_text(json.dumps({"rounds": rounds, "commands": plan}))
    spawner = Path(__file__).with_name("spawner.py")
    done = terminal.run(shlex.join([sys.executable, str(spawner), str(plan_file), str(results)]), timeout=900)
    if done.status:
        raise RuntimeError(done.text)
    return {name: statistics.median(values) for name, values in json.loads(results.read_text()).items()}


def rows(entries, medians, derivation):
    made = []
    for name in ("passfold code", "passfold status", "passfold list NAME"):
        ratio = medians[name] / medians["oathtool"]
        made.append(row(f"{name}, {entries} entries", medians[name], "ms", against="oathtool", ratio=ratio, bound=COMMAND_BOUND,
                        holds=ratio <= COMMAND_BOUND))
    for name, ours in (("keepassxc-cli search", "passfold list NAME"), ("keepassxc-cli show", "passfold code")):
        rest = medians[name] - derivation
        made.append(row(f"{name} without its derivation, {entries} entries", rest, "ms", against=ours, ratio=rest / medians[ours]))
    return made


def vault_process(world):
    """Returns the /proc folder of this world's vault."""
    found = world.processes("passfold-vault")
    if len(found) != 1:
        raise RuntimeError(f"{len(found)} vault processes")
    return Path("/proc") / str(found[0])


def is_idle(world):
    """Whether the vault used no processor time for a second."""
    def used():
        return (vault_process(world) / "stat").read_text().rpartition(")")[2].split()[11:13]

    before = used()
    time.sleep(1)
    return used() == before


def memory(world, entries):
    """Returns the resident memory of the vault's process in this world."""
    lines = (vault_process(world) / "status").read_text().splitlines()
    resident = int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
    bound = 60 if entries <= 10_000 else 150
    return row(f"memory of the vault's process, {entries} entries", resident, "MiB", bound=bound, holds=resident <= bound)
