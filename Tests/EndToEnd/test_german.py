# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Passfold in the user's language: windows, prompts and the vault's output in German, on a machine that need not have a German locale."""

import gettext
import subprocess
import unittest
from pathlib import Path

from demo.devtools import until
from demo.pictures import PROVIDERS, VIEWS
from test_command import TerminalPromptTests
from test_vault_window import VaultWindowCase
from test_window import WindowTestCase
from world_for_tests import PREFIX

# Not the locale of `LANG=de_DE.UTF-8`: only C.UTF-8, which every machine has.
GERMAN = {"LANGUAGE": "de"}


class GermanVaultTests(VaultWindowCase):
    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        self.world.environment |= GERMAN
        self.make_vault()
        self.run_well("passfold lock")

    def always_answer(self):
        self.person.will_answer(
            {"prompt": "passphrase", "pin": self.person.passphrase, "keep": True}, {"prompt": "passwort", "pin": self.person.password, "keep": True},
            {"prompt": "confirm", "keep": True})

    def test_the_vaults_window_and_prompt_are_in_german(self):
        self.open_window("Entsperren")
        self.until_says("Passfold ist gesperrt")

        with self.subTest("the vault's own prompt"):
            self.press("Entsperren")
            self.until_seen(f"{self.person.service}, Passwort, {self.person.user}", "list item")
            asked = self.world.shown_prompts()[-1]
            self.assertEqual(asked["title"], "Passfold entsperren")
            self.assertIn("Ihr Tresor ist gesperrt.\nEs fragt: das Programm ", asked["desc"])
            self.assertIn("libexec/passfold/passfold-window", asked["desc"])
            self.assertEqual((asked["ok"], asked["cancel"]), ("_Entsperren", "_Abbrechen"))

        with self.subTest("sections, with their numbers"):
            self.until_seen("Passwörter, 1 Eintrag", "list item")
            self.until_seen("Papierkorb", "list item")

        with self.subTest("an entry's page"):
            self.desktop.keys("Down", "Return")
            self.until_seen(self.person.service, "heading")
            self.until_seen("Anzeigen: Passwort", "push button")
            self.until_says("noch ")
            self.until_seen("Verborgen", "label")

        with self.subTest("a form and its message about missing fields"):
            self.desktop.keys("ctrl+n")
            self.until_seen("Was hinzugefügt wird")
            self.press("Speichern")
            self.until_says("Füllen Sie Website und Passwort aus.")

        with self.subTest("no message is left in English"):
            self.assert_german(self.all_names())

    def assert_german(self, names):
        catalogue = gettext.translation("passfold", Path(self.world.prefix) / "share/locale", ["de"])
        english = {message for message in catalogue._catalog if isinstance(message, str) and " " in message and "%" not in message}
        self.assertEqual([name for name in names if name in english and catalogue.gettext(name) != name], [])

    def test_a_confirmation_is_requested_in_german(self):
        self.run_well("passfold unlock")
        self.run_well(f"passfold remove {self.person.service} --kind password")
        emptied = self.person.terminal.run("passfold trash --empty")
        words = self.world.shown_prompts()[-1]["desc"]
        self.assertIn("möchte den einzigen Eintrag in Ihrem Papierkorb endgültig löschen. Das lässt sich nicht rückgängig machen.", words, emptied.text)
        self.assertTrue(words.startswith("Das Programm "), words)
        self.assertIn("das nicht gerade selbst verlangt haben.", words)


class GermanPromptTests(TerminalPromptTests):
    """A real pinentry on a terminal."""

    test_a_vault_is_created_and_unlocked_on_the_terminal = None
    test_an_interruption_closes_the_prompt_and_restores_the_terminal = None

    def setUp(self):
        super().setUp()
        self.world.environment |= GERMAN
        self.terminal = self.person.terminal = self.world.terminal()

    def test_a_vault_is_created_and_unlocked_in_german(self):
        secret = "zwei wörter mehr 42"
        self.terminal.begin("passfold init --recovery-kit kit.txt")
        self.type_at("Wählen Sie eine Passphrase für Ihren Tresor.*Neue Passphrase:".encode(), secret + "\n")
        self.type_at(b"Wiederholen:", secret + "\n")
        made = self.terminal.finish()
        self.assertEqual(made.status, 0, made.text)
        self.run_well("passfold lock")
        self.terminal.begin("passfold unlock")
        self.type_at(b"Ihr Tresor ist gesperrt.*Passphrase:", "not it\n")
        self.type_at(b"Noch 2 Versuche.*Passphrase:", secret + "\n")
        opened = self.terminal.finish()
        self.assertEqual(opened.status, 0, opened.text)


class GermanViewTests(WindowTestCase):
    def test_a_picker_is_shown_in_german(self):
        self.start(PASSFOLD_SURFACE_TICKET="ticket-1", **GERMAN)
        self.broker.expect("attach-surface")
        self.broker.present({"kind": "list", "number": 1, "heading": {"code": "sign-in", "subject": "shop.example"}, "title": "", "rows": [
            {"id": "a", "title": "anne", "kind": "passkey", "provider": "Passfold", "match": True},
            {"id": "b", "title": "ben", "kind": "password", "provider": "Other Vault", "match": True}]})
        self.until_seen("Bei shop.example anmelden")
        self.until_seen("Abbrechen", "push button")
        until(lambda: any("Passkey in Passfold" in item["name"] for item in self.tree()), 20, lambda: self.tree(), 0.2)
        until(lambda: any("Passwort in Other Vault" in item["name"] for item in self.tree()), 20, lambda: self.tree(), 0.2)

    def languages(self, **variables):
        window = self.start(PASSFOLD_SURFACE_TICKET="ticket-1", **variables)
        self.broker.expect("attach-surface")
        self.broker.present(VIEWS["picker"])
        self.until_seen(VIEWS["picker"]["title"])
        found = {word for word in ("Cancel", "Abbrechen") if any(item["name"] == word for item in self.tree())}
        window.kill()
        window.wait()
        return found

    def test_the_language_follows_the_session(self):
        self.assertEqual(self.languages(LANG="de_AT.UTF-8"), {"Abbrechen"}, "a locale that is not installed")
        self.assertEqual(self.languages(LANGUAGE="en:de"), {"Cancel"}, "the first of several")
        self.assertEqual(self.languages(LANGUAGE="xx:de"), {"Abbrechen"}, "the first of several that exists")
        self.assertEqual(self.languages(LANG="C", LANGUAGE="de"), {"Cancel"}, "the C locale")
        self.assertEqual(self.languages(LANG="xx_YY.UTF-8"), {"Cancel"}, "a language that does not exist")


class GermanSettingsTests(WindowTestCase):
    arguments = ["--settings"]

    def test_the_settings_are_in_german(self):
        self.broker.answer = lambda message: (
            {"type": "providers", "id": message["id"], "providers": PROVIDERS} if message["type"] == "providers" else None)
        self.start(**GERMAN)
        self.broker.expect("providers")
        self.until_seen("Passfold-Einstellungen")
        self.until_seen("Geräte und Abgleich")
        self.until_seen("Anbieter")
        until(lambda: any("Sie werden in dieser Reihenfolge gefragt" in item["name"] for item in self.tree()), 20, lambda: self.tree(), 0.2)


del WindowTestCase, TerminalPromptTests, VaultWindowCase

if __name__ == "__main__":
    unittest.main()
