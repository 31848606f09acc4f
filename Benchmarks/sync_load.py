# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Load for the sync server like that of devices: prepared requests over open connections on loopback.

Runs with the Python of Tests/Interop, because it signs; `make bench ONLY=sync-server` starts it through Benchmarks/sync_server.py. Prints
JSON.
"""

import argparse
import json
import resource
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from Tests.SyncKills.accounts import Account
from Tests.SyncKills.clients import Client
from Tests.SyncKills.connection import encoded
from Tests.SyncKills.trial import Node, Operations, World
from open_vault_vectors import encode

GROUP = 64
# The maximum number of pushes in one PostgreSQL transaction, as in the server.
SHARED = 8
ROUNDS = 6
WAITING = 5_000
ROOT = Path(__file__).resolve().parents[1]


class Device:
    """A device, the only one in its account, with its next pushes prepared."""

    def __init__(self, ports, pushes):
        self.account = Account(1)
        self.client = Client(self.account, self.account.devices[0], ports, Operations(0), 1)
        self.client.ask("POST", "/v1/accounts", encode({1: self.account.name, 2: self.account.entries}))
        self.client.login()
        self.number, self.head, self.clock, self.ready, self.prepared = 0, bytes(32), int(time.time() * 1000) << 16, [], 0
        self.prepare(pushes)

    def prepare(self, count):
        for _ in range(count):
            self.number += 1
            self.clock += 1 << 16
            record = self.number.to_bytes(16, "big")
            item = (record, 1, *self.account.envelope(self.client.device, record, 1, self.clock))
            body, self.head = self.account.commit(self.client.device, self.number, self.head, self.clock, [item])
            self.ready.append(encoded("POST", "/v1/commits", body, self.client.token))
        self.ready.reverse()


class Line:
    """An open connection and the answer being received."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.data, self.begun, self.device = b"", None, None

    def send(self, request):
        self.socket.sendall(request)

    def answer(self):
        """Returns the status once the answer is complete; otherwise None."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise RuntimeError("the server closed a connection")
        self.data += data
        head, found, body = self.data.partition(b"\r\n\r\n")
        if not found:
            return None
        lower = head.lower()
        at = lower.find(b"content-length:")
        length = int(lower[at + 15:].split(b"\r\n", 1)[0]) if at >= 0 else 0
        if len(body) < length:
            return None
        self.data = b""
        return int(head[9:12])


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0


def push(player, devices, ports, seconds, rate=0):
    """Has each device push commits one after another, either as fast as they are answered or at a total rate. Returns the rate, and times
    in seconds.

    A C program sends them: one in Python would use a share of the processors that the server and its database need.
    """
    with tempfile.TemporaryFile() as requests:
        requests.write(struct.pack("<I", len(devices)))
        for device in devices:
            requests.write(struct.pack("<I", len(device.ready)))
            for request in reversed(device.ready):
                requests.write(struct.pack("<I", len(request)) + request)
        requests.seek(0)
        played = subprocess.run([player, ",".join(map(str, ports)), str(seconds), str(rate)], check=True, stdin=requests, stdout=subprocess.PIPE, text=True)
    head, *lines = played.stdout.splitlines()
    times = [int(line) / 1e6 for line in lines]
    took, failed = float(head.split()[0]), int(head.split()[1])
    return {"rate": len(times) / took, "p50": percentile(times, 0.5), "p99": percentile(times, 0.99), "failed": failed, "pushes": len(times)}


def wait(devices, ports, pushers, count):
    """Starts the given number of waiting requests, then pushes to some accounts at the first node. Returns the times until the waiting
    requests are answered, per node."""
    lines = []
    with selectors.DefaultSelector() as selector:
        for place in range(count):
            line = Line(ports[place // len(devices) % len(ports)])
            line.device = devices[place % len(devices)]
            line.node = place // len(devices) % len(ports)
            line.send(encoded("GET", f"/v1/events?after={line.device.cursor.hex()}", token=line.device.client.token))
            selector.register(line.socket, selectors.EVENT_READ, line)
            lines.append(line)
        waited = time.monotonic()
        # A request that is answered before anything happens did not wait.
        early = 0
        while time.monotonic() < waited + 3:
            for key, _ in selector.select(0.2):
                if key.data.answer() is not None:
                    selector.unregister(key.data.socket)
                    key.data.device, early = None, early + 1
        times, failed = {}, 0
        for device in pushers:
            expected = sum(line.device is device for line in lines)
            pusher = Line(ports[0])
            begun = time.monotonic()
            pusher.send(device.ready.pop())
            selector.register(pusher.socket, selectors.EVENT_READ, pusher)
            while expected and time.monotonic() < begun + 10:
                for key, _ in selector.select(1):
                    status = key.data.answer()
                    if status is None:
                        continue
                    selector.unregister(key.data.socket)
                    failed += status != 200
                    if key.data is not pusher and key.data.device is device:
                        times.setdefault(key.data.node, []).append(time.monotonic() - begun)
                        key.data.device = None
                        expected -= 1
            failed += expected
            pusher.socket.close()
    for line in lines:
        line.socket.close()
    return {"early": early, "failed": failed, "nodes": {str(node): {"p50": percentile(found, 0.5), "longest": max(found), "count": len(found)}
                                                        for node, found in sorted(times.items())}}


def memory(world):
    """Returns the resident memory of each server in kilobytes."""
    sizes = []
    for node in world.nodes:
        text = Path(f"/proc/{node.process.pid}/status").read_text()
        sizes.append(int(text.split("VmRSS:")[1].split()[0]))
    return sizes


def bare(program, where, kind, many, seconds, *group):
    """Returns the pushes per second of the database on its own."""
    command = [program, kind, where, str(many), str(seconds), *map(str, group)]
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def size_of(world, kind):
    """Returns the size of the database in bytes, including the contents of the write-ahead log."""
    if kind == "postgresql":
        text = subprocess.run(["psql", "-qAtc", "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables", world.database], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        return int(text)
    return sum(path.stat().st_size for path in world.folder.glob("sync.sqlite"))


def measure(kind, programs, program, player, seconds, writers):
    world = World(kind, 2 if kind == "postgresql" else 1, programs, 1, ["--writers", str(writers)])
    try:
        ports = [node.port for node in world.nodes]
        many = GROUP if kind == "sqlite" else writers
        devices = [Device(ports, 0) for _ in range(2 * GROUP)]
        loads, alone, together, figures = [], [], [], {}
        # The server creates the tables, so they grow like its own.
        where = world.ask("database bare") if kind == "postgresql" else world.folder / "bare.sqlite"
        Node(Path(programs), where, world.log).stop()
        # Alternately, so that the machine's other work affects both equally.
        for _ in range(ROUNDS):
            for device in devices:
                device.prepare(int(6000 * seconds / len(devices)))
            alone.append(bare(program, where, kind, many, seconds))
            if kind == "postgresql":
                together.append(bare(program, where, kind, many, seconds, SHARED))
            # A single node: it has as many connections as the bare loop.
            loads.append(push(player, devices, ports[:1], seconds))
            for device in devices:
                reset(device)
        figures["rounds"] = [{"server": load, "bare": rate} for load, rate in zip(loads, alone)]
        for load, rate in zip(figures["rounds"], together):
            load["shared"] = rate
        figures["bytes per push"] = size_of(world, kind) / sum(device.number for device in devices)
        rate = 1000 if kind == "postgresql" else 500
        for device in devices:
            # After a pause, the devices that are answered first send more than their share.
            device.prepare(int(rate * seconds * 3 / len(devices)) + 2)
        figures["paced"] = {"asked": rate, **push(player, devices, ports, seconds * 2, rate)}
        for device in devices:
            reset(device)
            device.prepare(1)
        figures["memory before"] = memory(world)
        figures["waiting"] = wait(devices, ports, devices[:10], WAITING)
        figures["memory"] = memory(world)
        return figures
    finally:
        world.close()


def reset(device):
    """Discards unsent pushes: the chain continues from the server's state."""
    device.ready = []
    device.client.follower.__init__(device.account)
    device.client.pull()
    device.number, device.head, device.cursor = device.client.follower.number, device.client.follower.head, device.client.follower.cursor
    device.client.device.count = device.number


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--only", choices=["postgresql", "sqlite"], action="append")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--writers", type=int, default=8)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    with tempfile.TemporaryDirectory() as folder:
        program, player = Path(folder) / "bare_pushes", Path(folder) / "replay_pushes"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libpq", "sqlite3"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        subprocess.run(["gcc", "-O2", "-o", program, ROOT / "Benchmarks/bare_pushes.c", *flags, "-lpthread"], check=True)
        subprocess.run(["gcc", "-O2", "-o", player, ROOT / "Benchmarks/replay_pushes.c"], check=True)
        kinds = arguments.only or ["postgresql", "sqlite"]
        print(json.dumps({kind: measure(kind, arguments.programs, program, player, arguments.seconds, arguments.writers) for kind in kinds}))


if __name__ == "__main__":
    sys.exit(main())
