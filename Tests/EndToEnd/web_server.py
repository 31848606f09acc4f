# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A local web server that answers as a test specifies, over TLS or unencrypted."""

import socket
import ssl
import threading


def response(body, status="200 OK", fields=("Content-Type: application/json",), length=None):
    """Returns a server's answer to one request."""
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *fields, "", ""]
    return "\r\n".join(head).encode() + body


class Server:
    """Answers every connection with one function, over TLS or unencrypted."""

    def __init__(self, folder, respond, certificate=("certificate.pem", "key.pem"), tls=True):
        self.respond, self.requests = respond, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = None
        if tls:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(folder / certificate[0], folder / certificate[1])
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            try:
                if self.context:
                    connection = self.context.wrap_socket(connection, server_side=True)
                self.requests.append(connection.recv(65536).decode(errors="replace"))
                self.respond(connection)
            except OSError:
                pass
            finally:
                connection.close()

    def close(self):
        # A thread that waits in accept holds the socket open until it is woken.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()
