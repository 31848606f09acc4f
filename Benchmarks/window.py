# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault's window with ten thousand entries: from the open vault to the list, a keystroke in the search, scrolling, memory."""

import json
import os
import shlex
import socket
import statistics
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from Benchmarks import commands
from Benchmarks.report import row
from demo.desktop import Desktop
from demo.devtools import until
from demo.world import ROOT, World

ENTRIES = 10_000
STARTS = 5
# The text typed to find one entry among all, letter by letter; each is cleared again.
WORDS = ("service 07", "anne@s", "99", "vice 1")
PAUSE = 0.25
SCROLLS = 240
# The time of a frame at 60 Hz.
FRAME = 1000 / 60
OWN = ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PATH", "LANG")


def measure(prefix, programs):
    """Returns the rows."""
    with tempfile.TemporaryDirectory() as folder:
        watch = Path(folder) / "watch_window.so"
        flags = subprocess.run(["pkg-config", "--cflags", "gtk4"], check=True, capture_output=True, text=True).stdout
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", watch, ROOT / "Benchmarks/watch_window.c", *shlex.split(flags)], check=True)
        desktop = Desktop()
        try:
            return measured(prefix, programs, watch, desktop)
        finally:
            desktop.stop()


def measured(prefix, programs, watch, desktop):
    with World(prefix, programs) as world:
        world.environment |= {name: value for name, value in desktop.environment.items() if name not in OWN}
        world.data.joinpath("passfold").mkdir(mode=0o700)
        subprocess.run([str(Path(programs) / "passfold-measurements"), "make-vault", str(world.data / "passfold/vault"), str(ENTRIES)],
                       input=commands.PASSPHRASE + "\n", text=True, check=True)
        world.start_broker()
        starts = []
        for _ in range(STARTS):
            # A window that is still open would take the keys, and prompt for the passphrase itself.
            if starts: starts[-1].end()
            starts.append(Start(world, watch, desktop))
        last = starts[-1]
        typed = last.type()
        scrolled = last.scroll()
        memory = last.memory()
        last.end()
        load = os.getloadavg()[0]
    frames = [end - begin for begin, end in scrolled]
    keys, drawn, used = typed
    opened = statistics.median(one.opened for one in starts)
    return [
        row(f"window: unlock to list, {ENTRIES} entries", opened, "ms", bound=300, holds=opened <= 300),
        row("window: prompt answered to list, with the derivation", statistics.median(one.answered for one in starts), "ms"),
        row("window: a key of the search to its list, median", part(keys, 0.5), "ms", bound=16, holds=part(keys, 0.5) <= 16),
        row("window: a key of the search to its list, 95 of 100", part(keys, 0.95), "ms"),
        row("window: the same, until the display's next frame", part(drawn, 0.5), "ms"),
        row("window: processor time of window and vault for a key", used, "ms"),
        row("window: a frame while scrolling, median", part(frames, 0.5), "ms", bound=round(FRAME, 2), holds=part(frames, 0.5) <= FRAME),
        row("window: a frame while scrolling, 95 of 100", part(frames, 0.95), "ms", bound=round(FRAME, 2), holds=part(frames, 0.95) <= FRAME),
        row("window: frames in a second while scrolling", len(frames) / (scrolled[-1][1] - scrolled[0][0]) * 1000, "1/s"),
        row(f"window: memory, {ENTRIES} entries", memory, "MiB", bound=120, holds=memory <= 120),
        row("load of the computer meanwhile", load, ""),
    ]


def part(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Start:
    """One start of the window, in which the user unlocks the vault."""

    def __init__(self, world, watch, desktop):
        self.desktop = desktop
        self.told = world.folder / "watched"
        self.told.unlink(missing_ok=True)
        gate = world.prompting / "gate"
        gate.unlink(missing_ok=True)
        world.answer_prompts({"prompt": "", "pin": commands.PASSPHRASE, "waitFor": str(gate)})
        before = len(world.shown_prompts())
        until(lambda: world.listener("vault.sock"), 20, "the vault")
        vault = Door(world)
        self.vault = world.listener("vault.sock")
        vault.ask("lock")
        self.process = subprocess.Popen(
            [str(world.prefix / "libexec/passfold/passfold-window"), "--vault"],
            env=world.environment | {"LD_PRELOAD": str(watch), "PASSFOLD_WATCH": str(self.told)}, stderr=subprocess.DEVNULL)
        until(lambda: self.desktop.windows(self.process.pid), 20, "the window")
        window = self.desktop.windows(self.process.pid)[0]
        self.desktop.xdotool("windowfocus", "--sync", window)
        time.sleep(1)
        self.desktop.keys("Return")
        until(lambda: len(world.shown_prompts()) > before, 20, "the prompt")
        time.sleep(0.5)
        start = time.monotonic() * 1000
        gate.touch()
        opened = vault.until_open()
        until(lambda: self.lists(), 20, "the list")
        time.sleep(1)
        listed = self.drawn_after(self.lists()[0][0])
        self.opened, self.answered = listed - opened, listed - start

    def events(self):
        """Returns the events, each with its times in milliseconds."""
        lines = [line.split() for line in self.told.read_text().splitlines()]
        return [(line[0], *(int(value) / 1000 for value in line[1:3])) for line in lines if len(line) > 1]

    def lists(self):
        return [(one[1], round(one[2] * 1000)) for one in self.events() if one[0] == "list"]

    def frames(self):
        return [one[1:] for one in self.events() if one[0] == "frame"]

    def drawn_after(self, moment):
        """Returns when the first frame that began after a moment was drawn."""
        return min(end for begin, end in self.frames() if begin >= moment)

    def type(self):
        """Returns two times for each typed character: until the window had its list, with the frame that shows it, and until that frame was
        drawn."""
        self.desktop.keys("ctrl+f")
        time.sleep(PAUSE)
        used = self.processor_time()
        for word in WORDS:
            for sign in word:
                self.desktop.keys("space" if sign == " " else sign)
                time.sleep(PAUSE)
            self.desktop.keys("Escape")
            time.sleep(PAUSE * 2)
        used = (self.processor_time() - used) / (len("".join(WORDS)) + len(WORDS))
        events = self.events()
        keys = [one for one in events if one[0] == "key"]
        taken = [one[1] for one in events if one[0] == "list"]
        work, drawn = [], []
        for (_, key, sign), following in zip(keys, keys[1:]):
            own = [moment for moment in taken if key <= moment < following[1]]
            if sign and own:
                begin, end = next(frame for frame in self.frames() if frame[0] >= own[0])
                work.append(own[0] - key + end - begin)
                drawn.append(end - key)
        return work, drawn, used

    def scroll(self):
        """Returns the frames drawn while the wheel turned."""
        x, y = self.desktop.size[0] // 2 - 150, self.desktop.size[1] // 2
        window = self.desktop.windows(self.process.pid)[0]
        self.desktop.xdotool("mousemove", "--window", window, "360", "400")
        time.sleep(1)
        before = len(self.frames())
        self.desktop.xdotool("click", "--repeat", str(SCROLLS), "--delay", "12", "5")
        frames = self.frames()[before:]
        time.sleep(1)
        return frames

    def processor_time(self):
        """Returns the processor time of window and vault together in milliseconds."""
        used = 0
        for process in [self.process.pid, self.vault]:
            for task in Path(f"/proc/{process}/task").iterdir():
                used += int((task / "schedstat").read_text().split()[0]) / 1e6
        return used

    def memory(self):
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024

    def end(self):
        self.process.kill()
        self.process.wait()


class Door:
    """A conversation over the vault's management socket."""

    def __init__(self, world):
        self.door = socket.socket(socket.AF_UNIX)
        self.door.connect(str(world.runtime / "passfold/vault.sock"))
        self.number = 0
        self.say({"protocol": 1, "role": "cli"})
        self.hear()

    def say(self, message):
        data = json.dumps(message).encode()
        self.door.sendall(struct.pack(">II", len(data), 0) + data)

    def hear(self):
        length, secret = struct.unpack(">II", self.exactly(8))
        message = json.loads(self.exactly(length))
        self.exactly(secret)
        return message

    def exactly(self, count):
        data = b""
        while len(data) < count:
            data += self.door.recv(count - len(data))
        return data

    def ask(self, kind):
        self.number += 1
        self.say({"id": self.number, "type": kind})
        return self.hear()

    def until_open(self):
        """Returns when the vault was open, in milliseconds of the monotonic clock."""
        while self.ask("status").get("state") != "unlocked":
            time.sleep(0.001)
        return time.monotonic() * 1000
