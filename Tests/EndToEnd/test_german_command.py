# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The command in the user's language: output for users is German, output for programs is the same in every language."""

import gettext
import json
import re
import subprocess
import unicodedata
import unittest
from pathlib import Path

from demo.world import ROOT
from test_import import aegis, aegis_entry
from world_for_tests import WorldTestCase

GERMAN = "de_DE.UTF-8"


def columns(text):
    """Returns the number of terminal columns that a text needs."""
    return sum(0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


class GermanCommandCase(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.world.environment["LANG"] = GERMAN
        self.world.start_broker()
        self.terminal = self.person.terminal = self.world.terminal()
        self.always_answer()
        self.made = self.run_well("passfold init --recovery-kit kit.txt").text

    def always_answer(self):
        self.person.will_answer(
            {"prompt": "passphrase", "pin": self.person.passphrase, "keep": True}, {"prompt": "passwort", "pin": self.person.password, "keep": True},
            {"prompt": "confirm", "keep": True})

    def add(self, title, user, service):
        return self.run_well(f"echo secret-of-{service} | passfold add login --title {title} --service {service} --user {user} --password-stdin").text

    def add_code(self):
        (self.world.home / "link").write_text("otpauth://totp/Shop:anne?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Shop\n")
        return self.run_well("passfold add code --confirmed --service shop.example --setup-url-stdin < link").text


class GermanCommandTests(GermanCommandCase):
    def says(self, command, *words, status=0, answer=None):
        done = self.terminal.run(command, answer=answer)
        self.assertEqual(done.status, status, f"{command}: {done.text}")
        for word in words:
            self.assertIn(" ".join(word.split()), " ".join(done.text.split()), command)
        return done.text

    def test_the_most_used_commands_print_german(self):
        with self.subTest("a vault"):
            self.assertIn("Ihr Tresor ist bereit und entsperrt.\nAls Nächstes: passfold browser install", self.made)
            kit = (self.world.home / "kit.txt").read_text()
            self.assertTrue(kit.startswith("Passfold-Wiederherstellungsblatt\n\nKonto      "), kit)
            self.assertIn("\nErstellt   ", kit)
            self.assertIn("\nSchlüssel  ", kit)
        with self.subTest("adding"):
            self.assertIn("Hinzugefügt: Passwort für Bücherei (ännchen).", self.add("Bücherei", "ännchen", "shop.example"))
            self.assertIn("Hinzugefügt: Einmalcode für Shop (anne).", self.add_code())
        with self.subTest("finding"):
            self.assertRegex(self.says("passfold list"), r"(?m)^TITEL +KONTO +ART +DIENST$")
            self.says("passfold list nirgends-da", "Kein Eintrag im Tresor passt.")
            self.says("passfold show Bücherei", "Titel Bücherei", "Art Passwort", "Konto ännchen", "Dienste shop.example", "Kennung ")
            self.says("passfold show anne", "Codes 6 Ziffern, alle 30 Sekunden ein neuer, SHA1", "Geheimnis 160 Bit", "Hinzugefügt 20")
            self.says("passfold show nirgends-da", "passfold: Fehler: kein Eintrag im Tresor passt Hinweis: listen Sie die Einträge auf: passfold list", status=3)
        with self.subTest("codes"):
            text = self.says("passfold code anne")
            self.assertRegex(text, r"(?m)^\d{6}$")
            self.assertRegex(text, r"Shop \(anne\): (gilt noch|nur noch) \d+ Sekunden?")
            self.assertRegex(self.says("passfold code"), r"(?m)^CODE +NOCH +TITEL +KONTO$")
            self.assertRegex(self.says("passfold code anne --next"), r"gilt in \d+ Sekunden?")
        with self.subTest("removing"):
            self.says("passfold remove anne", "In den Papierkorb gelegt: der Einmalcode von Shop (anne)")
            self.assertRegex(self.says("passfold trash"), r"(?m)^TITEL +KONTO +ART +ENTFERNT +KENNUNG$")
            self.says("passfold restore anne", "Aus dem Papierkorb geholt: der Einmalcode von Shop (anne).")
        with self.subTest("an import, with its report and its question"):
            (self.world.home / "codes.json").write_text(aegis([aegis_entry("ben", "Mail", "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U")]))
            self.says("passfold import codes.json", "Aegis: 1 Eintrag. neu 1 Satz Codes", "Diese Einträge importieren? [j/n]", "importiert 1 Satz Codes",
                      "Um den Import rückgängig zu machen: passfold import undo", answer=lambda shown: "j" if "importieren?" in shown else None)
            self.says("passfold import undo", "Rückgängig gemacht: 1 Eintrag liegt im Papierkorb")
        with self.subTest("an export"):
            self.says("passfold export --format csv --plain all.csv", "1 Passwort, 1 Satz Codes: geschrieben nach all.csv, lesbar nur für Sie.", "Sie ist nicht verschlüsselt:")
        with self.subTest("status and health"):
            self.says("passfold status", "Tresor entsperrt: 1 Passwort, 0 Passkeys, 1 Einmalcode", "sperrt sich nach 10 Minuten ohne Benutzung", "Broker läuft")
            self.says("passfold sync status", "Ihr Tresor ist nur auf diesem Computer.")
            self.says("passfold devices list", "Fehler: Ihr Tresor ist nur auf diesem Computer Hinweis: um ihn mit anderen Geräten abzugleichen: passfold sync use", status=1)
            self.says("passfold health", "1 Passwort geprüft:")
            self.says("passfold vault check", "Nichts ist beschädigt: ", " Einträge und 0 Schnappschüsse.")
            self.says("passfold log", "NUMMER WANN WAS TITEL KONTO EMPFÄNGER")
            doctor = self.terminal.run("passfold doctor").text
            self.assertRegex(doctor, r"(?m)^Programme +gut +")
            self.assertRegex(doctor, r"(?m)^Tresor +gut +der Tresor ist in \S+, entsperrt$")

    def test_help_and_parser_errors_are_in_german(self):
        help_of_code = self.says("passfold help code", "ZWECK: Den aktuellen Einmalcode eines Kontos oder aller Konten ausgeben.", "Diese Hilfe zeigen.")
        for heading in ("AUFRUF: passfold code ", "ARGUMENTE:", "OPTIONEN:"):
            self.assertRegex(help_of_code, rf"(?m)^{heading}")
        usage = self.says("passfold help import", "AUFRUF: passfold import FILE")
        self.assertRegex(usage, r"(?m)^        passfold import --from PROVIDER", "further lines of a usage must align with the first")
        self.says("passfold --help", "UNTERBEFEHLE:", "Einzelheiten zeigt 'passfold help <subcommand>'.", "Die Version zeigen.")
        self.says("passfold list --jsn", "passfold: Fehler: Unbekannte Option '--jsn'. Meinten Sie '--json'?", "Aufruf: passfold list",
                  "Mehr dazu zeigt 'passfold list --help'.", status=64)
        self.says("passfold qr", "Fehler: es wurde kein Eintrag angegeben; es wurde nichts geändert", status=64)
        self.says("passfold list --kind", "Fehler: Es fehlt der Wert für '--kind <kind>'", "Hilfe: --kind <kind> Nur diese Art auflisten.", status=64)
        self.says("passfold lock now", "Fehler: Unerwartetes Argument 'now'", status=64)
        self.says("passfold list --kind shoe", "Fehler: Der Wert 'shoe' ist nicht gültig für '--kind <kind>'", status=64)
        self.says("passfold code --plain", "Fehler: --plain verlangt --watch.", status=64)

    def test_no_message_is_left_in_english_in_any_help(self):
        catalogue = gettext.translation("passfold", Path(self.world.prefix) / "share/locale", ["de"])
        english = [message for message in catalogue._catalog if isinstance(message, str) and message.count(" ") > 2 and "%" not in message
                   and catalogue.gettext(message) != message]
        self.assertGreater(len(english), 500)
        pending, seen = [""], 0
        while pending:
            command = pending.pop()
            text = self.terminal.run(f"passfold help {command}").text
            seen += 1
            words = " ".join(text.split())
            self.assertEqual([message for message in english if " ".join(message.split()) in words], [], command)
            self.assertNotRegex(words, "(OVERVIEW|USAGE|OPTIONS|SUBCOMMANDS):|Show (subcommand )?help|default:", command)
            if "UNTERBEFEHLE:" in text:
                below = re.findall(r"(?m)^  ([a-z][a-z-]+) ", text.split("UNTERBEFEHLE:")[1])
                pending += [f"{command} {name}" for name in below if name not in command.split()]
        self.assertGreater(seen, 50)

    def test_the_language_follows_the_session(self):
        self.add("Shop", "anne", "shop.example")
        for variables, title in (("LANG=C", "TITLE"), ("LC_ALL=C.UTF-8", "TITLE"), ("LANGUAGE=en:de", "TITLE"), ("LANG=xx_YY.UTF-8", "TITLE"),
                                 ("LANG=C LANGUAGE=de", "TITLE"), ("LC_MESSAGES=de_AT.UTF-8 LANG=C", "TITEL"), ("LANG=C.UTF-8 LANGUAGE=xx:de", "TITEL")):
            with self.subTest(variables):
                text = self.run_well(f"env {variables} passfold list").text
                self.assertTrue(text.startswith(title + " "), text)

    def test_columns_align_when_letters_have_umlauts_or_are_wide(self):
        self.add("Bücherei", "ännchen", "library.example")
        self.add("図書館", "花子", "tosho.example")
        lines = self.run_well("passfold list").text.splitlines()
        heading = next(line for line in lines if line.startswith("TITEL"))
        rows = [line for line in lines if "Passwort" in line]
        self.assertEqual(len(rows), 2, lines)
        for word, cells in (("KONTO", ("ännchen", "花子")), ("ART", ("Passwort", "Passwort")), ("DIENST", ("library.example", "tosho.example"))):
            place = columns(heading[:heading.index(word)])
            for row in rows:
                cell = next(cell for cell in cells if cell in row)
                self.assertEqual(columns(row[:row.index(cell)]), place, row)


class LanguageOfProgramsTests(GermanCommandCase):
    def both(self, command):
        """Returns what a command writes to standard output and standard error, in German and in English."""
        found = []
        for language in (GERMAN, "C.UTF-8"):
            self.terminal.run(f"LANG={language} {command} > out 2> err")
            found.append(((self.world.home / "out").read_bytes(), (self.world.home / "err").read_bytes()))
        return found

    def test_json_is_the_same_in_every_language(self):
        self.add("Bücherei", "ännchen", "library.example")
        self.add_code()
        self.run_well("passfold remove anne")
        for command in ("list", "show Bücherei", "show Bücherei --history", "trash", "doctor", "providers", "providers doctor", "browser status", "health",
                        "sync status", "vault check", "vault snapshots", "clock", "log"):
            with self.subTest(command):
                (german, german_errors), (english, english_errors) = self.both(f"passfold {command} --json")
                self.assertEqual(german, english)
                self.assertEqual(german_errors, english_errors)
                json.loads(german)
        with self.subTest("an error with --json"):
            (_, german), (_, english) = self.both("passfold show nirgends-da --json")
            self.assertEqual(german, english)
            self.assertIn(b"passfold: error: no entry in the vault matches", german)

    def test_bare_values_are_the_same_in_every_language(self):
        self.add("Bücherei", "ännchen", "library.example")
        (german, _), (english, _) = self.both("passfold show Bücherei --reveal")
        self.assertEqual((german, english), (b"secret-of-library.example\n",) * 2)
        (german, _), (english, _) = self.both("passfold --version")
        self.assertEqual(german, english)

    def test_manuals_are_in_english_regardless_of_the_locale(self):
        folder = self.world.folder / "manual"
        folder.mkdir()
        subprocess.run([ROOT / "scripts/make-manual", Path(self.world.prefix) / "bin/passfold", folder], env=self.world.environment, check=True)
        pages = {path.name: path.read_text() for path in folder.iterdir()}
        self.assertGreater(len(pages), 30)
        self.assertIn("Fills in your one\\-time codes", pages["passfold.1"])
        for name, text in pages.items():
            self.assertNotRegex(text, "Einmalcode|Tresor|Eintrag", name)


del WorldTestCase, GermanCommandCase

if __name__ == "__main__":
    unittest.main()
