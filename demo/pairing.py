# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A browser profile's half of pairing (docs/protocols/native-messaging.md, "Pairing"), for programs that act as a browser's extension.

The key uses P-256 in plain integers: slow and not constant-time, but good enough for a key that lives as long as a test.
"""

import base64
import hashlib
import secrets

FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BASE = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296, 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def _add(one, other):
    if one is None or other is None:
        return one or other
    (x, y), (u, v) = one, other
    if x == u and (y + v) % FIELD == 0:
        return None
    slope = (3 * x * x - 3) * pow(2 * y, -1, FIELD) if one == other else (v - y) * pow(u - x, -1, FIELD)
    across = (slope * slope - x - u) % FIELD
    return across, (slope * (x - across) - y) % FIELD


def _times(number, point):
    total = None
    while number:
        if number & 1:
            total = _add(total, point)
        point = _add(point, point)
        number >>= 1
    return total


def text_of(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _labelled(label, *parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in (label.encode(), *parts))


class BrowserProfile:
    """A profile's key, its extension, and the messages of both to the broker."""

    def __init__(self, caller):
        self.caller = caller.encode()
        self._secret = 1 + secrets.randbelow(ORDER - 1)
        x, y = _times(self._secret, BASE)
        self.public_key = b"\x04" + x.to_bytes(32, "big") + y.to_bytes(32, "big")

    def sign(self, message):
        digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
        while True:
            nonce = 1 + secrets.randbelow(ORDER - 1)
            r = _times(nonce, BASE)[0] % ORDER
            s = pow(nonce, -1, ORDER) * (digest + r * self._secret) % ORDER
            if r and s:
                return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def proof(self, challenge):
        """Returns the message that answers a welcome's challenge."""
        signature = self.sign(_labelled("passfold/browser/proof/1", bytes_of(challenge), self.caller, self.public_key))
        return {"type": "pair", "publicKey": text_of(self.public_key), "signature": text_of(signature)}

    def commitment(self, nonce):
        return {"type": "begin-pairing",
                "commitment": text_of(hashlib.sha256(_labelled("passfold/browser/commitment/1", self.public_key, nonce)).digest())}

    def digits(self, challenge, nonce, broker_nonce):
        parts = (bytes_of(challenge), self.caller, self.public_key, nonce, bytes_of(broker_nonce))
        digest = hashlib.sha256(_labelled("passfold/browser/digits/1", *parts)).digest()
        return f"{int.from_bytes(digest[:8], 'big') % 1_000_000:06}"

    def open(self, send, receive):
        """Answers the broker's greeting; returns the challenge and the broker's answer to the key."""
        welcome = receive()
        if welcome.get("type") != "welcome":
            raise RuntimeError(f"no welcome but {welcome}")
        send(self.proof(welcome["challenge"]))
        return welcome["challenge"], receive()

    def pair(self, challenge, send, receive):
        """Requests pairing; returns the digits that the popup would show, and the result."""
        nonce = secrets.token_bytes(32)
        send(self.commitment(nonce))
        answer = receive()
        if answer["type"] != "pairing-nonce":
            return None, answer
        digits = self.digits(challenge, nonce, answer["nonce"])
        send({"type": "reveal-pairing", "nonce": text_of(nonce)})
        return digits, receive()
