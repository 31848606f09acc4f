# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A sample of each format through the real vault: the vault hands out every value that the format's reader finds, and has each entry once.

The content of a file is taken from `passfold-import`, without a vault. The content of the vault is read from its export as CXF, with
separate code here; its files, for which CXF has no place, from the vault itself and from its export as KDBX, which KeePassXC reads.
`ExchangeFormatsTests` checks that the readers find what is in the files.
"""

import base64
import json
import shlex
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict

from carried_entries import entries
from demo.world import ROOT
from world_for_tests import WorldTestCase

SAMPLES = ROOT / "Tests/ExchangeFormatsTests/Samples"
CUPS = "Grüße, 7 Tassen"
KINDS = {"login": "password", "code": "one-time-code", "passkey": "passkey", "note": "note", "card": "card", "person": "identity"}
# The members in which CXF has personal data.
NAMED = {"number", "fullName", "verificationNumber", "pin", "expiryDate", "validFrom", "given", "surname", "streetAddress", "tel", "birthDate", "documentNumber",
         "identificationNumber", "passportNumber", "nationalIdentificationNumber", "licenseNumber"}


def line(text):
    """Returns a text as one line, as the vault keeps it."""
    return " ".join(text.replace("\r\n", "\n").replace("\t", "\n").split("\n")).strip(" ")


def user(text):
    """Returns a user name as the vault keeps it, with its spaces."""
    return text.replace("\r\n", "\n").strip("\n").replace("\n", " ")


def title_of(item):
    """Returns an entry's title, or else what identifies its first part."""
    if line(item["title"]):
        return line(item["title"])
    for part in item["parts"]:
        services = [service["text"] for service in part.get("services", [])]
        others = {"login": [*services[:1], part.get("user")], "code": [part.get("issuer"), *services[:1], part.get("account")]}
        return line(next((text for text in others.get(part["part"], []) if text), "")) or {"card": "Card", "person": "Identity", "note": "Note"}.get(part["part"], "")
    return "Note"


def address(service):
    return "https://" + service["text"] if service["kind"] == "domain" and "://" not in service["text"] else service["text"]


def in_file(item):
    """Returns what an export must contain of an entry: exact items by their kind, and values that may be anywhere in it."""
    exact, anywhere = set(), set()
    login = next((part for part in item["parts"] if part["part"] == "login"), {"services": [], "user": ""})
    for part in item["parts"]:
        if part["part"] == "login":
            exact |= {("user", user(part["user"])), ("password", part["password"] or "")}
            anywhere |= {password for password, _ in part["history"]}
        if part["part"] in ("login", "code"):
            services = part["services"] or (login["services"] if part["part"] == "code" else [])
            exact |= {("app" if service["kind"] == "app" else "at", address(service)) for service in services if service["rule"] != "never"}
        if part["part"] == "code":
            secret = base64.b32encode(part["secret"]).decode().rstrip("=")
            if part["form"] == 1 and part["turn"] <= 255:
                exact.add(("code", secret, part["digits"], part["algorithm"].lower(), part["turn"], user(part["account"] or login["user"]), part["issuer"] or ""))
            else:
                anywhere.add(secret)
        if part["part"] == "note":
            exact.add(("note", part["text"]))
        if part["part"] == "card":
            number = "".join((part["number"] or "").split()).replace("-", "")
            anywhere |= {number if number.isdigit() else part["number"], *(part[name] for name in ("holder", "bank", "code", "pin", "expires", "from"))}
        if part["part"] == "person":
            pairs = part["emails"] + part["phones"] + part["addresses"] + part["documents"]
            anywhere |= {line(part[name]) for name in ("given", "family", "organisation")} | {part["birthday"], *(text for _, text in pairs)}
    # Without another part, the entry consists of the note.
    if item["note"] or not item["parts"]:
        exact.add(("note", item["note"] or ""))
    exact |= {("field", line(name) or "field", value) for name, _, value in item["fields"] if value}
    exact |= {("tag", line(tag)) for tag in item["tags"] + ["/".join(path) for path in item["folders"]] + ["Archive"] * (item["shelf"] == 2) if line(tag)}
    exact |= {("favourite",)} if item["favourite"] else set()
    return exact, anywhere - {None, ""}


def in_vault(item):
    """Returns the same for an entry of a CXF file."""
    exact = {("tag", tag) for tag in item["tags"]} | ({("favourite",)} if item["favorite"] else set())
    exact |= {("at", url) for url in item.get("scope", {}).get("urls", [])} | {("app", app["bundleId"]) for app in item.get("scope", {}).get("androidApps", [])}
    values = set()
    for part in item["credentials"]:
        if part["type"] == "basic-auth":
            exact |= {(name, part.get(member, {}).get("value", "")) for name, member in (("user", "username"), ("password", "password"))}
        if part["type"] == "totp":
            secret = part["secret"].rstrip("=")
            exact.add(("code", secret, part["digits"], part["algorithm"], part["period"], part.get("username", ""), part.get("issuer", "")))
        if part["type"] == "note":
            exact.add(("note", part["content"]["value"]))
        for field in part.get("fields", []):
            exact.add(("field", field["label"], field["value"]))
            values.add(field["value"])
        values |= {part[name]["value"] for name in NAMED & part.keys()}
    return exact, values


def passkey(part):
    """Returns a passkey's data, from a file's part or CXF's."""
    if "rpId" in part:
        plain = lambda name: base64.urlsafe_b64decode(part[name] + "==")
        return part["rpId"], plain("credentialId"), plain("userHandle"), part["username"], part["userDisplayName"], plain("key")
    return part["site"], part["id"], part["handle"], user(part["user"]), line(part["display"]), part["key"]


class MovingCase(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.always_answer()
        self.run_well("passfold init --recovery-kit kit.txt")
        self.exports = 0

    def json_of(self, command):
        text = self.run_well(f"{command} --json").text
        return json.loads(text[text.index("{"):text.rindex("}") + 1])

    def exported(self):
        self.exports += 1
        self.run_well(f"passfold export {self.exports}.json --format cxf --plain")
        return json.loads((self.world.home / f"{self.exports}.json").read_text())["accounts"][0]["items"]

    def files_in_vault(self, titles):
        """Returns names and contents of the entries' files, as the user saves them."""
        found = Counter()
        for entry in (one for one in json.loads(self.run_well("passfold list --json").text) if one["title"] in titles):
            for number, file in enumerate(json.loads(self.run_well(f"passfold attachments {entry['record']} --json").text)):
                saved = self.world.home / f"saved-{number}"
                self.run_well(f"passfold attachments {entry['record']} --save {shlex.quote(file['name'])} --to {saved.name} --force")
                found[entry["title"], file["name"], saved.read_bytes()] += 1
        return found

    def keepassxc(self, *words):
        read = subprocess.run(["keepassxc-cli", words[0], "-q", *words[1:]], input=self.person.passphrase + "\n", capture_output=True, text=True)
        self.assertEqual(read.returncode, 0, f"{words}: {read.stderr}")
        return read.stdout

    def files_in_keepass(self):
        """Returns the same, as KeePassXC reads them from a database of everything."""
        self.exports += 1
        self.run_well(f"passfold export {self.exports}.kdbx")
        database, saved = self.world.home / f"{self.exports}.kdbx", self.world.home / "saved"
        found = Counter()

        def walk(group, path):
            for entry in group.findall("Entry"):
                title = next(text.findtext("Value") for text in entry.findall("String") if text.findtext("Key") == "Title")
                for name in (binary.findtext("Key") for binary in entry.findall("Binary")):
                    self.keepassxc("attachment-export", database, "/".join([*path, title]), name, saved)
                    found[title, name, saved.read_bytes()] += 1
            for inner in group.findall("Group"):
                walk(inner, [*path, inner.findtext("Name")])

        walk(ElementTree.fromstring(self.keepassxc("export", "-f", "xml", database)).find("Root/Group"), [])
        return found

    def check_files(self, items):
        """Each file of each entry is present under its name with exactly its bytes, in the vault and in its export, and there are no
        others."""
        wanted = Counter((title_of(item), name, content) for item in items for name, _, _, content in item["files"])
        if not wanted:
            return
        for place, found in (("the vault", self.files_in_vault({title for title, *_ in wanted})), ("KDBX", self.files_in_keepass())):
            self.assertEqual([{file[:2] for file in side} for side in (wanted - found, found - wanted)], [set(), set()], f"not the same in {place}")

    def check(self, name, passphrase=None, key_file=None):
        """A file is imported into the empty vault completely, once, and the import is undone completely."""
        program = self.world.prefix / "lib/passfold/providers/Passfold.provider/passfold-import"
        key = (SAMPLES / key_file).read_bytes() if key_file else None
        items = entries(program, (SAMPLES / name).read_bytes(), passphrase, key)
        command = f"passfold import {SAMPLES / name}" + (f" --key-file {SAMPLES / key_file}" if key_file else "")
        if passphrase is not None:
            self.person.will_answer({"prompt": "of the file", "pin": passphrase, "keep": True},
                                    {"prompt": "passphrase", "pin": self.person.passphrase, "keep": True}, {"prompt": "confirm", "keep": True})
        report = self.json_of(command)
        left_out = [finding for finding in report["findings"] if finding["path"].endswith("]") and finding["path"].startswith("parts[")]
        kinds = Counter(KINDS[part["part"]] for item in items for part in item["parts"]) + Counter(note=sum(not item["parts"] for item in items))
        self.assertEqual((Counter(report["kinds"]), report["present"], left_out), (kinds, 0, []), report)

        wanted, found, wanted_keys, found_keys = defaultdict(set), defaultdict(set), set(), set()
        anywhere, values = defaultdict(set), defaultdict(set)
        for item in items:
            if item["shelf"] == 3:
                continue
            exact, loose = in_file(item)
            wanted[title_of(item)] |= exact
            anywhere[title_of(item)] |= loose
            wanted_keys |= {passkey(part) for part in item["parts"] if part["part"] == "passkey"}
        for item in self.exported() if items else []:
            exact, loose = in_vault(item)
            found[item["title"]] |= exact
            values[item["title"]] |= loose
            found_keys |= {passkey(part) for part in item["credentials"] if part["type"] == "passkey"}
        for title, exact in wanted.items():
            self.assertEqual(exact - found[title], set(), f"{title}: lost")
            for value in anywhere[title]:
                self.assertTrue(any(value in one for one in values[title]), f"{title}: {value} is lost")
        for one in wanted_keys:
            self.assertTrue(any(one[:5] == other[:5] and one[5] in other[5] for other in found_keys), f"{one[:5]} is lost")
        self.assertEqual(len(wanted_keys), len(found_keys))
        self.assertEqual({title for title, exact in found.items() if exact} - set(wanted), set())

        self.check_files(items)

        again = self.json_of(command + " --dry-run")
        self.assertEqual((again["new"], again["merged"], again["differing"]), (0, 0, 0), again)
        undone = self.json_of("passfold import undo") if items else {"kept": 0}
        self.assertEqual(undone["kept"], 0)
        self.assertEqual(json.loads(self.run_well("passfold list --json").text), [])
        # What was in the file's trash is in the vault's, and would already be there for another file with the same content.
        self.run_well("passfold trash --empty")
        self.always_answer()

    def check_all(self, *samples):
        for name, *keys in samples:
            with self.subTest(name):
                try:
                    self.check(name, *keys)
                except Exception:
                    self.person.terminal.run("passfold import undo --json")
                    raise


class ManagerTests(MovingCase):
    def test_every_value_of_a_managers_file_is_in_the_vault(self):
        self.check_all(
            ("bitwarden/full.json",), ("bitwarden/files.zip",), ("bitwarden/table.csv",), ("cxf/full.json",),
            ("cxf/draft.json",), ("1password/every-field.1pux",), ("1password/data.1pif",), ("1password/mac.csv",),
            ("proton-pass/every-field.zip",), ("proton-pass/pass.csv",), ("enpass/every-field.json",),
            ("enpass/enpass6.csv",), ("keepass/everything-keepassxc.kdbx", CUPS), ("keepass/kdbxweb/demo.kdbx", "demo", "keepass/kdbxweb/demo.key"),
            ("keeper/web.json",), ("keeper/commander.zip",), ("nextcloud/passwords.json",), ("passky/passky.json",), ("kaspersky/export.txt",), ("keepass/kdbxweb/NoPassWithKeyFile.kdbx", None, "keepass/kdbxweb/NoPassWithKeyFile.key"), ("keepass/everything.xml",))


class OtherTests(MovingCase):
    def test_every_value_of_an_authenticators_file_is_in_the_vault(self):
        self.check_all(
            ("aegis/plain-v3.json",), ("2fas/plain-v4.2fas",), ("ente-auth/plain.txt",), ("ente-auth/sealed.json", CUPS), ("andotp/plain.json",),
            ("freeotp/externalBackup.xml", CUPS), ("freeotp-plus/export.json",), ("stratum/plain.json",), ("raivo/raivo-otp-export.json",),
            ("lastpass-authenticator/export.json",), ("proton-authenticator/plain.json",), ("bitwarden-authenticator/export.json",), ("otpauth/list.txt",), ("extract-otp-secrets/output.json",), ("2fauth/2fauth.json",))

    def test_every_value_of_a_table_is_in_the_vault(self):
        self.check_all(
            ("lastpass/lastpass.csv",), ("dashlane/dashlane.zip",), ("dashlane/dashlane.json",), ("apple/apple.csv",), ("chromium/chromium.csv",),
            ("firefox/firefox.csv",), ("keepassxc-csv/keepassxc.csv",), ("nordpass/nordpass.csv",), ("roboform/roboform.csv",), ("zoho/zoho.csv",),
            ("keepass-csv/keepass.csv",), ("csv/utf16.csv",), ("csv/buttercup.csv",))


if __name__ == "__main__":
    unittest.main()
