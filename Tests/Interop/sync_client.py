# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""A device of an account at a sync server, with nothing of Passfold's own code.

Written from docs/protocols/sync-server.md, docs/formats/sync.md and docs/formats/vault.md. Run as a program it does what each line of its
standard input says, a JSON array of a name and arguments, and answers each with a line of JSON.
"""

import http.client
import json
import os
import socket
import ssl
import sys
import time

from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from open_vault_vectors import decode, encode, sha256

ORIGIN = "https://sync.example"


class Client:
    """Holds the account's keys, its log and the chain as far as it was acknowledged."""

    def __init__(self):
        self.device, self.key = os.urandom(16), ed25519.Ed25519PrivateKey.generate()
        self.wrapping = os.urandom(32)
        self.secrets = []
        self.head, self.number, self.clock = bytes(32), 0, int(time.time() * 1000) << 16
        self.token, self.port, self.cursor, self.pending, self.tls = None, None, b"", None, None

    def sign(self, message):
        return self.key.sign(message)

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=70)
        if self.tls:
            # The server's name is the origin's, wherever it runs.
            connection.sock = self.tls.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=70), server_hostname="sync.example")
        headers = {"Authorization": f"Bearer {self.token.hex()}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = "application/cbor"
        connection.request(method, path, None if body is None else encode(body), headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        return response.status, decode(data) if data else {}

    # The account.

    def entry(self, number, previous, kind, body):
        content = {1: 1, 2: number, 3: previous, 4: bytes(32), 5: kind, 6: body, 7: self.device}
        digest = sha256(b"passfold/log/v1", encode(content))
        return encode({**content, 8: [[self.device, 1, self.sign(b"passfold/log-signature/v1" + digest)]]}), digest

    def found(self, invite=None):
        """Creates a new account each time. Nothing here opens the wraps of its key, so they are random."""
        public = self.key.public_key().public_bytes_raw()
        recovery, agreement = ed25519.Ed25519PrivateKey.generate().public_key().public_bytes_raw(), os.urandom(1216)
        member = sha256(b"passfold/recovery-id/v1", recovery, agreement)[:16]
        first, digest = self.entry(0, bytes(32), 0, {1: self.device, 2: public, 3: os.urandom(1216), 4: recovery, 5: agreement, 6: 1,
                                                     7: int(time.time() * 1000), 8: os.urandom(32)})
        self.account = digest[:16]
        wraps = [[name, os.urandom(1120), os.urandom(48)] for name in sorted([self.device, member])]
        second, self.log_head = self.entry(1, digest, 3, {1: 1, 2: os.urandom(32), 3: wraps})
        status, answer = self.request("POST", "/v1/accounts", {1: self.account, 2: [first, second], **({3: bytes.fromhex(invite)} if invite else {})})
        self.cursor = answer.get(1, b"")
        return {"status": status, "account": self.account.hex()}

    def login(self, origin=ORIGIN):
        _, asked = self.request("POST", "/v1/session/challenge", {1: self.account, 2: self.device})
        signed = b"passfold/login/v1" + origin.encode() + self.account + self.device + asked[1] + asked[2].to_bytes(8, "big")
        status, answer = self.request("POST", "/v1/session", {1: self.account, 2: self.device, 3: asked[1], 4: asked[2], 5: self.sign(signed)})
        self.token = answer.get(1) if status == 200 else self.token
        return {"status": status, "answer": answer.get(1) if status != 200 else None}

    # Commits.

    def seal(self, text, record, revision):
        content_key = os.urandom(32)
        self.secrets.append(content_key.hex())
        commitment = os.urandom(16)
        padded = (text.encode() + b"\x80").ljust(1024, b"\0")
        header = (b"PFD1" + bytes([1, 1]) + self.account + record + revision.to_bytes(8, "big") + self.device + self.clock.to_bytes(8, "big")
                  + (1).to_bytes(2, "big") + bytes([1]) + (1040).to_bytes(4, "big") + commitment)
        body = header + AESGCM(content_key).encrypt(bytes(12), padded, b"passfold/body/v1" + header)
        digest = sha256(b"passfold/bodyhash/v1", body)
        nonce = os.urandom(12)
        context = b"passfold/wrap/v1" + self.account + record + revision.to_bytes(8, "big") + (1).to_bytes(4, "big") + digest
        return (1).to_bytes(4, "big") + nonce + AESGCM(self.wrapping).encrypt(nonce, content_key, context), body, digest

    def push(self, text, again=False):
        """Pushes a record under a name of its own; `again` repeats what got no answer."""
        if not again:
            self.clock += 1 << 16
            record = sha256(text.encode())[:16]
            wrap, body, digest = self.seal(text, record, 1)
            items = [[record, 1, 1, digest]]
            header = {1: 1, 2: self.account, 3: self.number + 1, 4: self.head, 5: self.device, 6: self.number + 1, 7: [1, self.log_head],
                      8: 1, 9: self.clock, 10: sha256(b"passfold/commit-items/v1", encode(items)), 11: 1}
            hash_ = sha256(b"passfold/commit/v1", encode(header))
            commit = encode({**header, 13: items, 14: self.sign(b"passfold/commit-signature/v1" + hash_)})
            self.pending = commit, wrap, body, hash_
        commit, wrap, body, hash_ = self.pending
        status, answer = self.request("POST", "/v1/commits", {1: commit, 2: [[wrap, body]]})
        if status == 200:
            assert answer[1] == [self.number + 1, hash_]
            self.number, self.head, self.cursor = self.number + 1, hash_, answer[2]
        return {"status": status, "code": answer.get(1) if status != 200 else None}

    def pull(self):
        """Reads everything from the beginning, follows the chain and opens the records."""
        texts, previous, number, cursor = [], bytes(32), 0, b""
        while True:
            status, page = self.request("GET", f"/v1/changes?limit=3{'&after=' + cursor.hex() if cursor else ''}")
            assert status == 200
            hashes = {}
            for encoded in page[3]:
                commit = decode(encoded)
                digest = sha256(b"passfold/commit/v1", encode({key: commit[key] for key in range(1, 12)}))
                self.key.public_key().verify(commit[14], b"passfold/commit-signature/v1" + digest)
                assert commit[4] == previous and commit[3] == number + 1
                previous, number = digest, number + 1
                hashes |= {item[0]: item[3] for item in commit[13]}
            for _, wrap, body in page[4]:
                record, revision = body[22:38], body[38:46]
                digest = sha256(b"passfold/bodyhash/v1", body)
                assert hashes[record] == digest
                context = b"passfold/wrap/v1" + self.account + record + revision + wrap[:4] + digest
                key = AESGCM(self.wrapping).decrypt(wrap[4:16], wrap[16:], context)
                padded = AESGCM(key).decrypt(bytes(12), body[93:], b"passfold/body/v1" + body[:93])
                texts.append(padded.rstrip(b"\0")[:-1].decode())
            cursor = page[1]
            if not page[2]:
                assert page[6] == [number, previous]
                return {"texts": texts, "number": number}

    # The bytes of files.

    def keep(self, text, chunks):
        """Hands in a file of so many chunks, in parts of four, and returns how many requests that took."""
        name, key = sha256(text.encode())[:16], os.urandom(32)
        self.secrets.append(key.hex())
        last = chunks - 1
        sealed = [AESGCM(key).encrypt(number.to_bytes(11, "big") + bytes([number == last]), text.encode().ljust(65_536 if number < last else 1024, b"\0"),
                                      b"passfold/blob/v1" + name + number.to_bytes(4, "big") + bytes([number == last])) for number in range(chunks)]
        present, requests = 0, 0
        while present < chunks:
            status, answer = self.request("PUT", f"/v1/blobs/{name.hex()}?from={present}", {1: chunks, 2: sealed[present:present + 4]})
            requests += 1
            if status != 200:
                return {"status": status, "code": answer.get(1)}
            present = answer[1]
        return {"status": 200, "requests": requests, "name": name.hex(), "digest": sha256(*sealed).hex()}

    def fetch(self, name):
        sealed, count = [], 1
        while len(sealed) < count:
            status, answer = self.request("GET", f"/v1/blobs/{name}?from={len(sealed)}")
            if status != 200:
                return {"status": status, "code": answer.get(1)}
            count, more = answer[1], answer[2]
            sealed += more
        return {"status": 200, "digest": sha256(*sealed).hex()}

    def files(self):
        _, answer = self.request("GET", "/v1/blobs")
        return {"files": [[name.hex(), count, present] for name, count, present in answer[1]], "more": answer[2]}

    def remove(self, name, head=None):
        status, answer = self.request("DELETE", "/v1/blobs", {1: bytes.fromhex(head) if head else self.head, 2: [bytes.fromhex(name)]})
        return {"status": status, "answer": answer.get(1)}

    def wait(self):
        status, answer = self.request("GET", f"/v1/events?after={self.cursor.hex()}")
        return {"status": status, "same": answer.get(1) == self.cursor}

    def trust(self, authority):
        """Speaks TLS from now on, to a server that this authority vouches for."""
        self.tls = ssl.create_default_context(cafile=authority)
        return {}

    def at(self, port):
        self.port = port
        return {}

    def known_secrets(self):
        """What may be in no file of the server's: keys, as the hexadecimal digits of their bytes."""
        return {"secrets": self.secrets + [self.wrapping.hex(), self.key.private_bytes_raw().hex()]}


def main():
    client = Client()
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        try:
            answer = getattr(client, name)(*arguments)
        except (ConnectionError, http.client.HTTPException, TimeoutError):
            answer = {"status": 0}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
