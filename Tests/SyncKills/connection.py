# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A connection to a sync server that costs little: thousands of requests a second come from one Python."""

import socket


class Lost(Exception):
    """There was no whole answer; what was asked may be done or not."""


class Connection:
    """Keeps one connection open, and makes it again when it is gone."""

    def __init__(self, port, timeout=20):
        self.port, self.timeout, self.socket, self.rest = port, timeout, None, b""

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket, self.rest = None, b""

    def request(self, method, path, body=None, token=None, drops_answer=False):
        """Status and body of the answer; with `drops_answer` it goes away without reading it."""
        try:
            if self.socket is None:
                self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=self.timeout)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.sendall(encoded(method, path, body, token))
            if drops_answer:
                self.close()
                raise Lost
            return self._answer()
        except (OSError, ValueError, IndexError) as error:
            self.close()
            raise Lost from error

    def _answer(self):
        data = self.rest
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        status, length, ends = int(lines[0].split(b" ")[1]), 0, False
        for line in lines[1:]:
            name, _, value = line.partition(b":")
            name = name.lower()
            length = int(value) if name == b"content-length" else length
            ends = ends or (name == b"connection" and value.strip() == b"close")
        while len(body) < length:
            body += self._more()
        self.rest = body[length:]
        if ends:
            self.close()
        return status, body[:length]

    def _more(self):
        data = self.socket.recv(1 << 18)
        if not data:
            raise OSError("closed")
        return data


def encoded(method, path, body=None, token=None):
    """A request's bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: sync.example"]
    if token:
        lines.append(f"Authorization: Bearer {token.hex()}")
    if body is not None:
        lines += ["Content-Type: application/cbor", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")
