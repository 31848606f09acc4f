# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The recovery key as users have it: on the terminal until two of its groups are typed back, and on a page with a QR code."""

import os
import re
import select
import subprocess
import time

KIT = re.compile(r"(?:[A-Z2-7]{4}-){13}[A-Z2-7]{4}")


class RecoveryKeyReader:
    """Reads the key from the terminal as a user does, and types its groups back."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.key, self.seen = None, b""

    def until(self, pattern):
        end = time.monotonic() + 60
        while not (match := re.search(pattern, self.seen, re.DOTALL)):
            if time.monotonic() > end:
                raise TimeoutError(f"waiting for {pattern!r}: {self.seen!r}")
            if select.select([self.terminal._main], [], [], 0.5)[0]:
                self.seen += os.read(self.terminal._main, 65536)
        return match

    def type(self, text):
        self.seen = b""
        os.write(self.terminal._main, text.encode() + b"\n")

    def read_key(self):
        self.key = self.until(rb"((?:[A-Z2-7]{4}-){13}[A-Z2-7]{4}).*Press Enter once").group(1).decode()
        self.type("")

    def type_groups(self, wrong=False):
        for _ in range(2):
            group = int(self.until(rb"Group (\d+) of 14[^:]*: ").group(1))
            self.type("AAAA" if wrong else self.key.split("-")[group - 1].lower())


def scanned(page):
    """Returns the content of an SVG page's QR code, drawn from its runs of dark modules and read by zbar."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1" role', page).group(1))
    rows = [[255] * size for _ in range(size)]
    for column, row, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", page):
        rows[int(row)][int(column):int(column) + int(width)] = [0] * int(width)
    picture = b"P5 %d %d 255 " % (size * 4, size * 4) + b"".join(bytes(sum(([value] * 4 for value in row), [])) * 4 for row in rows)
    done = subprocess.run(["zbarimg", "--raw", "-q", "-"], input=picture, capture_output=True, check=True)
    return done.stdout.decode().strip()
