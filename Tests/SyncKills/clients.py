# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Devices that write against each other while their servers are killed, and note what they were told."""

import random
import threading
import time

from open_vault_vectors import decode, encode, sha256

from Tests.SyncKills.accounts import ZERO
from Tests.SyncKills.connection import Connection, Lost

# How many answers are thrown away unread, of a hundred.
LOST_ANSWERS = 3
LONGEST = 120


class Broken(Exception):
    """A server did what it may never do."""


class Follower:
    """Reads an account's changes from a cursor on, and holds them to one line without a gap."""

    def __init__(self, account):
        self.account, self.number, self.head, self.cursor, self.hashes = account, 0, ZERO, b"", []

    def take(self, page):
        """Takes a page in; returns whether there is more."""
        for encoded in page[3]:
            commit = decode(encoded)
            if commit[3] != self.number + 1 or commit[4] != self.head:
                raise Broken(f"commit {commit[3]} follows commit {self.number}")
            self.head = sha256(b"passfold/commit/v1", encode({key: value for key, value in commit.items() if key < 13}))
            self.number += 1
            self.hashes.append(self.head)
        if page[1] < self.cursor:
            raise Broken("a cursor went back")
        self.cursor = page[1]
        if not page[2] and page[6] != [self.number, self.head]:
            raise Broken(f"the pages end at commit {self.number}, the head is {page[6][0]}")
        return page[2]


class Client(threading.Thread):
    """One device. It does operations until there are none left: each puts one version of a record."""

    def __init__(self, account, device, ports, operations, seed):
        super().__init__(daemon=True)
        self.account, self.device, self.operations, self.chance = account, device, operations, random.Random(seed)
        self.connections = [Connection(port) for port in ports]
        self.chosen, self.token, self.follower = self.chance.randrange(len(ports)), None, Follower(account)
        self.records, self.clock = [], int(time.time() * 1000) << 16
        # What was acknowledged: hash, number, cursor; and every hash that was ever sent, with its operation.
        self.acknowledged, self.sent, self.broken, self.times = [], {}, None, []
        self.refused = {}

    def run(self):
        try:
            while self.operations.take():
                begun = time.monotonic()
                self.operate()
                self.times.append(time.monotonic() - begun)
        except Exception as error:
            self.broken = f"{type(error).__name__}: {error}"
        finally:
            for connection in self.connections:
                connection.close()

    def ask(self, method, path, body=None, drops_answer=False, most=LONGEST):
        """Asks until there is an answer, here or there: what cannot be repeated is not asked by this."""
        end = time.monotonic() + most
        while True:
            if time.monotonic() > end:
                raise TimeoutError(f"no answer to {method} {path} in {most} s")
            try:
                status, answer = self.connections[self.chosen].request(method, path, body, self.token, drops_answer)
            except Lost:
                status = 0
            drops_answer = False
            if status == 401 and path not in ("/v1/session", "/v1/session/challenge"):
                self.login()
            elif status in (0, 429, 503):
                self.refused[status] = self.refused.get(status, 0) + 1
                self.chosen = self.chance.randrange(len(self.connections))
                time.sleep(self.chance.uniform(0.01, 0.2))
            else:
                return status, decode(answer) if answer else {}

    def login(self):
        while True:
            self.token = None
            question = encode({1: self.account.name, 2: self.device.name})
            _, asked = self.ask("POST", "/v1/session/challenge", question)
            # Another node may answer: a challenge of one is good at all of them.
            self.chosen = self.chance.randrange(len(self.connections))
            status, answer = self.ask("POST", "/v1/session", encode(self.account.login(self.device, asked)))
            if status == 200:
                self.token = answer[1]
                return

    def pull(self):
        while True:
            after = f"&after={self.follower.cursor.hex()}" if self.follower.cursor else ""
            status, page = self.ask("GET", f"/v1/changes?limit={self.chance.choice((1, 7, 100, 500))}{after}")
            if status != 200:
                raise Broken(f"changes answered {status}")
            if not self.follower.take(page):
                return

    def operate(self):
        if self.records and self.chance.random() < 0.2:
            place = self.chance.randrange(len(self.records))
            record, revision = self.records[place][0], self.records[place][1] + 1
            self.records[place] = (record, revision)
        else:
            record, revision = self.chance.randbytes(16), 1
            self.records.append((record, revision))
        while True:
            self.clock += 1 << 16
            item = (record, revision, *self.account.envelope(self.device, record, revision, self.clock))
            body, digest = self.account.commit(self.device, self.follower.number + 1, self.follower.head, self.clock, [item])
            self.sent[digest] = (record, revision)
            status, answer = self.ask("POST", "/v1/commits", body, drops_answer=self.chance.random() * 100 < LOST_ANSWERS)
            if status == 200:
                if answer[1] != [self.follower.number + 1, digest]:
                    raise Broken("another commit was acknowledged")
                self.acknowledged.append((digest, *answer[1][:1], answer[2]))
                return
            if status != 409:
                raise Broken(f"a commit was answered with {status} {answer}")
            self.refused[status] = self.refused.get(status, 0) + 1
            self.pull()
            if digest in self.follower.hashes[-500:]:
                raise Broken("a commit that is in the chain was refused")
