# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Servers before one database, devices that write, and somebody who kills; then a look at everything that was acknowledged."""

import random
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from open_vault_vectors import encode

from Tests.SyncKills.accounts import ORIGIN, Account
from Tests.SyncKills.clients import Client, Follower

ROOT = Path(__file__).resolve().parents[2]


class Operations:
    """How many are left to begin."""

    def __init__(self, count):
        self.left, self.begun, self.lock = count, 0, threading.Lock()

    def take(self):
        with self.lock:
            if self.left == 0:
                return False
            self.left, self.begun = self.left - 1, self.begun + 1
            return True


class Node:
    """One server, which comes back on its port."""

    def __init__(self, programs, database, log, arguments=()):
        self.command = [programs / "passfold-sync-server", "serve", "--database", database, "--origin", ORIGIN, "--rates", "1000000",
                        # All devices are on this machine.
                        "--network-connections", "8192", *arguments]
        self.log, self.port, self.process = log, 0, None
        self.start()

    def start(self):
        end = time.monotonic() + 60
        while True:
            self.process = subprocess.Popen([*self.command, "--listen", f"127.0.0.1:{self.port}"], stdout=subprocess.PIPE, stderr=self.log, text=True)
            line = self.process.stdout.readline()
            if "listening on port " in line:
                self.port = int(line.split()[3])
                return
            # The database may be starting, too.
            self.stop()
            if time.monotonic() > end:
                raise RuntimeError("a server does not start")
            time.sleep(0.2)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def kill(self):
        self.stop()
        self.start()


class World:
    """A database, its servers, and how each of them can be killed."""

    def __init__(self, kind, nodes, programs, seed, arguments=()):
        self.chance = random.Random(seed)
        self.temporary = tempfile.TemporaryDirectory(prefix="sync-kills-")
        self.folder = Path(self.temporary.name)
        self.log = open(self.folder / "log", "w")
        self.cluster, self.nodes = None, []
        if kind == "postgresql":
            self.cluster = subprocess.Popen([ROOT / "Tests/Support/postgresql-cluster"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.cluster.stdout.readline()
            self.database = self.ask("database sync")
            self.ways = ["node", "backend", "database"]
        else:
            self.database, self.ways = self.folder / "sync.sqlite", ["node"]
        self.nodes = [Node(programs, self.database, self.log, arguments) for _ in range(nodes)]

    def ask(self, words):
        self.cluster.stdin.write(words + "\n")
        self.cluster.stdin.flush()
        return self.cluster.stdout.readline().strip()

    def kill(self, way):
        if way == "node":
            self.chance.choice(self.nodes).kill()
        elif way == "backend":
            if self.ask("kill") != "killed":
                raise RuntimeError("there was no process of the database to kill")
        else:
            self.ask("stop")
            time.sleep(0.2)
            self.ask("start")

    def sql(self, statement):
        """Changes the database behind the servers' back."""
        if self.cluster:
            subprocess.run(["psql", "--quiet", "--command", statement, self.database], check=True, stdout=subprocess.DEVNULL)
        else:
            with sqlite3.connect(self.database) as database:
                database.execute(statement)

    def close(self):
        for node in self.nodes:
            node.stop()
        if self.cluster:
            self.cluster.communicate()
        self.log.close()
        self.temporary.cleanup()


# How many devices write to an account, and how many such accounts there are: some are fought for, and most devices are alone.
ACCOUNTS = {4: 8, 1: 32}


def run(kind, operations, kills, programs=ROOT / ".build/debug", seed=20261124, plant=None):
    """Figures, and what was wrong: nothing, or the trial has failed."""
    world = World(kind, 2 if kind == "postgresql" else 1, Path(programs), seed)
    try:
        return _run(world, operations, kills, seed, plant)
    finally:
        world.close()


def _run(world, count, kills, seed, plant):
    ports = [node.port for node in world.nodes]
    operations = Operations(count)
    people = [Account(devices) for devices, accounts in ACCOUNTS.items() for _ in range(accounts)]
    threads = [Client(account, device, ports, operations, f"{seed} {number} {place}")
               for number, account in enumerate(people) for place, device in enumerate(account.devices)]
    for account in people:
        first = next(thread for thread in threads if thread.account is account)
        if first.ask("POST", "/v1/accounts", encode({1: account.name, 2: account.entries[:2]}))[0] != 200:
            raise RuntimeError("an account could not be founded")
        first.login()
        for entry in account.entries[2:]:
            if first.ask("POST", "/v1/log", encode({1: entry}))[0] != 200:
                raise RuntimeError("a device could not be added")
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    done = {way: 0 for way in world.ways}
    for number in range(kills):
        while operations.begun < count * (number + 1) // (kills + 1) and any(thread.is_alive() for thread in threads):
            time.sleep(0.005)
        way = world.ways[number % len(world.ways)]
        world.kill(way)
        done[way] += 1
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - begun
    if plant:
        plant(world, threads)
    wrong = [f"a client: {thread.broken}" for thread in threads if thread.broken]
    for account in people:
        wrong += check(account, [thread for thread in threads if thread.account is account])
    times = sorted(duration for thread in threads for duration in thread.times)
    refusals = {status: sum(thread.refused.get(status, 0) for thread in threads) for status in (0, 409, 429, 503)}
    figures = {"clients": len(threads), "operations": count, "seconds": round(seconds, 1), "kills": done, "lost answers": refusals[0], "unavailable": refusals[503],
               "stale": refusals[409], "median ms": round(times[len(times) // 2] * 1000, 1) if times else None,
               "longest s": round(times[-1], 1) if times else None}
    return figures, wrong


def check(account, threads):
    """Holds what the server serves now against what it acknowledged."""
    reader = threads[0]
    reader.follower = Follower(account)
    try:
        reader.pull()
    except Exception as error:
        return [f"reading everything: {type(error).__name__}: {error}"]
    finally:
        for connection in reader.connections:
            connection.close()
    wrong, places = [], {digest: number + 1 for number, digest in enumerate(reader.follower.hashes)}
    if len(places) != len(reader.follower.hashes):
        wrong.append("a commit is in the chain twice")
    done, last = {}, {}
    for thread in threads:
        for digest, number, cursor in thread.acknowledged:
            if places.get(digest) != number:
                wrong.append(f"acknowledged as commit {number}, found at {places.get(digest)}")
            last[number] = cursor
        for digest, operation in thread.sent.items():
            if digest in places:
                done.setdefault(operation, []).append(places[digest])
    wrong += [f"an operation was done {len(found)} times" for found in done.values() if len(found) != 1]
    if sum(len(found) for found in done.values()) != len(places):
        wrong.append("the chain contains a commit that no device sent")
    if sum(len(thread.acknowledged) for thread in threads) != len(places):
        wrong.append(f"{sum(len(thread.acknowledged) for thread in threads)} acknowledged, {len(places)} in the chain")
    cursors = [last[number] for number in sorted(last)]
    if cursors != sorted(set(cursors)):
        wrong.append("change numbers are not in the order of the commits")
    return wrong


def lose_a_commit(world, threads):
    """The planted fault: the database forgets what was acknowledged."""
    digest = threads[0].acknowledged[-1][0]
    literal = f"'\\x{digest.hex()}'" if world.cluster else f"x'{digest.hex()}'"
    world.sql(f"DELETE FROM account_commit WHERE hash = {literal}")


def do_one_twice(world, threads):
    """The planted fault: one operation counts as two."""
    thread = threads[-1]
    first, second = (thread.acknowledged[place][0] for place in (0, 1))
    thread.sent[second] = thread.sent[first]
