# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Shared by tests with windows: a separate display, its keyboard, and what a screen reader finds there."""

import json
import subprocess

from demo.desktop import Desktop
from demo.devtools import until
from demo.world import ROOT

TREE = ROOT / "Tests/Support/accessible-tree"
WINDOW = "passfold-window"


class OnDesktop:
    """For test cases: call `make_desktop` first, then the functions that need it."""

    def make_desktop(self, *size):
        self.desktop = Desktop(*size)
        self.addCleanup(self.desktop.stop)
        # They watch the screen for the whole test.
        self.readers = {}
        self.addCleanup(self.end_readers)
        return self.desktop

    def make_desktop_of(self, world):
        """Makes the desktop of a throw-away world; call it before anything of that world runs."""
        world.environment |= self.environment_of_desktop()

    def environment_of_desktop(self):
        """Returns the variables that a world takes over from a separate desktop."""
        own = ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PATH", "LANG")
        return {name: value for name, value in self.make_desktop().environment.items() if name not in own}

    def tree(self, program=WINDOW):
        """Returns what a program shows on the screen, in reading order."""
        if program not in self.readers:
            self.readers[program] = subprocess.Popen(
                [TREE, program, "looks"], env=self.desktop.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        reader = self.readers[program]
        reader.stdin.write("\n")
        reader.stdin.flush()
        return json.loads(reader.stdout.readline()) or []

    def end_readers(self):
        for reader in self.readers.values():
            reader.kill()
            reader.communicate()

    def places(self):
        """Returns the boxes of everything with a name, [left, top, right, bottom] in its window, by name."""
        done = subprocess.run([TREE, WINDOW, "places"], env=self.desktop.environment, capture_output=True, text=True, timeout=60, check=True)
        return {item["name"]: item["box"] for item in json.loads(done.stdout) if item["name"] and item["box"]}

    def names(self, role, program=WINDOW):
        """Returns the names of everything with a role, in reading order."""
        return [item["name"] for item in self.tree(program) if item["role"] == role]

    def until_seen(self, name, role=None, program=WINDOW, state=None):
        found = []

        def look():
            found[:] = [item for item in self.tree(program)
                        if item["name"].startswith(name) and role in (None, item["role"]) and (state is None or state in item["states"])]
            return bool(found)
        until(look, 20, lambda: f"{name!r} ({role}, {state}) in {self.tree(program)}", 0.2)
        return found[0]

    def until_gone(self, name, program=WINDOW):
        until(lambda: not any(item["name"].startswith(name) for item in self.tree(program)), 20, f"the end of {name!r}", 0.2)

    def press_by_reader(self, name, program=WINDOW):
        subprocess.run([TREE, program, "press", name], env=self.desktop.environment, check=True, timeout=60)
