# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A small client of Marionette, the protocol for driving Firefox: JSON arrays over TCP, each preceded by its length and a colon."""

import json
import socket

from demo.devtools import DevToolsError

GREATEST_LENGTH_DIGITS = 10


class MarionetteError(DevToolsError):
    """Firefox refused a command, or ended before it answered."""

    def __init__(self, message, kind=None):
        super().__init__(message)
        self.kind = kind


class Connection:
    """A conversation with a Firefox. Commands are answered one after another."""

    def __init__(self, port, timeout=60.0):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout)
        self._reading = self._socket.makefile("rb")
        self._next = 0
        self._context = "content"
        greeting = self._read()
        if greeting.get("marionetteProtocol") != 3:
            raise MarionetteError(f"Firefox speaks another protocol: {greeting}")

    def call(self, command, parameters=None):
        """Sends one command and returns its result."""
        self._next += 1
        message = json.dumps([0, self._next, command, parameters or {}]).encode()
        try:
            self._socket.sendall(b"%d:%s" % (len(message), message))
            _, number, error, result = self._read()
        except (OSError, ValueError) as fault:
            raise MarionetteError(f"{command}: the browser is gone ({fault})") from None
        if number != self._next:
            raise MarionetteError(f"{command}: the answer belongs to command {number}")
        if error:
            raise MarionetteError(f"{command}: {error.get('message') or error.get('error')}", error.get("error"))
        return result

    def use(self, context):
        """Chooses the context of the next commands: "content", the page, or "chrome", the browser's own windows."""
        if context != self._context:
            self.call("Marionette:SetContext", {"value": context})
            self._context = context

    def close(self):
        self._reading.close()
        self._socket.close()

    def _read(self):
        digits = bytearray()
        while (byte := self._reading.read(1)) != b":":
            if not byte.isdigit() or len(digits) == GREATEST_LENGTH_DIGITS:
                raise ValueError("no length" if byte else "the connection ended")
            digits += byte
        length = int(digits)
        data = self._reading.read(length)
        if len(data) != length:
            raise ValueError("the connection ended")
        return json.loads(data)
