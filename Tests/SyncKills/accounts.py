# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Accounts with several devices as the sync server's protocol page describes them, with nothing of Passfold's own code."""

import os
import time

from cryptography.hazmat.primitives.asymmetric import ed25519
from open_vault_vectors import encode, sha256

ORIGIN = "https://sync.example"
ZERO = bytes(32)


class Device:
    """A member's name and signing key. Nothing is opened here, so keys for that are random bytes."""

    def __init__(self):
        self.name, self.key = os.urandom(16), ed25519.Ed25519PrivateKey.generate()
        self.public = self.key.public_key().public_bytes_raw()
        self.count = 0


class Account:
    """The membership log of an account with so many devices."""

    def __init__(self, devices):
        self.devices = [Device() for _ in range(devices)]
        first = self.devices[0]
        recovery, agreement = ed25519.Ed25519PrivateKey.generate().public_key().public_bytes_raw(), os.urandom(1216)
        member = sha256(b"passfold/recovery-id/v1", recovery, agreement)[:16]
        self.entries, self.log_hash = [], ZERO
        self._enter(0, {1: first.name, 2: first.public, 3: os.urandom(1216), 4: recovery, 5: agreement, 6: 1, 7: int(time.time() * 1000), 8: os.urandom(32)})
        self.name = self.log_hash[:16]
        self._enter(3, {1: 1, 2: os.urandom(32), 3: [[name, os.urandom(1120), os.urandom(48)] for name in sorted([first.name, member])]})
        for device in self.devices[1:]:
            self._enter(1, {1: device.name, 2: device.public, 3: os.urandom(1216), 4: os.urandom(92), 5: os.urandom(1120), 6: os.urandom(48)}, device)

    def _enter(self, kind, body, other=None):
        content = {1: 1, 2: len(self.entries), 3: self.log_hash, 4: ZERO, 5: kind, 6: body, 7: self.devices[0].name}
        self.log_hash = sha256(b"passfold/log/v1", encode(content))
        signers = [self.devices[0], *([other] if other else [])]
        signatures = [[signer.name, 1, signer.key.sign(b"passfold/log-signature/v1" + self.log_hash)] for signer in signers]
        self.entries.append(encode({**content, 8: signatures}))

    def login(self, device, asked):
        """The body that answers a challenge."""
        signed = b"passfold/login/v1" + ORIGIN.encode() + self.name + device.name + asked[1] + asked[2].to_bytes(8, "big")
        return {1: self.name, 2: device.name, 3: asked[1], 4: asked[2], 5: device.key.sign(signed)}

    def envelope(self, device, record, revision, clock):
        """A wrap, a body and what the body hashes to; the ciphertext is random."""
        header = (b"PFD1" + bytes([1, 1]) + self.name + record + revision.to_bytes(8, "big") + device.name + clock.to_bytes(8, "big")
                  + (1).to_bytes(2, "big") + bytes([1]) + (1040).to_bytes(4, "big") + os.urandom(16))
        body = header + os.urandom(1040)
        return (1).to_bytes(4, "big") + os.urandom(60), body, sha256(b"passfold/bodyhash/v1", body)

    def commit(self, device, number, parent, clock, items):
        """A commit of such envelopes: its body, and its hash."""
        device.count += 1
        items = sorted(items)
        named = [[record, revision, 1, digest] for record, revision, _, _, digest in items]
        header = {1: 1, 2: self.name, 3: number, 4: parent, 5: device.name, 6: device.count, 7: [len(self.entries) - 1, self.log_hash], 8: 1, 9: clock,
                  10: sha256(b"passfold/commit-items/v1", encode(named)), 11: 1}
        digest = sha256(b"passfold/commit/v1", encode(header))
        commit = encode({**header, 13: named, 14: device.key.sign(b"passfold/commit-signature/v1" + digest)})
        return encode({1: commit, 2: [[wrap, body] for _, _, wrap, body, _ in items]}), digest
