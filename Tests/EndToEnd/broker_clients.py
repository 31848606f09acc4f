# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Clients of the broker for tests that need no browser: the extension's side of the conversation, and that of the settings."""

import json
import select
import socket
import struct
import subprocess
import time

from demo.pairing import BrowserProfile

CALLER = "chrome-extension://test/"


class Client:
    """Sends requests and collects answers; views that arrive meanwhile are counted."""

    def __init__(self):
        self.last = 0
        self.views = 0
        self.answers = {}

    def begin(self, kind, **members):
        """Sends a request and returns its number."""
        self.last += 1
        self.send({"type": kind, "id": self.last, **members})
        return self.last

    def answer_to(self, number, timeout=10.0):
        """Waits for the final answer to a request; None if it does not come in time."""
        end = time.monotonic() + timeout
        while number not in self.answers:
            message = self.receive(max(0.0, end - time.monotonic()))
            if message is None:
                return None
            if message.get("type") == "present":
                self.views += 1
            elif message.get("type") not in ("welcome", "dismiss"):
                self.answers[message.get("id")] = message
        return self.answers.pop(number)

    def ask(self, kind, **members):
        answer = self.answer_to(self.begin(kind, **members))
        if answer is None:
            raise TimeoutError(f"no answer to {kind}")
        return answer


class BrowserClient(Client):
    """Speaks through the installation's browser host, as the extension does, for a browser profile that the user has connected."""

    def __init__(self, world, profile=None, connects=True, through=()):
        """profile: one that was connected before; connects: whether a new one is connected, to which the user agrees.

        through: a program that starts the host in place of this one.
        """
        super().__init__()
        self.context = None
        self.process = subprocess.Popen(
            [*through, str(world.prefix / "libexec/passfold/passfold-browser-host"), CALLER], env=world.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.buffer = b""
        self.profile = profile or BrowserProfile(CALLER)
        try:
            self.challenge, self.standing = self.profile.open(self.send, self.hear)
        except ConnectionError:
            self.close()
            raise
        if connects and self.standing["type"] != "paired":
            with world.agreeing_to_browsers():
                self.digits, self.standing = self.pair()
            assert self.standing["type"] == "paired", self.standing

    def pair(self):
        """Asks to be connected; returns the digits and the outcome."""
        return self.profile.pair(self.challenge, self.send, self.hear)

    def hear(self, timeout=20.0):
        """Returns the broker's next message on this connection."""
        message = self.receive(timeout)
        if message is None:
            raise TimeoutError("the broker said nothing")
        return message

    def send(self, message):
        data = json.dumps(message).encode()
        self.process.stdin.write(struct.pack("=I", len(data)) + data)
        self.process.stdin.flush()

    def receive(self, timeout):
        end = time.monotonic() + timeout
        while True:
            if len(self.buffer) >= 4:
                length = struct.unpack("=I", self.buffer[:4])[0]
                if len(self.buffer) >= 4 + length:
                    message, self.buffer = self.buffer[4:4 + length], self.buffer[4 + length:]
                    return json.loads(message)
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return None
            piece = self.process.stdout.read1(65536)
            if not piece:
                raise ConnectionError("the browser host has ended")
            self.buffer += piece

    def begin(self, kind, **members):
        """A suggestion is filled into the document that it was made for."""
        if kind == "suggestions":
            self.context = members["context"]
        elif kind == "provide" and self.context is not None:
            members = {"context": self.context, **members}
        return super().begin(kind, **members)

    def suggestions(self, site, field, **members):
        origin = f"https://{site}"
        context = {"origin": origin, "topOrigin": origin, "ancestorOrigins": [], "tab": 1, "frame": 0, "document": "d1"}
        return self.ask("suggestions", context=context, field=field, **members)["items"]

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait(10)
        self.process.stdout.close()


class SettingsClient(Client):
    """Reads and changes the set of providers in use."""

    def __init__(self, world):
        super().__init__()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(str(world.runtime / "passfold/broker.sock"))
        self.send({"type": "hello", "role": "settings", "protocol": 1})

    def send(self, message):
        data = json.dumps(message).encode()
        self.socket.sendall(struct.pack(">II", len(data), 0) + data)

    def receive(self, timeout):
        self.socket.settimeout(max(0.01, timeout))
        try:
            length, secret = struct.unpack(">II", self._exactly(8))
            return json.loads(self._exactly(length + secret)[:length])
        except TimeoutError:
            return None

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise ConnectionError("the broker has hung up")
            data += piece
        return data

    def providers(self):
        return {provider["identifier"]: provider for provider in self.ask("providers")["providers"]}

    def set(self, identifier, **members):
        answer = self.ask("set-provider", identifier=identifier, **members)
        assert answer["type"] == "done", answer

    def close(self):
        self.socket.close()
