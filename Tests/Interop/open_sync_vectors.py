# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Follows the frozen commits and checkpoints in Vectors/sync with nothing of Passfold's own code.

Written from docs/formats/sync.md, on top of what open_vault_vectors.py reads of the vault's formats.
Prints one line per file and exits 1 at the first vector that does not give the result it promises.
"""

import json
import pathlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519

from open_vault_vectors import UNHEX, Log, Refused, check, decode, encode, equal, require, sha256

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "sync"
START = bytes(32)


def load(name):
    return json.loads((VECTORS / f"{name}.json").read_text())


# Commits.


def is_bytes(value, length):
    return isinstance(value, bytes) and len(value) == length


def is_number(value, least=0):
    return type(value) is int and least <= value < 1 << 64


def read_commit(data, with_items=True):
    """A commit's map with its hash under "hash", strict but not believed."""
    require(len(data) <= (65536 if with_items else 4096), "malformed")
    commit = decode(data)
    require(isinstance(commit, dict), "malformed")
    require(is_number(commit.get(1)), "malformed")
    require(commit[1] == 1, "unsupportedVersion")
    optional = {12} if with_items else {12, 13}
    require(set(range(1, 15)) - optional - set(commit) == set() and set(commit) <= set(range(1, 15)), "malformed")
    require(with_items or 13 not in commit, "malformed")
    require(is_bytes(commit[2], 16) and is_number(commit[3], 1) and is_bytes(commit[4], 32) and is_bytes(commit[5], 16), "malformed")
    require((commit[3] == 1) == (commit[4] == START) and is_number(commit[6], 1), "malformed")
    log = commit[7]
    require(isinstance(log, list) and len(log) == 2 and is_number(log[0]) and is_bytes(log[1], 32), "malformed")
    require(is_number(commit[8]) and commit[8] < 1 << 32 and is_number(commit[9]) and is_bytes(commit[10], 32), "malformed")
    require(is_number(commit[11]) and is_bytes(commit[14], 64), "malformed")
    if 12 in commit:
        root = commit[12]
        require(isinstance(root, list) and len(root) in (2, 3) and is_number(root[0]) and is_bytes(root[1], 32), "malformed")
        require(len(root) == 2 or is_number(root[2], 1) and root[2] < commit[3], "malformed")
        require(commit[10] == items_hash([]), "malformed")
    if with_items:
        items = commit[13]
        require(isinstance(items, list) and len(items) <= 500, "malformed")
        for item in items:
            require(isinstance(item, list) and len(item) == 4 and is_bytes(item[0], 16) and is_number(item[1], 1), "malformed")
            require(type(item[2]) is int and item[2] in (1, 2) and is_bytes(item[3], 32), "malformed")
        names = [item[0] for item in items]
        require(names == sorted(set(names)), "malformed")
        require(items_hash(items) == commit[10], "itemsMismatch")
    commit["hash"] = sha256(b"passfold/commit/v1", encode({key: commit[key] for key in range(1, 13) if key in commit}))
    return commit


def items_hash(items):
    return sha256(b"passfold/commit-items/v1", encode(items))


# Checkpoints.


def tree(leaves):
    if not leaves:
        return sha256()
    if len(leaves) == 1:
        return leaves[0]
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return sha256(b"\x01", tree(leaves[:left]), tree(leaves[left:]))


def root_of(versions):
    """Versions: name → (revision, purpose, bodyHash, author, number)."""
    leaves = []
    for name, (revision, purpose, body_hash, author, number) in sorted(versions.items()):
        leaves.append(sha256(b"\x00", name, revision.to_bytes(8, "big"), bytes([purpose]), body_hash, author, number.to_bytes(8, "big")))
    return [len(leaves), tree(leaves)]


# The chain.


class Account:
    """The log entry by entry: who was a member, which epoch held and which format was the floor after each, and where it ended."""

    def __init__(self, entries):
        self.hashes, self.heads, self.epochs, self.members, self.floors, self.closed = [], [], [], [], [], []
        for count in range(1, len(entries) + 1):
            entry = decode(entries[count - 1])
            self.hashes.append(sha256(b"passfold/log/v1", encode({key: entry[key] for key in range(1, 8)})))
            self.heads.append(entry[4])
            log = Log(entries[:count]) if count > 1 else None
            self.epochs.append(log.epoch if log else 0)
            self.floors.append(log.floor if log else 1)
            self.closed.append(bool(log) and log.is_closed)
            self.members.append(dict(log.devices) if log else {entry[6][1]: entry[6][2]})
        self.name = self.hashes[0][:16]


AGE = 400 * 24 * 60 * 60 * 1000


class Chain:
    def __init__(self, account, reads=1):
        self.account, self.hashes, self.log, self.counts, self.versions = account, [START], 0, {}, {}
        self.reads, self.last, self.checkpoints, self.forgotten = reads, {}, [], 0

    def examine(self, commit, device=None, signed=()):
        account, number = self.account, commit[3]
        require(commit[2] == account.name, "otherAccount")
        if number < len(self.hashes) and self.hashes[number] == commit["hash"]:
            return False
        sequence, entry = commit[7]
        require(sequence < len(account.hashes), "logTooShort")
        require(account.hashes[sequence] == entry, "logForked")
        key = account.members[sequence].get(commit[5])
        require(key, "authorNotMember")
        try:
            ed25519.Ed25519PublicKey.from_public_bytes(key).verify(commit[14], b"passfold/commit-signature/v1" + commit["hash"])
        except InvalidSignature:
            raise Refused("signatureInvalid") from None
        require(commit[5] != device or commit["hash"] in signed, "ownKeyUsedElsewhere")
        if commit[4] != self.hashes[-1]:
            raise Refused("parentMissing" if commit[4] not in self.hashes and number > len(self.hashes) else "forked")
        require(number == len(self.hashes), "numberMismatch")
        seen = [place for place, head in enumerate(account.heads) if head == commit[4]]
        require(sequence >= max([self.log, *seen]), "logOlderThanParent")
        require(commit[8] > 0 and commit[8] == account.epochs[sequence], "epochMismatch")
        require(commit[6] > self.counts.get(commit[5], 0), "sequenceNotRising")
        require(not account.closed[sequence], "accountClosed")
        require(self.reads >= account.floors[sequence], "unsupportedVersion")
        require(commit[11] >= account.floors[sequence], "formatBelowFloor")
        forgotten = forgets(commit)
        if forgotten > self.forgotten:
            is_old = any(place >= forgotten and commit[9] >> 16 >= (clock >> 16) + AGE for place, clock in self.checkpoints)
            others = [device for device in account.members[sequence] if device != commit[5]]
            require(is_old and all(self.last.get(device, forgotten) >= forgotten for device in others), "forgottenTooEarly")
        return True

    def advance(self, commit):
        self.hashes.append(commit["hash"])
        self.log, self.counts[commit[5]], self.last[commit[5]] = commit[7][0], commit[6], commit[3]
        if 12 in commit:
            self.checkpoints.append((commit[3], commit[9]))
            self.forgotten = max(self.forgotten, forgets(commit))

    @staticmethod
    def without(versions, forgotten):
        return {name: version for name, version in versions.items() if version[1] != 2 or version[4] > forgotten}

    def follow(self, commit, device=None):
        if not self.examine(commit, device):
            return
        for name, revision, _, body_hash in commit[13]:
            if name in self.versions and self.versions[name][0] >= revision:
                other = self.versions[name][0] == revision and self.versions[name][2] != body_hash
                raise Refused("revisionConflict" if other else "revisionNotNewer")
        left = self.without(self.versions, forgets(commit))
        require(12 not in commit or commit[12][:2] == root_of(left), "rootMismatch")
        self.advance(commit)
        self.versions = left
        for name, revision, purpose, body_hash in commit[13]:
            self.versions[name] = (revision, purpose, body_hash, commit[5], commit[3])

    def follow_headers(self, headers, versions):
        for header in headers:
            if self.examine(header):
                self.advance(header)
        require(headers and 12 in headers[-1], "checkpointMissing")
        versions = self.without(versions, self.forgotten)
        require(root_of(versions) == headers[-1][12][:2], "rootMismatch")
        for name, known in self.without(self.versions, self.forgotten).items():
            require(name in versions, "recordMissing")
            require(versions[name][0] >= known[0], "revisionNotNewer")
            require(versions[name][0] > known[0] or versions[name] == known, "revisionConflict")
        self.versions = versions


def forgets(commit):
    return commit[12][2] if len(commit.get(12, [])) == 3 else 0


def versions_of(rows):
    return {UNHEX(row[0]): (row[1], row[2], UNHEX(row[3]), UNHEX(row[4]), row[5]) for row in rows}


def end(chain):
    return (chain.hashes[-1].hex(), [root_of(chain.versions)[0], root_of(chain.versions)[1].hex()])


def main():
    for file in ("commits", "formats"):
        commits = load(file)
        accounts = {name: Account([UNHEX(entry) for entry in log]) for name, log in commits["logs"].items()}

        def run_chain(case):
            chain = Chain(accounts[case["log"]], case.get("reads", 1))
            for data in case["commits"]:
                chain.follow(read_commit(UNHEX(data)), UNHEX(case.get("device", "")))
            equal(end(chain), (case["head"], case["root"]))

        check(file, commits["cases"], run_chain)

    for file in ("checkpoints", "forgetting"):
        checkpoints = load(file)
        account = Account([UNHEX(entry) for entry in checkpoints["log"]])

        def run_checkpoint(case):
            chain = Chain(account)
            for data in case["known"]:
                chain.follow(read_commit(UNHEX(data)))
            if "headers" in case:
                chain.follow_headers([read_commit(UNHEX(data), False) for data in case["headers"]], versions_of(case["versions"]))
            equal(end(chain), (case["head"], case["root"]))

        check(file, checkpoints["cases"], run_checkpoint)

    checkpoints = load("checkpoints")

    for size in checkpoints["trees"]:
        versions = {bytes([number >> 8, number & 255]) + bytes(14): (1, 1, bytes(32), bytes(16), 1) for number in range(size["count"])}
        equal(root_of(versions)[1].hex(), size["root"])
    print(f"trees: {len(checkpoints['trees'])} roots hold")


if __name__ == "__main__":
    main()
