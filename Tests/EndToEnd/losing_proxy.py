# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A TLS proxy in front of a sync server, which loses the answer to one request when told to."""

import re
import socket
import ssl
import threading

from accepting import accept_each, stop_accepting


class LosingProxy:
    def __init__(self, port, server_port, certificates):
        self._server_port = server_port
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificates / "certificate.pem", certificates / "key.pem")
        # The beginning of the request whose answer is lost; after that nothing is answered until `mend` or `lose` is called.
        self.loses = None
        # Called after the server has answered that request.
        self.on_loss = lambda: None
        self.has_lost = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", port))
        accept_each(self._listener, self._carry)

    def stop(self):
        stop_accepting(self._listener)

    def lose(self, request, on_loss=lambda: None):
        self.loses, self.on_loss = request.encode(), on_loss
        self.has_lost.clear()

    def mend(self):
        self.loses = None
        self.has_lost.clear()

    def _carry(self, client):
        try:
            with self._context.wrap_socket(client, server_side=True) as client, socket.create_connection(("127.0.0.1", self._server_port)) as server:
                while (request := _message(client)) and not self.has_lost.is_set():
                    server.sendall(request)
                    answer = _message(server)
                    if self.loses and request.startswith(self.loses):
                        self.has_lost.set()
                        self.on_loss()
                        return
                    client.sendall(answer)
        except OSError:
            pass


def _message(connection):
    """Returns one whole message; nothing at the end of the stream."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            return b""
        data += part
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", data)
    whole = data.index(b"\r\n\r\n") + 4 + (int(length.group(1)) if length else 0)
    while len(data) < whole:
        data += connection.recv(65536)
    return data
