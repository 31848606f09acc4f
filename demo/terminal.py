# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A terminal with a shell in which commands are typed and their output is read. A grant applies to its session."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from dataclasses import dataclass

SIZE = (40, 100)
END = re.compile(rb"\x1b\]777;(\d+)\x07")
CONTROLS = re.compile(r"\x1b\][^\x07]*\x07|\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][AB012]?|\r(?!\n)")


@dataclass
class Answered:
    """A command's output and result."""

    command: str
    status: int
    text: str
    milliseconds: float


class Terminal:
    """An interactive shell on its own pseudo-terminal."""

    def __init__(self, environment, folder):
        self._main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        # The shell ends each command with an invisible marker that contains its status.
        environment = {**environment, "TERM": "xterm-256color", "PS1": "", "PS2": "", "PROMPT_COMMAND": r"printf '\033]777;%s\007' $?"}

        def take_terminal():
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.shell = subprocess.Popen(
            ["bash", "--norc", "--noprofile", "--noediting", "-i"], env=environment, cwd=folder, stdin=side, stdout=side, stderr=side,
            start_new_session=True, preexec_fn=take_terminal)
        settings = termios.tcgetattr(side)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(side, termios.TCSANOW, settings)
        os.close(side)
        self.history = []
        self._until_end(10)

    def resize(self, columns, rows):
        """Resizes the terminal; the program in it is notified by SIGWINCH."""
        fcntl.ioctl(self._main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def run(self, command, timeout=60.0, answer=None):
        """Types a command and waits for the next prompt; `answer` returns what to type in response to new output, or None."""
        start = time.monotonic()
        os.write(self._main, command.encode() + b"\n")
        text, status = self._until_end(timeout, answer)
        return self._answered(command, status, text, start)

    def begin(self, command):
        """Types a command without waiting; finish() waits."""
        self._began = (command, time.monotonic())
        os.write(self._main, command.encode() + b"\n")

    def finish(self, timeout=60.0):
        command, start = self._began
        text, status = self._until_end(timeout)
        return self._answered(command, status, text, start)

    def _answered(self, command, status, text, start):
        self.history.append(Answered(command, status, text, (time.monotonic() - start) * 1000))
        return self.history[-1]

    def _until_end(self, timeout, answer=None):
        seen, answered = bytearray(), 0
        end = time.monotonic() + timeout
        while True:
            if match := END.search(seen):
                text = CONTROLS.sub("", seen[:match.start()].decode(errors="replace")).replace("\r\n", "\n").strip("\n")
                return text, int(match.group(1))
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._main], [], [], left)[0]:
                raise TimeoutError(f"the command did not end within {timeout:g} s; it printed: {seen.decode(errors='replace')[-400:]}")
            try:
                seen += os.read(self._main, 65536)
            except OSError:
                raise TimeoutError("the terminal was closed") from None
            typed = answer and answer(CONTROLS.sub("", seen[answered:].decode(errors="replace")).replace("\r\n", "\n"))
            if typed is not None:
                answered = len(seen)
                os.write(self._main, typed.encode() + b"\n")

    def close(self):
        for sign, seconds in ((signal.SIGHUP, 10), (signal.SIGKILL, None)):
            try:
                os.killpg(self.shell.pid, sign)
            except ProcessLookupError:
                pass
            try:
                self.shell.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                continue
        os.close(self._main)
