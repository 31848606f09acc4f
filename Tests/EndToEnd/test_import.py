# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Files of other programs on their way into the real vault and out of it: announced first, stored in one step, undone completely."""

import json
import os
import sqlite3
import subprocess
import unittest
from pathlib import Path

from demo.devtools import until
from google_export_for_tests import exported_parts
from world_for_tests import WorldTestCase, search_for_leaks

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
PLANTED = "planted-note-that-stands-in-no-other-file"
FILE_PASSPHRASE = "the passphrase of the file, four words"


def aegis(entries):
    return json.dumps({"version": 1, "header": {"slots": None, "params": None}, "db": {"version": 2, "entries": entries}})


def aegis_entry(name, issuer, secret=SECRET, **more):
    return {
        "type": "totp", "uuid": "3ae6f1ad-2e65-4ed2-a953-1ec0dff2386d", "name": name, "issuer": issuer, "note": PLANTED, "icon": None, "favorite": True,
        "info": {"secret": secret, "algo": "SHA1", "digits": 6, "period": 30}} | more


class ImportTests(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.make_vault()
        self.always_answer()

    def write(self, name, text):
        (self.world.home / name).write_text(text)

    def json_of(self, command, status=0):
        answer = self.person.terminal.run(f"{command} --json")
        self.assertEqual(answer.status, status, f"{command}: {answer.text}")
        return json.loads(answer.text[answer.text.index("{"):answer.text.rindex("}") + 1])

    def refused(self, command, status, words):
        answer = self.person.terminal.run(command)
        self.assertEqual(answer.status, status, answer.text)
        self.assertIn(words, " ".join(answer.text.split()))

    def entries(self):
        return self.run_well("passfold list").text

    def test_the_pictures_of_a_google_authenticator_export_are_imported_as_one_file(self):
        links = list(exported_parts([(SECRET, "anne@shop.example", "Shop"), ("MFRGGZDFMZTWQ2LK", "ben", "Mail"), ("MFRGGZDFMZTWQ2LL", "cora", "Bank")], 2))
        for name, text in (("one.png", links[0]), ("two.png", links[1]), ("words.png", "only words")):
            subprocess.run(["qrencode", "-o", self.world.home / name, text], check=True)
        with self.subTest("all pictures together"):
            report = self.json_of("passfold import one.png two.png --dry-run")
            self.assertEqual((report["format"], report["read"], report["new"], report["findings"]), ("otpauth-migration", 3, 3, []))
        with self.subTest("a missing part is reported"):
            answer = self.person.terminal.run("passfold import two.png --yes")
            self.assertEqual(answer.status, 0, answer.text)
            self.assertIn("part 1 of 2", answer.text)
            self.assertIn("Bank", self.entries())
        with self.subTest("the rest is imported later, and existing entries stay"):
            report = self.json_of("passfold import one.png two.png")
            self.assertEqual((report["new"], report["present"]), (2, 1))
            self.assertRegex(self.run_well("passfold code Shop").text, r"(?m)^\d{6}$")
        with self.subTest("other pictures and files next to them are refused"):
            self.write("codes.json", aegis([]))
            self.refused("passfold import one.png codes.json", 64, "Specify one file at a time. Only pictures of QR codes can be combined.")
            self.refused("passfold import words.png", 1, "Passfold does not recognise the format")
            (self.world.home / "torn.png").write_bytes((self.world.home / "one.png").read_bytes()[:200])
            self.refused("passfold import torn.png", 1, "error: the picture is damaged")
            self.refused("passfold import one.png torn.png two.png", 1, "torn.png: the picture is damaged")

    def test_a_file_is_previewed_then_stored_in_one_operation_and_undone_completely(self):
        before = self.entries()
        self.write("codes.json", aegis([aegis_entry("anne@shop.example", "Shop"), aegis_entry("ben", "Mail", "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", type="motp")]))
        with self.subTest("a dry run stores nothing"):
            report = self.json_of("passfold import codes.json --dry-run")
            self.assertEqual((report["format"], report["read"]), ("aegis", 2))
            self.assertEqual(self.entries(), before)
        with self.subTest("the report is shown before anything is stored"):
            answer = self.person.terminal.run("passfold import codes.json", answer=lambda shown: "n" if "Import these entries?" in shown else None)
            self.assertEqual(answer.status, 130, answer.text)
            self.assertIn("Aegis: 2 entries.", answer.text)
            self.assertEqual(self.entries(), before)
        with self.subTest("--yes stores it without a question"):
            self.run_well("passfold import codes.json --yes")
            self.assertRegex(self.entries(), r"Shop +anne@shop\.example")
            self.assertRegex(self.run_well("passfold code Shop").text, r"(?m)^\d{6}$")
        with self.subTest("importing again changes nothing"):
            after = self.entries()
            report = self.json_of("passfold import codes.json --yes")
            self.assertEqual((report["new"], report["merged"], report["differing"]), (0, 0, 0), report)
            self.assertEqual(self.entries(), after)
        with self.subTest("the import is undone completely, and only once"):
            self.person.will_answer({"prompt": "confirm", "cancel": True})
            self.assertEqual(self.person.terminal.run("passfold import undo").status, 130)
            self.assertEqual(self.entries(), after)
            self.person.will_answer({"prompt": "confirm"})
            undone = self.json_of("passfold import undo")
            question, = self.person.was_asked()
            self.assertIn("last import of 2 entries", question["desc"])
            self.assertEqual((undone["removed"], undone["kept"], undone["restored"]), (2, 0, 0))
            self.assertEqual(self.entries(), before)
            self.refused("passfold import undo", 3, "there is no import to undo")
            self.always_answer()
        with self.subTest("the undone entries are in the trash and can be restored, and the file would import them again"):
            trashed = json.loads(self.run_well("passfold trash --json").text)
            self.assertEqual(len(trashed), 2)
            report = self.json_of("passfold import codes.json --dry-run")
            self.assertEqual((report["new"], report["present"]), (2, 0))
            for entry in trashed:
                self.run_well(f"passfold restore {entry['record']}")
            self.assertEqual(self.entries(), after)
        with self.subTest("its content is unencrypted only in the file itself"):
            os.remove(self.world.home / "codes.json")
            status, found = search_for_leaks({"note": PLANTED, "secret": SECRET}, self.world.home)
            self.assertEqual(status, 0, found)

    def test_an_entry_changed_after_an_import_stays_when_the_import_is_undone(self):
        self.write("codes.json", aegis([aegis_entry("anne@shop.example", "Shop"), aegis_entry("ben", "Mail", "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U")]))
        self.run_well("passfold import codes.json --yes")
        self.run_well("passfold edit Mail --title 'My mail'")
        undone = self.json_of("passfold import undo")
        self.assertEqual((undone["removed"], undone["kept"]), (1, 1))
        self.assertIn("My mail", self.entries())
        self.assertNotIn("anne@shop.example", self.entries())

    def test_a_bad_file_gets_a_clear_error_and_leaves_the_vault_unchanged(self):
        before = self.entries()
        whole = aegis([aegis_entry("anne@shop.example", "Shop")])
        for name, content, words in (
                ("empty", "", "is incomplete or damaged"), ("prose.txt", "This is a letter.\n" * 100, "Passfold does not recognise the format"),
                ("cut.json", whole[:len(whole) // 2], "is incomplete or damaged"),
                ("deep.json", "[" * 100_000, "Passfold does not recognise the format"),
                ("names.csv", "Shop,anne,secret\nMail,ben,other\n", "names the columns, such as title,url,username,password,notes"),
                ("band_0.js", 'ld({"0123":{"category":"001"}});', "this is an OPVault, the database of 1Password 4 to 7"),
                ("authy.xml", '<?xml version="1.0"?><map><string name="com.authy.storage.tokens.authenticator.key">[]</string></map>', "an internal file of Authy"),
                ("sealed.asc", "-----BEGIN PGP MESSAGE-----\n\nwQwDAQEBAQEBAQEBAQE=\n-----END PGP MESSAGE-----\n", "is an encrypted OpenPGP message; nothing was stored")):
            with self.subTest(name):
                self.write(name, content)
                self.refused(f"passfold import {name} --yes", 1, words)
        self.refused("passfold import missing.json", 1, "no such file")
        (self.world.home / "1Password.opvault/default").mkdir(parents=True)
        (self.world.home / "1Password.opvault/default/profile.js").write_text("var profile={};")
        self.refused("passfold import 1Password.opvault", 1, "as 1PUX in 1Password 8")
        self.assertEqual(self.entries(), before)

    def test_foreign_files_are_read_and_written_in_confined_processes(self):
        for name in ("passfold-import", "passfold-export"):
            with self.subTest(name):
                program = self.world.prefix / "lib/passfold/providers/Passfold.provider" / name
                process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={})
                self.addCleanup(process.kill)
                status = until(lambda: (text := Path(f"/proc/{process.pid}/status").read_text()) and "Seccomp:\t2" in text and text, what="the filter")
                self.assertIn("NoNewPrivs:\t1", status)
                limits = Path(f"/proc/{process.pid}/limits").read_text()
                self.assertRegex(limits, r"Max open files +3 +3 ")
                self.assertRegex(limits, r"Max cpu time +580 +580 ")
                self.assertRegex(limits, r"Max core file size +0 +0 ")
                # A malformed request gets an answer that says so, and no request at all gets none.
                answer, _ = process.communicate((8).to_bytes(8, "big") + b"\0" * 8)
                self.assertIn(b"malformed", answer)
                self.assertEqual(subprocess.run([program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env={}).returncode, 65)

    def test_an_import_without_its_program_stores_nothing_and_the_next_import_stores_everything(self):
        before = self.entries()
        self.write("codes.json", aegis([aegis_entry(f"user{number}", f"Service {number}", SECRET[:-1] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26], uuid=str(number)) for number in range(26)]))
        program = self.world.prefix / "lib/passfold/providers/Passfold.provider/passfold-import"
        with self.subTest("the import program is missing"):
            held = program.with_suffix(".held")
            program.rename(held)
            # Other tests use this installation after this one, even if it fails.
            self.addCleanup(lambda: held.exists() and held.rename(program))
            self.refused("passfold import codes.json --yes", 1, "the import program stopped")
            held.rename(program)
        self.assertEqual(self.entries(), before)
        self.run_well("passfold import codes.json --yes")
        self.assertIn("Service 25", self.entries())

    # Databases of KeePassXC, made and opened by its own program.

    def keepassxc(self, *arguments, typed="", status=0):
        done = subprocess.run(
            ["keepassxc-cli", *arguments], input=typed, capture_output=True, text=True, cwd=self.world.home, env={**os.environ, "HOME": str(self.world.home)})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def make_database(self, name):
        """Makes a database with a login that has a note, an attachment and a code, with KeePassXC."""
        typed = FILE_PASSPHRASE + "\n"
        self.keepassxc("db-create", "--set-password", "--decryption-time", "100", name, typed=typed * 2)
        self.keepassxc("mkdir", name, "Work", typed=typed)
        self.keepassxc(
            "add", "--username", "carla", "--url", "https://bank.example/login", "--notes", PLANTED, "--password-prompt", name, "Work/Bank",
            typed=typed + "bank password\n")
        self.write("scan.txt", "a scan\n")
        self.keepassxc("attachment-import", name, "Work/Bank", "scan.txt", "scan.txt", typed=typed)

    def test_a_keepassxc_database_is_imported_with_its_passphrase_and_an_exported_one_opens_in_keepassxc(self):
        self.make_database("keys.kdbx")
        with self.subTest("three wrong passphrases leave the vault unchanged"):
            before = self.entries()
            self.person.will_answer({"prompt": "Passphrase of the file", "pin": "wrong", "keep": True})
            self.refused("passfold import keys.kdbx --yes", 4, "the passphrase does not open the file")
            self.assertEqual(self.entries(), before)
        with self.subTest("the vault asks for the file's passphrase and imports the complete entry"):
            self.person.will_answer({"prompt": "Passphrase of the file", "pin": FILE_PASSPHRASE, "keep": True})
            report = self.json_of("passfold import keys.kdbx --yes")
            self.assertEqual((report["format"], report["kinds"]), ("kdbx", {"password": 1}), report)
            self.always_answer()
            entry = json.loads(self.run_well("passfold list bank --json").text)[0]
            self.assertEqual((entry["title"], entry["user"], entry["tags"]), ("Bank", "carla", ["Work"]))
            self.assertIn("bank password", self.run_well("passfold show bank --reveal").text)
            self.assertIn(PLANTED, self.run_well("passfold show bank --note").text)
            self.run_well("passfold attachments bank --save scan.txt --to back.txt")
            self.assertEqual((self.world.home / "back.txt").read_text(), "a scan\n")
        with self.subTest("the exported file is encrypted, readable only by the user, and opens in KeePassXC with its code"):
            self.assertIn("The file would contain: ", self.run_well("passfold export out.kdbx --dry-run").text)
            self.person.will_answer(
                {"prompt": "Passphrase for the file", "pin": FILE_PASSPHRASE, "keep": True}, {"prompt": "passphrase", "pin": self.person.passphrase, "keep": True})
            self.assertIn("opens with the passphrase", self.run_well("passfold export out.kdbx").text)
            out = self.world.home / "out.kdbx"
            self.assertEqual(out.stat().st_mode & 0o777, 0o600)
            self.refused("passfold export out.kdbx", 1, "already exists")
            listed = self.keepassxc("ls", "-R", "-f", "out.kdbx", typed=FILE_PASSPHRASE + "\n")
            self.assertIn("Bank", listed)
            bank = next(line for line in listed.splitlines() if line.endswith("Bank"))
            shown = self.keepassxc("show", "-s", "-a", "UserName", "-a", "Password", "-a", "URL", "out.kdbx", bank, typed=FILE_PASSPHRASE + "\n")
            self.assertEqual(shown.splitlines(), ["carla", "bank password", "https://bank.example/login"])
            shop = next(line for line in listed.splitlines() if self.person.service in line)
            code = self.keepassxc("show", "-t", "out.kdbx", shop, typed=FILE_PASSPHRASE + "\n").strip()
            self.assertRegex(code, r"^\d{6}$")
        with self.subTest("importing the exported file changes nothing"):
            self.person.will_answer({"prompt": "Passphrase of the file", "pin": FILE_PASSPHRASE, "keep": True})
            again = self.json_of("passfold import out.kdbx --yes")
            self.assertEqual((again["new"], again["merged"], again["differing"]), (0, 0, 0), again)
        with self.subTest("the log records the export of everything"):
            self.always_answer()
            self.assertRegex(self.run_well("passfold log").text, r"export .*Everything \(kdbx\)")

    def store_of_pass(self):
        """Makes an empty store of pass and a key for it; returns what runs programs with both."""
        keys = self.world.home / ".gnupg"
        keys.mkdir(mode=0o700)
        environment = {**os.environ, "HOME": str(self.world.home), "GNUPGHOME": str(keys), "PASSWORD_STORE_DIR": str(self.world.home / "store")}
        self.addCleanup(subprocess.run, ["gpgconf", "--kill", "all"], env=environment)

        def run(*command, typed=""):
            subprocess.run(command, input=typed, text=True, check=True, capture_output=True, env=environment)

        run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "anne@shop.example", "default", "default")
        run("pass", "init", "anne@shop.example")
        self.world.environment["GNUPGHOME"] = str(keys)
        self.person.terminal.run(f"export GNUPGHOME={keys}")
        return run

    def test_a_password_store_is_imported_with_the_users_own_gnupg(self):
        run = self.store_of_pass()
        run("pass", "insert", "--multiline", "web/shop.example/carla", typed=f"her password\nlogin: carla\nurl: https://shop.example/login\n{PLANTED}\n")
        run("pass", "insert", "--multiline", "mail.example", typed=f"other password\notpauth://totp/Mail:carla?secret={SECRET}&issuer=Mail\n")
        run("pass", "insert", "--multiline", "web/.hidden.example", typed="password of a hidden name\nlogin: dora\n")
        report = self.json_of("passfold import store --yes")
        self.assertEqual((report["format"], report["read"], report["kinds"]), ("password-store", 3, {"password": 3, "one-time-code": 1}), report)
        self.assertIn("her password", self.run_well("passfold show carla --kind password --reveal").text)
        self.assertIn("password of a hidden name", self.run_well("passfold show dora --kind password --reveal").text)
        self.assertRegex(self.run_well("passfold code mail").text, r"(?m)^\d{6}$")
        again = self.json_of("passfold import store --yes")
        self.assertEqual((again["new"], again["merged"], again["differing"]), (0, 0, 0), again)
        status, found = search_for_leaks({"note": PLANTED, "secret": SECRET}, self.world.home)
        self.assertEqual(status, 0, found)

    def test_a_password_store_is_imported_with_linked_folders_and_non_utf8_names_except_undecryptable_entries(self):
        run = self.store_of_pass()
        store, team = self.world.home / "store", self.world.home / "team"
        team.mkdir()
        (store / "team").symlink_to("../team")
        (store / "circle").symlink_to(".")
        run("pass", "insert", "--multiline", "mail.example", typed="her password\nlogin: carla\n")
        sealed = ("gpg", "--batch", "--trust-model", "always", "--encrypt", "--recipient", "anne@shop.example", "--output")
        run(*sealed, os.fsencode(store) + b"/caf\xe9.gpg", typed="password of a name in Latin\nlogin: dora\n")
        run(*sealed, team / "shared.gpg", typed="password of the team\nlogin: team\n")
        run(*sealed, store / "long.gpg", typed="long\n" + "x" * (5 << 20))
        run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "boss@shop.example", "default", "default")
        run("gpg", "--batch", "--trust-model", "always", "--encrypt", "--recipient", "boss@shop.example", "--output", store / "boss.gpg", typed="of the boss\n")
        run("gpg", "--batch", "--yes", "--delete-secret-keys", self.fingerprint("boss@shop.example"))
        report = self.json_of("passfold import store --yes")
        self.assertEqual((report["read"], report["kinds"]), (5, {"password": 3}), report)
        left_out = {(one["title"], one["reason"]) for one in report["findings"] if one["outcome"] == "left-out"}
        self.assertEqual(left_out, {("boss.gpg", "notDecrypted"), ("long.gpg", "tooLarge")})
        for user, password in (("carla", "her password"), ("dora", "password of a name in Latin"), ("team", "password of the team")):
            self.assertIn(password, self.run_well(f"passfold show {user} --kind password --reveal").text)
        with self.subTest("if no entry can be decrypted, nothing is stored"):
            for file in (store / "mail.example.gpg", store / "long.gpg", team / "shared.gpg", os.fsencode(store) + b"/caf\xe9.gpg"):
                os.remove(file)
            self.refused("passfold import store --yes", 4, "gpg could not decrypt boss.gpg; nothing was stored")

    def fingerprint(self, user):
        listed = subprocess.run(["gpg", "--with-colons", "--list-keys", user], env={**os.environ, "GNUPGHOME": str(self.world.home / ".gnupg")}, capture_output=True, text=True, check=True)
        return next(line.split(":")[9] for line in listed.stdout.splitlines() if line.startswith("fpr"))

    def test_a_damaged_entry_is_reported_and_does_not_stop_an_export(self):
        self.write("two.json", aegis([aegis_entry("anne", "Shop"), aegis_entry("ben", "Mail", "MFRGGZDFMZTWQ2LK")]))
        self.json_of("passfold import two.json --yes")
        everything = self.json_of("passfold export out.csv --format csv --dry-run")
        self.run_well("passfold lock")
        with sqlite3.connect(self.world.data / "passfold/vault/vault.sqlite") as database:
            name, body = database.execute("SELECT name, body FROM record ORDER BY length(body) LIMIT 1").fetchone()
            body = bytearray(body)
            body[len(body) // 2] ^= 1
            database.execute("UPDATE record SET body = ? WHERE name = ?", (bytes(body), name))
        database.close()
        self.assertIn("it is damaged, left out", " ".join(self.run_well("passfold export out.csv --format csv --plain").text.split()))
        rest = self.json_of("passfold export out.csv --format csv --dry-run")
        self.assertEqual([finding["outcome"] for finding in rest["findings"] if finding["reason"] == "damaged"], ["left-out"])
        self.assertEqual(sum(rest["kinds"].values()), sum(everything["kinds"].values()) - 1)

    def test_a_dry_run_names_each_part_that_a_table_cannot_hold_once(self):
        edit = f"passfold edit {self.person.service}"
        self.run_well(f"{edit} --kind password --secret-stdin <<< another")
        self.run_well(f"{edit} --period 60")
        self.run_well("passfold add card --title Travel --holder Anne --secrets-stdin <<< 4111111111111111")
        told = " ".join(self.run_well("passfold export out.csv --format csv --dry-run").text.split())
        for words in ("its previous passwords: no place in the format, left out", "its previous one-time code set-ups: no place in the format, left out",
                      "Travel, the card: no place in the format, left out"):
            self.assertEqual(told.count(words), 1, told)
        for words in ("its history", "one of its parts", "the vault has no"):
            self.assertNotIn(words, told)
        findings = self.json_of("passfold export out.csv --format csv --dry-run")["findings"]
        self.assertEqual([finding.get("kind") for finding in findings if finding["path"]], ["password", "one-time-code", "card"])

    def test_every_exported_format_can_be_imported_and_an_unencrypted_one_requires_plain(self):
        self.refused("passfold export all.csv --format csv", 64, "Add --plain to write it anyway")
        for name, options in (("all.cxf", "cxf"), ("all.csv", "csv"), ("all.json", "bitwarden-json"), ("codes.txt", "otpauth")):
            with self.subTest(options):
                self.assertIn("It is not encrypted", self.run_well(f"passfold export {name} --format {options} --plain").text)
                report = self.json_of(f"passfold import {name} --yes")
                self.assertEqual((report["new"], report["differing"]), (0, 0), report)


if __name__ == "__main__":
    unittest.main()
