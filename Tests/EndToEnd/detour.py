# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A proxy for programs that cannot be told in another way where a name is served: every tunnel leads to one port of this machine."""

import socket
import threading

from accepting import accept_each, stop_accepting


class Detour:
    """Accepts HTTP's CONNECT for any name and connects it to a local port."""

    def __init__(self, port):
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        accept_each(self._listener, self._join)

    def close(self):
        stop_accepting(self._listener)

    def _join(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            piece = client.recv(4096)
            if not piece:
                return client.close()
            head += piece
        site = socket.create_connection(("127.0.0.1", self._port))
        client.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
        with client, site:
            back = threading.Thread(target=self._carry, args=(site, client), daemon=True)
            back.start()
            self._carry(client, site)
            back.join()

    @staticmethod
    def _carry(source, target):
        try:
            while piece := source.recv(65536):
                target.sendall(piece)
        except OSError:
            pass
        finally:
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
