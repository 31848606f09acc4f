# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The content of a file according to `passfold-import`, without a vault: each value of its answer (Sources/CredentialExchange/Carriage),
read by separate code."""

import subprocess


class Carried:
    def __init__(self, answer):
        self.answer, self.place = answer, 0

    def take(self, count):
        self.place += count
        assert self.place <= len(self.answer)
        return self.answer[self.place - count:self.place]

    def number(self):
        return int.from_bytes(self.take(8), "big", signed=True)

    def bytes(self):
        return self.take(self.number())

    def text(self):
        return self.bytes().decode()

    def optional(self, read):
        return read() if self.number() else None

    def list(self, read):
        return [read() for _ in range(self.number())]

    def former(self):
        return self.text(), self.number()

    def service(self):
        return {"kind": self.text(), "text": self.text(), "rule": self.text()}

    def parameters(self):
        secret, algorithm, digits, form = self.bytes(), self.text(), self.number(), self.number()
        return {"secret": secret, "algorithm": algorithm, "digits": digits, "form": form, "turn": self.number() if form < 3 else None}

    def part(self):
        kind = self.number()
        if kind == 1:
            return {"part": "login", "services": self.list(self.service), "user": self.text(), "password": self.optional(self.text),
                    "history": self.list(self.former)}
        if kind == 2:
            return {"part": "code", "services": self.list(self.service), "issuer": self.optional(self.text), "account": self.text(),
                    "name": self.optional(self.text), **self.parameters(),
                    "added": self.optional(self.number), "pending": self.optional(self.number),
                    "history": self.list(lambda: (self.parameters(), self.number()))}
        if kind == 3:
            return {"part": "passkey", "site": self.text(), "name": self.optional(self.text), "handle": self.bytes(), "user": self.text(),
                    "display": self.text(), "id": self.bytes(), "algorithm": self.number(), "key": self.bytes(), "count": self.number(),
                    "flags": [self.optional(self.number), self.optional(self.number)], "created": self.optional(self.number), "protection": self.number(),
                    "functions": self.optional(lambda: (self.bytes(), self.bytes())), "blob": self.optional(self.bytes)}
        if kind == 4:
            return {"part": "note", "text": self.text(), "history": self.list(self.former)}
        if kind == 5:
            names = ("holder", "bank", "number", "code", "pin", "expires", "from")
            return {"part": "card"} | {name: self.text() if name in ("holder", "bank") else self.optional(self.text) for name in names}
        pair = lambda: (self.text(), self.text())
        return {"part": "person", "given": self.text(), "family": self.text(), "organisation": self.text(), "birthday": self.optional(self.text),
                "emails": self.list(pair), "phones": self.list(pair), "addresses": self.list(pair), "documents": self.list(pair)}

    def item(self):
        return {
            "title": self.text(), "parts": self.list(self.part), "favourite": bool(self.number()), "tags": self.list(self.text),
            "note": self.optional(self.text), "fields": self.list(lambda: (self.text(), bool(self.number()), self.text())),
            "folders": self.list(lambda: self.list(self.text)),
            "files": self.list(lambda: (self.text(), self.optional(self.text), self.optional(self.number), self.bytes())),
            "created": self.optional(self.number), "modified": self.optional(self.number), "shelf": self.number()}


def entries(program, file, passphrase=None, key_file=None):
    """Returns the entries of a file in its order; raises an error if the program reads none."""
    frame = lambda value: len(value).to_bytes(8, "big") + value
    optional = lambda value: (0).to_bytes(8, "big") if value is None else (1).to_bytes(8, "big") + frame(value)
    order = frame(file) + optional(None if passphrase is None else passphrase.encode()) + optional(key_file) + optional(None)
    answer = Carried(subprocess.run([program], input=frame(order), stdout=subprocess.PIPE, env={}, check=True).stdout[8:])
    if answer.number() != 1:
        raise ValueError(answer.answer[8:])
    answer.text(), answer.number()
    return answer.list(answer.item)
