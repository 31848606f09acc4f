# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Plays the broker for a surface or settings window: shows it what a test or a picture needs, and receives its messages."""

import contextlib
import json
import queue
import socket
import struct
import threading
from pathlib import Path


class PlayedBroker:
    def __init__(self, runtime):
        """Listens at the path where clients of the runtime folder connect."""
        folder = Path(runtime) / "passfold"
        folder.mkdir(mode=0o700, exist_ok=True)
        self.path = folder / "broker.sock"
        self.path.unlink(missing_ok=True)
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(self.path))
        self.server.listen()
        self.heard = queue.Queue()
        self.connection = None
        self.answer = None
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                self.connection, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self._hear, args=[self.connection], daemon=True).start()

    def _hear(self, connection):
        # A window that is killed can disconnect at any point.
        with contextlib.suppress(OSError), connection.makefile("rb") as file:
            while len(header := file.read(8)) == 8:
                length, secret = struct.unpack(">II", header)
                message = json.loads(file.read(length))
                if secret:
                    message["secret"] = file.read(secret)
                if message["type"] == "hello":
                    self.say({"type": "welcome", "protocol": 1}, connection)
                self.heard.put(message)
                if self.answer and (reply := self.answer(message)):
                    self.say(reply, connection)
        self.heard.put({"type": "end"})

    def say(self, message, connection=None):
        text = json.dumps(message).encode()
        (connection or self.connection).sendall(struct.pack(">II", len(text), 0) + text)

    def present(self, view, id=1):
        self.say({"type": "present", "id": id, "view": view})

    def expect(self, kind, seconds=15):
        """Returns the next message of a type; others before it are dropped."""
        while True:
            message = self.heard.get(timeout=seconds)
            if message["type"] == kind:
                return message

    def is_quiet(self, seconds=0.4):
        """Whether no message arrives for a while."""
        try:
            self.heard.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def stop(self):
        for one in (self.connection, self.server):
            if one:
                one.close()
