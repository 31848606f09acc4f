# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Shared by the tests' own servers: each connection is served in its own thread until the listener is closed."""

import socket
import threading


def accept_each(listener, serve):
    def accept():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
    threading.Thread(target=accept, daemon=True).start()


def stop_accepting(listener):
    try:
        # Closing alone does not wake a thread that waits in accept.
        listener.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    listener.close()
