# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Files of other programs in the vault's window: chosen in the desktop's dialog, previewed, imported, undone, and written."""

import json
import os
import shutil
import signal
import subprocess
import unittest

from google_export_for_tests import exported_parts
from test_vault_window import VaultWindowCase

OTHERS = {"encrypted": False, "folders": [], "items": [
    {"id": "1", "type": 1, "name": "Shop", "login": {"username": "USER", "password": "theirs-4711", "uris": [{"match": None, "uri": "https://SERVICE"}]}},
    {"id": "2", "type": 1, "name": "Mail", "strange": {"a": 1},
     "login": {"username": "ben", "password": "of-the-mail", "uris": [{"match": None, "uri": "https://mail.example"}]}},
    {"id": "3", "type": 1, "name": "Bare", "login": {"username": "cat", "password": None, "uris": None}}]}


class VaultExchangeTests(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()
        text = json.dumps(OTHERS).replace("USER", self.person.user).replace("SERVICE", self.person.service)
        (self.world.home / "export.json").write_text(text)

    def read_file(self):
        self.press_by_reader("Import")
        self.press("Choose a file…")
        self.choose_file("export.json")
        self.until_seen("Import these entries", "push button")

    def passwords(self):
        return self.run_well(f"passfold show {self.person.service} --kind password --reveal").text

    def test_files_are_previewed_imported_undone_and_exported(self):
        self.window = self.open_window()
        self.unlock()
        mine = self.passwords()

        with self.subTest("a report names what is new, what differs and what is not understood"):
            self.read_file()
            for words in ("Bitwarden: 3 entries", "2 passwords", "the passwords differ", "entry 2, Mail, strange.a",
                          "unknown to this version, kept as “a”"):
                self.until_says(words)
            for secret in ("theirs-4711", "of-the-mail"):
                self.assertNotIn(secret, json.dumps(self.all_names()))

        with self.subTest("a window that is killed at the report has stored nothing"):
            self.window.send_signal(signal.SIGKILL)
            self.window.wait()
            self.assertNotIn("mail.example", self.run_well("passfold list").text)
            self.window = self.open_window()
            self.unlock()

        with self.subTest("where the two differ, the user chooses the file's values"):
            self.read_file()
            self.focus("Where the two differ")
            self.desktop.keys("space", "Down", "Return")
            self.press_by_reader("Import these entries")
            self.until_seen("Imported")
            self.assertIn("theirs-4711", self.passwords())
            self.assertIn("mail.example", self.run_well("passfold list").text)
            self.until_seen("Mail, Password, ben", "list item")

        with self.subTest("the whole import is undone"):
            self.press_by_reader("Undo this import")
            self.until_says("Undone: 2 entries are in the trash, 1 is back to its previous state.")
            self.assertIn("last import of 3 entries", self.world.shown_prompts()[-1]["desc"])
            self.assertEqual(self.passwords(), mine)
            self.assertNotIn("mail.example", self.run_well("passfold list").text)

        with self.subTest("an unreadable file is reported, and nothing is stored"):
            (self.world.home / "odd.bin").write_bytes(b"\0\1\2" * 400)
            self.press("Choose a file…")
            self.choose_file("odd.bin")
            self.until_says("Nothing was stored")

        with self.subTest("everything is exported to an encrypted file that only the user can read"):
            self.press_by_reader("Export")
            self.press("Choose where to save it…")
            self.choose_file("all.kdbx")
            self.until_says("Written: ")
            written = self.world.home / "all.kdbx"
            self.assertEqual(written.stat().st_mode & 0o777, 0o600)
            done = subprocess.run(["keepassxc-cli", "ls", "-q", "-R", written], input=self.person.passphrase + "\n", capture_output=True, text=True)
            self.assertIn(self.person.service, done.stdout)
            self.assertEqual([path.name for path in self.world.home.iterdir() if ".part-" in path.name], [])

        with self.subTest("an unencrypted format is written only if the user has ticked that"):
            self.press_by_reader("Export")
            self.focus("Format")
            self.desktop.keys("space", "End", "Return")
            self.until_says("It cannot be encrypted")
            self.press("Choose where to save it…")
            self.until_says("This format cannot be encrypted")
            self.assertIsNone(self.dialog())
            # Unlike a passing message, it stays as long as it applies.
            self.focus("Export it unencrypted")
            self.until_says("This format cannot be encrypted")

    def test_a_picture_of_a_google_authenticator_export_is_imported_as_codes(self):
        link, = exported_parts([("GEZDGNBVGY3TQOJQ", "anne", "Bakery"), ("MFRGGZDFMZTWQ2LK", "ben", "Mill")], 2)
        for name, text in (("codes.png", link), ("words.png", "only words")):
            subprocess.run(["qrencode", "-o", self.world.home / name, text], check=True)
        self.desktop.screenshot(self.world.home / "plain.png")
        self.window = self.open_window()
        self.unlock()
        self.press_by_reader("Import")
        for name, words in (("plain.png", "contains no QR code"), ("words.png", "Nothing was stored")):
            self.press("Choose a file…")
            self.choose_file(name)
            self.until_says(words)
        self.press("Choose a file…")
        self.choose_file("codes.png")
        self.until_says("Google Authenticator: 2 entries")
        self.press_by_reader("Import these entries")
        self.until_seen("Imported")
        for service in ("Bakery", "Mill"):
            self.assertRegex(self.run_well(f"passfold code {service}").text, r"(?m)^\d{6}$")

    def test_a_pass_folder_is_imported_with_the_users_own_gnupg(self):
        keys, store = self.world.home / ".gnupg", self.world.home / ".password-store"
        keys.mkdir(mode=0o700)
        environment = {**os.environ, "HOME": str(self.world.home), "GNUPGHOME": str(keys)}
        self.addCleanup(subprocess.run, ["gpgconf", "--kill", "all"], env=environment)

        def run(*command, typed=""):
            subprocess.run(command, input=typed, text=True, check=True, capture_output=True, env=environment)

        run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "anne@shop.example", "default", "default")
        run("pass", "init", "anne@shop.example")
        run("pass", "insert", "--multiline", "web/shop.example/carla", typed="her password\nlogin: carla\nurl: https://shop.example/login\n")
        (self.world.home / "plain").mkdir()
        (self.world.home / "broken").mkdir()
        shutil.copy(store / ".gpg-id", self.world.home / "broken")
        (self.world.home / "broken/mail.gpg").write_bytes(b"no message")
        self.world.environment["GNUPGHOME"] = str(keys)
        self.window = self.open_window()
        self.unlock()
        listed = self.run_well("passfold list").text
        self.press_by_reader("Import")
        for name, words in (("plain", "it does not contain the file .gpg-id"), ("broken", "GnuPG could not decrypt mail.gpg")):
            with self.subTest(name):
                self.press("Choose the pass folder…")
                self.choose_file(str(self.world.home / name))
                self.until_says(words)
                self.assertEqual(self.run_well("passfold list").text, listed)
        # The folder of the user's own store is already open, although its name is hidden.
        self.press("Choose the pass folder…")
        self.answer_question("Open Open")
        self.until_says("Password store: 1 entry")
        self.assertNotIn("her password", json.dumps(self.all_names()))
        self.press_by_reader("Import these entries")
        self.until_seen("Imported")
        self.assertIn("her password", self.run_well("passfold show carla --kind password --reveal").text)

    def test_a_file_passed_to_the_window_is_previewed_once_the_vault_is_unlocked(self):
        self.window = self.open_window("Unlock", str(self.world.home / "export.json"))
        self.press_by_reader("Unlock")
        self.until_says("Bitwarden: 3 entries")
        with self.subTest("an imported login without a password is shown as empty, with nothing to show or copy"):
            self.press_by_reader("Import these entries")
            self.until_seen("Imported")
            self.open_entry("mail", "Mail")
            self.until_seen("Show: Password")
            self.open_entry("bare", "Bare")
            self.until_says("Empty")
            self.assertFalse({"Show: Password", "Copy: Password"} & set(self.all_names()))


if __name__ == "__main__":
    unittest.main()
