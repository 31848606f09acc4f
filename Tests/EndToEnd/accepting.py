# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What the tests' own servers share: each connection is served by a thread of its own, until the listener is closed."""

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
        # A thread that waits in accept does not hear of a mere close.
        listener.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    listener.close()
