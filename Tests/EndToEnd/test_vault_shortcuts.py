# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The keyboard shortcuts of the vault's window, and the window that lists them."""

import re
import unittest

from demo.devtools import until
from test_vault_window import CODE, VaultWindowCase


class VaultShortcutTests(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()
        self.window = self.open_window()

    def test_the_shortcuts_are_listed_in_their_own_window(self):
        self.desktop.keys("F1")
        self.until_seen("Search: Ctrl+F", "list item")
        self.desktop.keys("Escape")
        self.until_gone("Search: Ctrl+F")
        windows = self.desktop.windows(self.window.pid)
        self.desktop.xdotool("windowfocus", "--sync", windows[0])
        self.unlock()
        self.press_by_reader("Keyboard shortcuts")
        self.until_seen("Lock Passfold: Ctrl+L", "list item")

    def test_each_shortcut_does_what_the_window_lists(self):
        self.unlock()
        self.open_entry(self.person.service[:4], self.person.service)
        until(lambda: any(re.fullmatch(CODE, name) for name in self.all_names()), 20, "the code", 0.2)
        with self.subTest("copies"):
            self.desktop.keys("ctrl+b")
            until(lambda: self.clipboard() == self.person.user, 20, "the user name in the clipboard", 0.2)
            self.desktop.keys("ctrl+t")
            until(lambda: re.fullmatch(r"\d{6}", self.clipboard()), 20, "the code in the clipboard", 0.2)
            self.desktop.keys("ctrl+c")
            until(lambda: self.clipboard() == self.person.password, 20, "the password in the clipboard", 0.2)
        with self.subTest("the entry of the page is edited, and the one that is focused in the list"):
            self.desktop.keys("ctrl+e")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys("Escape")
            self.until_seen(self.person.service, "heading")
            self.until_seen("Edit", "push button")
            self.desktop.keys("ctrl+1")
            self.until_seen("Search everything", "entry", state="focused")
            self.desktop.keys("Down", "ctrl+e")
            self.until_seen("Title", "text", state="focused")
            self.assertNotIn("Edit", self.names("push button"))
            self.desktop.keys("Escape")
            self.until_seen("Edit", "push button")
            self.open_entry(self.person.service[:4], self.person.service)
        with self.subTest("an entry is removed and restored"):
            self.desktop.keys("alt+r")
            self.until_says("is in the trash")
            self.desktop.keys("ctrl+9", "Down", "Return")
            self.until_seen("Restore", "push button")
            self.desktop.keys("alt+r")
            self.until_seen("The trash is empty")
        with self.subTest("pages and sections"):
            for keys, words in (("ctrl+i", "Choose a file…"), ("ctrl+shift+e", "Choose where to save it…")):
                self.desktop.keys(keys)
                self.until_seen(words, "push button")
            for place, section in enumerate(("All", "Codes", "Passkeys", "Passwords", "Notes", "Cards", "Identities", "Health", "Trash"), 1):
                self.desktop.keys(f"ctrl+{place}")
                self.until_seen(section, "list")
            self.desktop.keys("ctrl+1", "ctrl+n")
            self.until_seen("Website", "text", state="focused")


if __name__ == "__main__":
    unittest.main()
