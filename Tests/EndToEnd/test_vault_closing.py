# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What happens to the user's work in the vault's window when the vault closes: typed text is not lost silently, nothing of the vault is
visible meanwhile, and interrupted work is reported."""

import json
import unittest

from demo.devtools import until
from test_vault_window import VaultWindowCase

KEPT = "What you typed is not stored yet."
BACK = "This is what you typed earlier."


class VaultClosingTests(VaultWindowCase):

    def setUp(self):
        self.make_locked_vault()
        self.window = self.open_window()
        self.unlock()

    def texts(self):
        return {item["name"]: item.get("text") for item in self.tree() if item["role"] == "text"}

    def type_login(self, site, user):
        self.desktop.keys("ctrl+n")
        self.until_seen("Website", "text", state="focused")
        self.type(site)
        self.focus("User name")
        self.desktop.keys(*user)
        self.focus("Generate")
        self.desktop.keys("space")

    def unlock_again(self, field, text):
        self.press("Unlock")
        until(lambda: self.texts().get(field) == text, 20, lambda: f"{text} in {self.texts()}", 0.2)
        self.until_says(BACK)

    def test_an_open_form_is_restored_once_the_vault_is_unlocked_again(self):
        with self.subTest("the vault is locked from elsewhere"):
            self.type_login("half.example", "ben")
            self.run_well("passfold lock")
            self.until_says(KEPT)
            seen = json.dumps(self.tree())
            self.assertNotIn("half.example", seen)
            self.assertNotIn("ben", seen)
            self.unlock_again("Website", "half.example")
            self.assertEqual(self.texts().get("User name"), "ben")
            self.press_by_reader("Save")
            self.until_seen("half.example", "heading")
            self.assertRegex(self.run_well("passfold show half.example --reveal").text, r"[-a-zA-Z2-9_.!?+*=@#%&]{20}")

        with self.subTest("a stored form is not restored"):
            self.run_well("passfold lock")
            self.until_says("Passfold is locked")
            self.assertFalse(any(KEPT in name for name in self.all_names()))
            self.unlock()
            self.assertNotIn("Website", self.texts())

        with self.subTest("the window locks the vault"):
            self.open_entry("half", "half.example")
            self.press("Edit")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys("End", *"abc", "ctrl+l")
            self.until_says(KEPT)
            self.unlock_again("Title", "half.exampleabc")
            self.desktop.keys("Escape")
            self.answer_question("Discard")
            self.until_seen("Edit", "push button")

        with self.subTest("the vault is killed"):
            self.type_login("other.example", "carl")
            self.assertEqual(self.world.kill("passfold-vault"), 1)
            self.until_says(KEPT)
            self.unlock_again("Website", "other.example")
            self.press_by_reader("Save")
            self.until_seen("other.example", "heading")
            self.run_well("passfold vault check")

        with self.subTest("a killed broker loses nothing"):
            self.type_login("third.example", "dora")
            self.assertEqual(self.world.kill("passfold-broker"), 1)
            # The form is there before the window notices, disappears, and then returns for good.
            looks = []
            until(lambda: looks.append(self.form_is_back()) or looks[-3:] == [True] * 3, 40, lambda: f"the form in {self.all_names()}", 1)

    def form_is_back(self):
        if any(item["name"] == "Unlock" for item in self.tree()):
            self.press_by_reader("Unlock")
        return self.texts().get("Website") == "third.example"

    def test_a_waiting_form_is_discarded_only_after_the_user_confirms(self):
        self.type_login("half.example", "ben")

        with self.subTest("a question that is open when the vault locks closes, and nothing is lost"):
            self.desktop.keys("Escape")
            until(self.dialog, 20, "the question", 0.2)
            self.run_well("passfold lock")
            self.until_says(KEPT)
            until(lambda: not self.dialog(), 20, "the end of the question", 0.2)
            self.until_says(KEPT)

        with self.subTest("the window asks before it closes with a waiting form"):
            self.desktop.keys("alt+F4")
            self.close_by_its_bar()
            self.answer_question("Keep editing")
            self.unlock_again("Website", "half.example")

        with self.subTest("discarding ends the form and the window"):
            self.run_well("passfold lock")
            self.until_says(KEPT)
            self.close_by_its_bar()
            until(self.dialog, 20, "the question", 0.2)
            self.press_by_reader("Discard")
            until(lambda: self.window.poll() is not None, 20, "the end of the window", 0.2)

    def close_by_its_bar(self):
        """Presses the title bar's own button."""
        name = next(item["name"] for item in self.tree() if item["description"] == "Close the window" and item["role"] == "push button")
        self.press_by_reader(name)

    def test_locking_removes_every_entry_and_file_name_from_the_window(self):
        (self.world.home / "spare-keys.txt").write_text("x")
        self.run_well("passfold add login --service harbour.example --user ben --password-stdin <<< secret")
        self.run_well("passfold attach harbour.example spare-keys.txt")

        with self.subTest("a message that the window has just shown"):
            self.run_well("passfold add login --service orchard.example --user ben --password-stdin <<< secret")
            self.until_seen("orchard.example, Password, ben", "list item")
            self.open_entry("orchard", "orchard.example")
            self.press("Remove")
            self.until_says("orchard.example is in the trash")
            self.desktop.keys("ctrl+l")
            self.until_seen("Unlock", "push button")
            self.assertNotIn("orchard", json.dumps(self.tree()))
            self.unlock()

        with self.subTest("the dialog for saving a file"):
            self.open_entry("harbour", "harbour.example")
            self.press_by_reader(self.name_with("Save the file spare-keys.txt"))
            until(self.dialog, 20, "the dialog", 0.2)
            self.run_well("passfold lock")
            self.until_seen("Unlock", "push button")
            until(lambda: not self.dialog(), 20, "the end of the dialog", 0.2)
            self.assertNotIn("spare-keys", json.dumps(self.tree()))
            self.unlock()

    def test_an_import_that_a_lock_interrupts_is_reported(self):
        (self.world.home / "others.json").write_text(json.dumps({"encrypted": False, "folders": [], "items": [
            {"id": "1", "type": 1, "name": "New", "login": {"username": "eve", "password": "theirs", "uris": [{"uri": "https://new.example"}]}}]}))
        self.window.kill()
        self.window.wait()
        self.window = self.open_window("Unlock", str(self.world.home / "others.json"))
        self.press_by_reader("Unlock")
        self.until_seen("Import these entries", "push button")
        self.run_well("passfold lock")
        self.until_says("Your import was interrupted before you confirmed it. Nothing was stored.")
        self.assertNotIn("new.example", self.run_well("passfold list").text)

    def test_copying_a_password_that_was_emptied_elsewhere_reports_that_it_is_empty(self):
        # A password is imported empty from another program, is changed, and is then restored.
        (self.world.home / "bare.json").write_text(json.dumps({"encrypted": False, "folders": [], "items": [
            {"id": "1", "type": 1, "name": "Bare", "login": {"username": "cat", "password": None, "uris": None}}]}))
        self.run_well("passfold import bare.json --yes")
        self.run_well("printf 'of-the-cat' | passfold edit Bare --secret-stdin")
        self.open_entry("bare", "Bare")
        # A page on which a secret is visible does not update yet.
        self.press("Show: Password")
        self.until_seen("Hide: Password", "push button")
        self.run_well("passfold edit Bare --restore-history 0")
        self.press_by_reader("Copy: Password")
        self.until_says("It is empty")
        self.until_seen("Empty", "label")

    def test_entries_added_and_removed_elsewhere_update_the_list(self):
        self.run_well("passfold add login --service elsewhere.example --user ben --password-stdin <<< secret")
        self.until_seen("elsewhere.example, Password, ben", "list item")
        self.run_well("passfold remove elsewhere.example")
        self.until_gone("elsewhere.example, Password, ben")

    def test_an_open_page_follows_changes_made_elsewhere(self):
        self.run_well("passfold add login --service follow.example --user ben --password-stdin <<< secret")
        self.until_seen("follow.example, Password, ben", "list item")
        self.open_entry("follow", "follow.example")

        with self.subTest("a change appears on the page and in the list, and is announced"):
            self.run_well("passfold edit follow.example --user carl")
            self.until_seen("carl", "label")
            self.until_says("This entry was changed elsewhere.")
            self.until_seen("follow.example, Password, carl", "list item")

        with self.subTest("an added note is shown"):
            self.run_well("passfold edit follow.example --note-stdin <<< 'behind the plant'")
            self.until_says("behind the plant")
            self.run_well("passfold edit follow.example --note-stdin <<< 'below the mat'")
            self.until_says("below the mat")

        with self.subTest("while the password is visible, the page does not update"):
            self.press_by_reader("Show: Password")
            self.until_seen("Hide: Password", "push button")
            self.run_well("passfold edit follow.example --title Followed")
            self.until_seen("Followed, Password, carl", "list item")
            self.assertIn("Hide: Password", self.all_names())
            self.assertIn("follow.example", self.names("heading"))
            self.press_by_reader("Hide: Password")
            self.until_seen("Followed", "heading")

        with self.subTest("an open form stays, and saving it first warns about the other change"):
            self.press("Edit")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys("End", *"abc")
            self.run_well("passfold edit Followed --user dora")
            self.until_seen("Followed, Password, dora", "list item")
            self.assertEqual(self.texts().get("Title"), "Followedabc")
            self.press_by_reader("Save")
            self.answer_question("Keep editing")
            self.assertEqual(self.texts().get("Title"), "Followedabc")
            self.press_by_reader("Save")
            self.answer_question("Save anyway")
            self.until_seen("Followedabc", "heading")
            # What was not typed here keeps the change made there.
            self.until_seen("Followedabc, Password, dora", "list item")

        with self.subTest("a removed entry disappears from the page"):
            self.run_well("passfold remove Followedabc")
            self.until_says("The entry is gone")
            self.until_gone("Edit")

    def test_an_incomplete_login_is_not_stored_and_the_focus_moves_to_the_missing_field(self):
        self.desktop.keys("ctrl+n")
        self.until_seen("Website", "text", state="focused")
        self.type("half.example")
        self.desktop.keys("Return")
        self.until_says("Fill in website and password.")
        self.until_seen("Password", "password text", state="focused")
        self.assertEqual(self.texts().get("Website"), "half.example")


if __name__ == "__main__":
    unittest.main()
