# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A vault that hands out tasks to a carrier, written only from docs/protocols/carrying.md, and the carrier's program started in the same
way as by the broker."""

import json
import os
import queue
import socket
import struct
import subprocess
import threading
from pathlib import Path

PART = 64 * 1024
TOKEN = 32


def read_whole(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise ConnectionError
        data += more
    return data


def read_frame(connection):
    json_count, secret_count = struct.unpack(">II", read_whole(connection, 8))
    return json.loads(read_whole(connection, json_count)), read_whole(connection, secret_count)


def write_frame(connection, message, secret=b""):
    text = json.dumps(message).encode()
    connection.sendall(struct.pack(">II", len(text), len(secret)) + text + secret)


class Task:
    """A task under way, and its outcome."""

    def __init__(self, place, method, path, body=b"", token=None, seconds=20):
        self.members = {"place": place, "method": method, "path": path, "hasToken": token is not None, "byteCount": len(body), "seconds": seconds}
        self.content = (token or b"") + body
        self.over, self.outcome, self.answer = threading.Event(), None, b""

    def wait(self):
        if not self.over.wait(60):
            raise AssertionError("the carrier reported no outcome")
        return self.outcome


class PlayedVault:
    """Listens at the vault's socket."""

    def __init__(self, runtime):
        self.folder = Path(runtime) / "passfold"
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.tasks = {"work": queue.Queue(), "events": queue.Queue()}
        self.roles, self.lanes, self.faults, self.asked = [], [], [], 0
        self.connections = {}
        self.listener = None

    def open(self):
        path = self.folder / "vault.sock"
        path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        if self.listener:
            self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
            self.listener = None
        for lane in list(self.connections):
            self.hang_up(lane)

    def hang_up(self, lane):
        connection = self.connections.pop(lane, None)
        try:
            if connection:
                connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The carrier was first.

    def carry(self, *arguments, lane="work", **members):
        """Hands out a task and waits for its outcome: returns the status or the failure, and the body."""
        task = self.begin(*arguments, lane=lane, **members)
        outcome = task.wait()
        return outcome.get("status") or outcome.get("failure"), task.answer

    def begin(self, *arguments, lane="work", **members):
        task = Task(*arguments, **members)
        self.tasks[lane].put(task)
        return task

    def _accept(self):
        listener = self.listener
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._converse, args=(connection,), daemon=True).start()

    def _converse(self, connection):
        try:
            self._serve(connection)
        except (ConnectionError, OSError):
            pass
        except Exception as fault:
            self.faults.append(repr(fault))
        finally:
            connection.close()

    def _serve(self, connection):
        hello, _ = read_frame(connection)
        self.roles.append(hello["role"])
        write_frame(connection, {"type": "done", "id": 0})
        task, sent, lane = None, 0, None
        while True:
            message, secret = read_frame(connection)
            number, kind = message["id"], message["kind"]
            assert message["type"] == "carry" and (lane is None or lane == message["lane"]), message
            lane = message["lane"]
            self.connections[lane] = connection
            if kind == "next":
                assert task is None, "asked for a task before it reported the outcome of the last one"
                self.asked += 1
                try:
                    task = self.tasks[lane].get(timeout=2)
                except queue.Empty:
                    write_frame(connection, {"type": "done", "id": number})
                    continue
                sent = min(PART, len(task.content))
                try:
                    write_frame(connection, {"type": "task", "id": number, **task.members}, task.content[:sent])
                except OSError:
                    # The carrier that asked is gone; the next conversation gets the task.
                    self.tasks[lane].put(task)
                    raise
            elif kind == "part":
                part = task.content[sent:sent + PART]
                assert part, "asked for more than there is"
                sent += len(part)
                write_frame(connection, {"type": "task-part", "id": number}, part)
            else:
                assert sent == len(task.content), "did not take the whole body"
                if kind == "outcome":
                    task.outcome = {key: message[key] for key in ("status", "retryAfter", "failure") if key in message}
                assert message["isLast"] or len(secret) == PART, "a short part in the middle"
                task.answer += secret
                write_frame(connection, {"type": "done", "id": number})
                if message["isLast"]:
                    task.over.set()
                    task = None


class CarrierProgram:
    """The program started in the same way as by the broker, with the other end of its leash."""

    def __init__(self, program, runtime, output, **variables):
        self.leash, theirs = socket.socketpair()
        environment = {"XDG_RUNTIME_DIR": str(runtime), "SWIFT_BACKTRACE": "enable=no", "PASSFOLD_SYNC_DEVELOPER": "1", **variables}
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        descriptor = theirs.fileno()
        self.process = subprocess.Popen(
            [program], stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment, pass_fds=(3,),
            preexec_fn=lambda: os.dup2(descriptor, 3, inheritable=True))
        theirs.close()

    def status(self, name):
        """Returns a value of the process's status, which the kernel shows for every process."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return line.split()[1]
        return None

    def processor_ticks(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def end(self):
        self.process.kill()
        self.process.wait()
        self.leash.close()
