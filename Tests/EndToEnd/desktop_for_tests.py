# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What tests with windows share: a display of their own, its keyboard, and what a screen reader finds on it."""

import json
import subprocess

from demo.desktop import Desktop
from demo.devtools import until
from demo.world import ROOT

TREE = ROOT / "Tests/Support/accessible-tree"
WINDOW = "passfold-window"


class OnDesktop:
    """For test cases: `make_desktop` first, then what is on it."""

    # Looks at the screen for as long as the test runs.
    reader = None

    def make_desktop(self, *size):
        self.desktop = Desktop(*size)
        self.addCleanup(self.desktop.stop)
        return self.desktop

    def make_desktop_of(self, world):
        """The desktop at which a throw-away world's person sits; call it before anything of that world runs."""
        world.environment |= self.environment_of_desktop()

    def environment_of_desktop(self):
        """What a world takes over from a desktop of its own."""
        own = ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PATH", "LANG")
        return {name: value for name, value in self.make_desktop().environment.items() if name not in own}

    def tree(self):
        """What is on the screen of the window's program, in reading order."""
        if self.reader is None:
            self.reader = subprocess.Popen(
                [TREE, WINDOW, "looks"], env=self.desktop.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.addCleanup(self.end_reader)
        self.reader.stdin.write("\n")
        self.reader.stdin.flush()
        return json.loads(self.reader.stdout.readline()) or []

    def end_reader(self):
        self.reader.kill()
        self.reader.communicate()
        self.reader = None

    def places(self):
        """The boxes of what has a name, [left, top, right, bottom] in its window, by name."""
        done = subprocess.run([TREE, WINDOW, "places"], env=self.desktop.environment, capture_output=True, text=True, timeout=60, check=True)
        return {item["name"]: item["box"] for item in json.loads(done.stdout) if item["name"] and item["box"]}

    def names(self, role):
        """The names of what has a role, in reading order."""
        return [item["name"] for item in self.tree() if item["role"] == role]

    def until_seen(self, name, role=None, state=None):
        found = []

        def look():
            found[:] = [item for item in self.tree()
                        if item["name"].startswith(name) and role in (None, item["role"]) and (state is None or state in item["states"])]
            return bool(found)
        until(look, 20, lambda: f"{name!r} ({role}, {state}) in {self.tree()}", 0.2)
        return found[0]

    def until_gone(self, name):
        until(lambda: not any(item["name"].startswith(name) for item in self.tree()), 20, f"the end of {name!r}", 0.2)

    def press_by_reader(self, name):
        subprocess.run([TREE, WINDOW, "press", name], env=self.desktop.environment, check=True, timeout=60)
