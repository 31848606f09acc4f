# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Synchronisation for a user without a terminal: in the settings, with a real broker, vault and sync server."""

import contextlib
import json
import shutil
import subprocess
import unittest

from demo.devtools import until
from test_devices_window import DevicesWindowCase


class SyncWindowTests(DevicesWindowCase):
    def setUp(self):
        super().setUp()
        self.desk = self.device("desk", self.environment_of_desktop())
        self.desk.run("passfold init --recovery-kit kit.txt")

    def type_into(self, field, text):
        super().type_into(field, text)
        until(lambda: any(item.get("text") == text for item in self.tree()), 10, lambda: f"{text!r} in {self.tree()}", 0.2)

    def over(self):
        """Returns the window over the settings, if there is one."""
        names = {one: self.desktop.xdotool("getwindowname", one).strip() for one in self.desktop.windows(self.window.pid)}
        self.below = next(one for one, name in names.items() if name == "Passfold Settings")
        return next((one for one in names if one != self.below), None)

    def leave_dialog(self, act):
        """Does something until the window over the settings is gone; there is no window manager to return the focus to the window below."""
        self.desktop.xdotool("windowfocus", "--sync", until(self.over, 20, "the dialog", 0.2))

        def is_left():
            if self.over() is None:
                return True
            with contextlib.suppress(subprocess.CalledProcessError):
                act()
            return False
        until(is_left, 40, lambda: f"the end of the dialog: {self.tree()}", 1)
        self.desktop.xdotool("windowfocus", "--sync", self.below)

    def choose_folder(self, path):
        def act():
            if not any(item.get("text") == path for item in self.tree() if "focused" in item["states"]):
                self.desktop.keys("ctrl+l", "ctrl+a")
                return self.desktop.xdotool("type", "--delay", "20", path)
            return self.desktop.keys("Return")
        self.leave_dialog(act)

    def shown_words(self):
        """Returns the six words on the page, in one line."""
        told = self.desk.run("passfold devices compare").splitlines()[0]
        self.until_said(told)
        return told

    def keep_database(self, name):
        self.stop_server()
        shutil.copytree(self.database.parent, self.folder / name)

    def bring_back(self, name):
        """Restores an earlier state of the server; its present one is gone."""
        self.stop_server()
        shutil.rmtree(self.database.parent)
        shutil.copytree(self.folder / name, self.database.parent)
        self.start_server()

    def test_synchronisation_is_started_compared_resumed_moved_and_stopped_in_the_window(self):
        self.window = self.open_window()
        self.until_said("Your vault is on this computer only.")
        self.assertNotIn("passfold sync", self.text())

        with self.subTest("an invalid place is reported before any prompt"):
            before = len(self.desk.world.shown_prompts())
            self.type_into("Server or folder", "ftp://sync.example")
            self.press_by_reader("Synchronise")
            self.until_said("That is neither the https address of a server nor the absolute path of a folder.")
            self.assertEqual(len(self.desk.world.shown_prompts()), before)

        with self.subTest("a folder is chosen in the desktop's own dialog"):
            self.press_by_reader("Choose a folder")
            folder = self.folder / "Carried"
            folder.mkdir()
            self.choose_folder(str(folder))
            until(lambda: any(item.get("text") == str(folder) for item in self.tree()), 10, lambda: f"{folder} in {self.tree()}", 0.2)

        with self.subTest("nothing is sent before the passphrase is typed"):
            self.type_into("Server or folder", self.place)
            self.desk.answer({"prompt": "passphrase", "cancel": True})
            self.press_by_reader("Synchronise")
            self.until_said("You did not answer the vault's question. Everything in your vault is unchanged.")
            asked = json.dumps(self.desk.world.shown_prompts()[-1])
            self.assertIn(f"wants to synchronise your vault with your other devices at {self.place}", asked)
            self.assertIn("passfold-window", asked)
            self.assertEqual(self.desk.status()["state"], "off")

        with self.subTest("synchronisation starts, and the page says what comes next"):
            self.press_by_reader("Synchronise")
            self.until_said("Passfold now synchronises automatically.")
            self.until_said("No other device yet.")
            self.until_seen("Add a device", "push button")
            self.assertEqual(self.desk.status()["place"], self.place)
            self.keep_screenshot("begun")

        with self.subTest("the six words are the command's"):
            self.press_by_reader("Show six words")
            self.assertEqual(len(self.shown_words().split()), 6)

        with self.subTest("a server that went back is reported with what was not lost and what to do, and resuming stops again"):
            self.keep_database("former")
            self.start_server()
            self.desk.run("passfold add login --service shop.example --user ada")
            self.desk.settle()
            self.keep_database("newer")
            self.bring_back("former")
            self.until_said("Synchronisation has stopped: the server or folder went back to an earlier state.")
            for words in ("Your vault here is complete and works as usual.", "bring back the newer state, then resume",
                          "Passfold checks again for the problem"):
                self.assertIn(words, self.text())
            self.assertNotIn("passfold sync", self.text())
            self.keep_screenshot("stopped")
            self.press_by_reader("Resume")
            self.until_said("Synchronisation has stopped, and nothing is sent until you decide. Nothing was changed.")
            self.assertIn("wants to resume synchronisation although it was stopped by an alarm", json.dumps(self.desk.world.shown_prompts()[-1]))

        with self.subTest("once the newer state is back, synchronisation resumes"):
            self.bring_back("newer")
            self.press_by_reader("Resume")
            self.until_said("The problem is gone, and synchronisation has resumed.")
            self.until_said("No other device yet.")

        with self.subTest("the account moves to another place"):
            shared = self.folder / "Shared"
            shared.mkdir()
            self.focus("Another place")
            self.desktop.keys("Return")
            self.type_into("Server or folder", str(shared))
            self.press_by_reader("Switch")
            self.until_said("Your account is now synchronised at the new place.")
            self.assertEqual(self.desk.status()["place"], str(shared))

        with self.subTest("a place that is gone is left only if the user says so"):
            shared.rename(self.folder / "Gone")
            another = self.folder / "Another"
            another.mkdir()
            self.type_into("Server or folder", str(another))
            self.press_by_reader("Switch")
            self.until_said("could not be read to the end")
            self.until_said("If the old place is gone permanently, say so below the name.")
            self.press_by_reader("Say that the old place is gone permanently")
            self.press_by_reader("Switch")
            self.until_said("Your account is now synchronised at the new place.")
            self.assertEqual(self.desk.status()["place"], str(another))

        with self.subTest("synchronisation stops after a question and the passphrase, and keeps the entries"):
            self.press_by_reader("Stop synchronising…")
            self.until_said("keeps everything")
            self.leave_dialog(lambda: self.press_by_reader("Cancel"))
            self.assertEqual(self.desk.status()["state"], "current")
            self.press_by_reader("Stop synchronising…")
            self.leave_dialog(lambda: self.press_by_reader("Stop synchronising"))
            self.until_said("Your vault is now on this computer only.")
            self.until_said("Your vault is on this computer only.")
            self.assertIn("wants to stop synchronising your vault", json.dumps(self.desk.world.shown_prompts()[-1]))
            self.assertEqual(self.desk.status()["state"], "off")
            self.assertIn("shop.example", self.desk.run("passfold list"))
        self.assertIsNone(self.window.poll())


if __name__ == "__main__":
    unittest.main()
