# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A walk through the screens of the vault's window and of the settings: each control has a name for a screen reader, and the Tab key leads
to it."""

import json
import subprocess
import time
import unittest

from demo.devtools import until
from demo.pictures import VIEWS, with_live_codes
from desktop_for_tests import TREE, WINDOW, OnDesktop
from provider_bundles import install_demo
from test_vault_window import VaultWindowCase
from test_window import WindowTestCase

# The roles of controls.
CONTROLS = {"push button", "toggle button", "check box", "radio button", "combo box", "text", "password text", "entry", "spin button", "slider",
            "list item", "link", "switch"}
# The arrow keys lead through these once the Tab key leads to one of them.
BY_ARROWS = {"list item", "radio button"}
# The desktop has its own keys for closing a window.
OF_THE_DESKTOP = "Close the window"


class Walk(OnDesktop):
    """Around a screen, for test cases."""

    def walk(self, screen, behind=()):
        """Walks once around with the Tab key; returns where the controls are. The toolkit also reports controls of the given pages behind
        this one."""
        # A passing message has a cross, and disappears by itself.
        until(lambda: not any((item["role"], item["name"]) == ("push button", "Dismiss") for item in self.tree()), 20, "the end of what was said", 0.5)
        done = subprocess.run([TREE, WINDOW, "tour"], env=self.desktop.environment, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, f"{screen}: {done.stderr}")
        found = json.loads(done.stdout)
        stops, names = {tuple(stop["path"]): stop["name"] for stop in found["stops"]}, [stop["name"] for stop in found["stops"]]
        controls = set()
        for item in found["items"]:
            if item["role"] not in CONTROLS or not {"sensitive", "focusable"} <= set(item["states"]) or item["description"] == OF_THE_DESKTOP:
                continue
            place = tuple(item["path"])
            controls.add(place)
            if place in behind and place not in stops:
                continue
            # The focus is at the control, or at the field within it.
            at = [name for stop, name in stops.items() if stop[:len(place)] == place or place[:len(stop)] == stop]
            is_beside = item["role"] in BY_ARROWS and any(stop[:-1] == place[:-1] for stop in stops)
            with self.subTest(screen=screen, control=item):
                self.assertTrue(at or is_beside, f"the Tab key leads to {names}")
                self.assertTrue(item["name"] or any(at), "it has no name")
        for stop in found["stops"]:
            with self.subTest(screen=screen, stop=stop):
                self.assertTrue(stop["name"], f"the focus is at something without a name, after {names}")
        self.assertTrue(stops, screen)
        return controls


class WalkTestCase(Walk, VaultWindowCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)


class VaultWindowWalkTests(WalkTestCase):

    def setUp(self):
        super().setUp()
        self.make_vault()

    def test_every_control_has_a_name_and_is_reached_by_the_keyboard(self):
        self.run_well(f"passfold add login --service gone.example --user {self.person.user}")
        self.run_well("passfold remove gone.example")
        (self.world.home / "paper.txt").write_text("a paper")
        self.run_well(f"passfold attach {self.person.service} paper.txt --kind password")
        self.run_well("passfold lock")
        self.window = self.open_window()
        self.walk("locked")
        self.unlock()
        self.walk("the list")
        self.open_entry(self.person.service[:4], self.person.service)
        self.walk("an entry")
        self.press("Show as QR code")
        self.until_says("Anyone who sees or photographs it")
        self.walk("a QR code")
        self.press("Hide the QR code")
        self.press("Edit")
        self.until_seen("Title", "text", state="focused")
        self.walk("changing a login")
        self.desktop.keys("End", "x", "Escape")
        self.answer_question("Discard")
        for kind, field in (("Login", "Website"), ("Code", "Set-up link or key"), ("Note", "Title"), ("Card", "Title"), ("Identity", "Title")):
            self.press_by_reader("Add")
            self.press(kind)
            self.until_seen(field)
            self.walk(f"adding: {kind}")
            self.desktop.keys("Escape")
        self.press_by_reader("Import")
        self.until_seen("Choose a file…")
        self.walk("import")
        self.press_by_reader("Export")
        self.until_seen("Choose where to save it…")
        self.walk("export")
        self.press_by_reader("Backups")
        self.until_seen("Take a snapshot now")
        self.walk("copies")
        self.desktop.keys("Escape")
        self.choose("Health")
        self.walk("health")
        self.choose("Trash")
        self.until_seen("gone.example", "list item")
        self.desktop.keys("ctrl+f", "Down", "Return")
        self.until_seen("Restore", "push button")
        self.walk("an entry in the trash")


class SurfaceWalkTests(Walk, WindowTestCase):
    """What a provider presents, drawn in Passfold's window."""

    def test_every_control_of_a_view_has_a_name_and_is_reached_by_the_keyboard(self):
        self.start(PASSFOLD_SURFACE_TICKET="ticket-1")
        self.broker.expect("attach-surface")
        for name, view in VIEWS.items():
            self.broker.present(with_live_codes(view))
            self.until_seen(view["title"])
            # Keys count once they can no longer be meant for the previous view.
            until(lambda name=name: self.step_counts(), 20, f"a key that counts in {name}", 0.5)
            self.walk(name)
            self.broker.say({"type": "dismiss", "id": 1})
            self.until_gone(view["title"])

    def step_counts(self):
        """Presses the Tab key; whether the focus moved on from the heading, where it begins."""
        before = [item["name"] for item in self.tree() if "focused" in item["states"]]
        self.desktop.keys("Tab")
        return [item["name"] for item in self.tree() if "focused" in item["states"]] != before


class FirstRunWalkTests(WalkTestCase):

    def test_every_control_has_a_name_and_is_reached_by_the_keyboard(self):
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.always_answer()
        self.open_window("Create your vault")
        self.walk("welcome")
        self.press_by_reader("Join your other devices")
        self.until_says("On a device that has your vault")
        self.walk("joining")
        self.press_by_reader("Cancel")
        self.press("Create your vault")
        self.until_seen("I have written it down")
        self.walk("the recovery key")
        self.press_by_reader("I have written it down")
        self.until_seen("Group ", "password text", state="focused")
        self.walk("typing it back")
        self.press("Show the key again")
        self.press("Not now: create another key later")
        self.press("First steps")
        self.until_seen("My browser is connected")
        self.walk("first steps")


class SettingsWalkTests(WalkTestCase):

    def until_still(self):
        """Waits until the window is unchanged for longer than three seconds, the interval at which it asks the broker."""
        seen, since = self.tree(), time.monotonic()

        def is_still():
            nonlocal seen, since
            now = self.tree()
            if now != seen:
                seen, since = now, time.monotonic()
            return time.monotonic() - since > 4
        until(is_still, 60, "an end of the changes", 0.5)

    def test_every_control_has_a_name_and_is_reached_by_the_keyboard(self):
        install_demo(self.world)
        self.make_vault()
        window = subprocess.Popen(
            [self.world.prefix / "libexec/passfold/passfold-window", "--settings"], env=self.world.environment, stderr=subprocess.DEVNULL)
        self.addCleanup(window.wait)
        self.addCleanup(window.kill)
        self.until_seen("Use Passfold")
        self.walk("providers")
        self.press_by_reader("Use Demo Provider")
        # The rows are redrawn when the broker has reported its state; the focus would be lost if it were moving then.
        self.until_seen("Use Demo Provider", "check box", state="checked")
        self.until_still()
        self.focus("Demo Provider")
        self.desktop.keys("Return")
        providers = self.walk("a provider")
        self.press_by_reader("Devices and sync")
        self.until_says("on this computer only")
        devices = self.walk("devices", behind=providers)
        self.press_by_reader("Vault")
        self.until_says("12 hours after you typed your passphrase")
        self.until_still()
        self.walk("the vault", behind=providers | devices)


del WindowTestCase

if __name__ == "__main__":
    unittest.main()
