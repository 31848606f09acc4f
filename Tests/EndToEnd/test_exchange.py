# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Moving one provider's credentials to another without a file, in both directions: between the vault and the example provider, which uses
only public products."""

import base64
import json
import plistlib

from memory_scan import found_in
from provider_bundles import DEMO, install_demo, install_misbehaving
from settling import let_it_settle
from test_watch import OnTerminal
from world_for_tests import search_for_leaks

PASSWORD = "Canary~handed~over~5e21b7"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
LINK = f"otpauth://totp/canary.example:anne?secret={SECRET}&issuer=canary.example"
# Any number below the order of P-256 is a key.
KEY = base64.b64encode(bytes(range(1, 33))).decode()
PASSKEY = {"credentialID": base64.b64encode(b"credential of anne").decode(), "userHandle": base64.b64encode(b"handle").decode(), "algorithm": -7, "privateKey": KEY}
ACCOUNT = {"id": "1", "service": "canary.example", "user": "anne", "password": PASSWORD, "codeLink": LINK, "passkey": PASSKEY}

HAND_OVER = "Hand over everything that Demo Provider keeps"


class ExchangeTests(OnTerminal):
    def setUp(self):
        super().setUp()
        install_demo(self.world)
        self.accounts = self.world.data / f"passfold/provider-data/{DEMO}/accounts.json"
        self.accounts.write_text(json.dumps([ACCOUNT]))
        self.run_well(f"passfold providers enable {DEMO}")
        self.always_answer()
        # The terminal in which the passphrase was typed may draw.
        self.run_well("passfold unlock")

    def entries(self):
        return self.run_well("passfold list").text

    def kept_by_demo(self):
        return json.loads(self.accounts.read_text())

    def pick(self, title, row):
        """Chooses the only row of a view."""
        shown = self.expect(f"{title}.*{row}")
        let_it_settle()
        self.type("\x1b[B")
        let_it_settle()
        self.type("\r")
        return shown

    def say_yes(self, title):
        shown = self.expect(f"{title}.*Esc")
        let_it_settle()
        self.type("y")
        return shown

    def take_in(self):
        self.begin("passfold import --from 'Demo Provider'")
        self.pick(HAND_OVER, "Passfold")
        shown = self.say_yes(r"Import from Demo Provider\?")
        said = self.expect("To undo the import: passfold import undo")
        self.assertEqual(self.finish(), 0)
        return shown + said

    def hand_out(self, loss=None):
        self.begin("passfold export --to 'Demo Provider'")
        self.pick("Hand over everything that Passfold keeps", "Demo Provider")
        # Nothing is said about dates that only Passfold keeps: nobody would miss them.
        shown = self.say_yes("(Some things cannot be transferred)" if loss else r"Keep what Passfold hands over\?")
        if loss:
            for word in loss:
                self.assertIn(word, " ".join(shown.split()))
            self.say_yes(r"Keep what Passfold hands over\?")
        else:
            self.assertNotIn("cannot be transferred", shown)
        self.expect("Demo Provider now keeps what is in your vault")
        self.assertEqual(self.finish(), 0)

    def nothing_of_it_lies_on_the_disk(self):
        """Nor in the broker, through which it passed."""
        self.accounts.unlink()
        for folder in (self.world.home, self.world.runtime):
            status, found = search_for_leaks({"password": PASSWORD, "secret": SECRET, "key": KEY}, folder)
            self.assertEqual(status, 0, found)
        for broker in self.world.processes("passfold-broker"):
            self.assertEqual(found_in(broker, {"password": PASSWORD.encode(), "secret": SECRET.encode()}), set())

    def test_an_import_from_another_provider_is_one_operation_and_can_be_undone_completely(self):
        before = self.entries()
        report = self.take_in()
        self.assertIn("1 login, 1 passkey, 1 one-time code", " ".join(report.split()))
        after = self.entries()
        for word in ("canary.example", "anne"):
            self.assertIn(word, after)
        self.assertRegex(self.run_well("passfold code canary.example").text, r"(?m)^\d{6}$")
        with self.subTest("importing again changes nothing"):
            self.begin("passfold import --from 'Demo Provider'")
            self.pick(HAND_OVER, "Passfold")
            self.assertIn("nothing", self.say_yes(r"Import from Demo Provider\?"))
            self.assertEqual(self.finish(), 0)
            self.assertEqual(self.entries(), after)
        with self.subTest("the import is undone completely"):
            # The import that changed nothing does not count.
            self.run_well("passfold import undo")
            self.assertEqual(self.entries(), before)
        self.nothing_of_it_lies_on_the_disk()

    def test_the_vault_exports_everything_after_the_passphrase_and_a_passkey_is_unchanged_in_both_directions(self):
        # More than one part goes through the sockets, in both directions.
        others = [{"id": f"f{number}", "service": f"s{number}.example", "user": "anne", "password": "p" * 40} for number in range(600)]
        self.accounts.write_text(json.dumps([ACCOUNT, *others]))
        self.run_well(f"passfold providers disable {DEMO}")
        self.run_well(f"passfold providers enable {DEMO}")
        self.take_in()
        self.accounts.write_text("[]")
        # The provider reads its file when it starts.
        self.run_well(f"passfold providers disable {DEMO}")
        self.run_well(f"passfold providers enable {DEMO}")
        asked = len(self.person.was_asked())
        self.hand_out()
        self.assertGreater(len(self.person.was_asked()), asked, "the user was not asked for the passphrase")
        kept = {account["service"]: account for account in self.kept_by_demo()}
        self.assertTrue({other["service"] for other in others} <= kept.keys())
        self.assertEqual(kept["canary.example"]["password"], PASSWORD)
        self.assertEqual(kept["canary.example"]["passkey"], PASSKEY)
        self.assertIn(f"secret={SECRET}", kept["canary.example"]["codeLink"])
        self.assertEqual(kept[self.person.service]["password"], self.person.password)
        self.assertIn(f"secret={self.person.code_secret}", kept[self.person.service]["codeLink"])
        self.assertIn("Everything (to Demo Provider)", self.run_well("passfold log").text)
        self.nothing_of_it_lies_on_the_disk()

    def test_only_parts_that_cannot_be_exported_are_named_with_their_entry(self):
        self.take_in()
        letter = self.world.home / "letter.txt"
        letter.write_text("Dear Anne")
        self.run_well(f"passfold attach canary.example {letter} --kind password")
        with self.subTest("in a dry run, which transfers nothing"):
            self.accounts.write_text("[]")
            told = " ".join(self.run_well("passfold export --to 'Demo Provider' --dry-run").text.split())
            self.assertIn("would be handed over to Demo Provider. Nothing was transferred.", told)
            self.assertRegex(told, r"which stay in your vault: entry \d+, canary\.example: its files$")
            self.assertEqual(self.kept_by_demo(), [])
            losses = json.loads(self.run_well("passfold export --to 'Demo Provider' --dry-run --json").text)["losses"]
            self.assertEqual([(loss["title"], loss["parts"]) for loss in losses], [("canary.example", ["file"])])
            self.assertNotIn("Everything (to Demo Provider)", self.run_well("passfold log").text)
        with self.subTest("in the question before everything is transferred"):
            self.run_well(f"passfold providers disable {DEMO}")
            self.run_well(f"passfold providers enable {DEMO}")
            self.hand_out(loss=["canary.example", "its files"])

    def test_a_dry_run_reports_what_would_be_imported_and_stores_nothing(self):
        before = self.entries()
        self.begin("passfold import --from 'Demo Provider' --dry-run")
        self.pick(HAND_OVER, "Passfold")
        shown = " ".join(self.say_yes("Preview of the import from Demo Provider").split())
        self.assertIn("1 login, 1 passkey, 1 one-time code", shown)
        self.assertIn("Nothing is stored", shown)
        self.expect("Nothing that Demo Provider handed over was stored")
        self.assertEqual(self.finish(), 0)
        self.assertEqual(self.entries(), before)
        undo = self.terminal.run("passfold import undo")
        self.assertNotEqual(undo.status, 0, undo.text)
        with self.subTest("a later import stores everything"):
            self.take_in()
            self.assertIn("canary.example", self.entries())
        with self.subTest("the JSON report lists differing, present and omitted entries, and contains no secret"):
            # No passkey has a user handle of more than 64 bytes (WebAuthn L3 §5.4.3).
            long = {**PASSKEY, "credentialID": base64.b64encode(b"of ben").decode(), "userHandle": base64.b64encode(bytes(65)).decode()}
            ben = {"id": "2", "service": "long.example", "user": "ben", "password": "of-ben-4711", "passkey": long}
            self.accounts.write_text(json.dumps([{**ACCOUNT, "password": "another"}, ben]))
            self.run_well(f"passfold providers disable {DEMO}")
            self.run_well(f"passfold providers enable {DEMO}")
            self.begin("passfold import --from 'Demo Provider' --dry-run --json")
            self.pick(HAND_OVER, "Passfold")
            self.say_yes("Preview of the import from Demo Provider")
            shown = self.expect(r'"to" ?: ?"passfold.vault"\s*\}')
            self.assertEqual(self.finish(), 0)
            told = json.loads(shown[shown.index("{"):shown.rindex("}") + 1])
            report = told.pop("report")
            self.assertEqual(told, {"from": DEMO, "to": "passfold.vault", "kept": "nothing"})
            self.assertEqual((report["presentKinds"], report["differingKinds"]), ({"passkey": 1, "one-time-code": 1}, {"password": 1}))
            self.assertEqual([(one["entry"]["title"], one["parts"]) for one in report["differences"]], [("canary.example", ["password"])])
            self.assertEqual(report["kinds"], {"password": 1})
            self.assertEqual([(one["title"], one["path"], one["reason"], one["outcome"]) for one in report["findings"]],
                             [("long.example", "credentials[1]", "unsupportedKey", "kept-in-part")])
            for secret in ("another", "of-ben-4711", PASSWORD, SECRET, KEY):
                self.assertNotIn(secret, shown)

    def test_declining_either_prompt_transfers_nothing(self):
        before = self.entries()
        with self.subTest("the system's question"):
            self.begin("passfold import --from 'Demo Provider'")
            self.expect(f"{HAND_OVER}.*Esc")
            let_it_settle()
            self.type("\x1b")
            self.assertEqual(self.finish(), 130)
        with self.subTest("the question of the importing provider"):
            self.begin("passfold import --from 'Demo Provider'")
            self.pick(HAND_OVER, "Passfold")
            self.expect(r"Import from Demo Provider\?.*Esc")
            let_it_settle()
            self.type("\x1b")
            self.assertEqual(self.finish(), 130)
        self.assertEqual(self.entries(), before)

    def test_a_provider_that_stops_halfway_is_named_and_leaves_the_vault_unchanged(self):
        identifier = install_misbehaving(self.world, 0, exchanges=True)
        self.run_well(f"passfold providers enable {identifier}")
        before = self.entries()
        self.begin("passfold import --from 'Misbehaving 0'")
        self.pick("Hand over everything that Misbehaving 0 keeps", "Passfold")
        said = self.expect("passfold import FILE")
        self.assertEqual(self.finish(), 1)
        said = " ".join(said.split())
        self.assertIn("Misbehaving 0 stopped before it had handed everything over; nothing was imported, and your vault is unchanged", said)
        self.assertEqual(self.entries(), before)
        self.assertNotEqual(self.terminal.run("passfold import undo").status, 0, "an empty import was recorded")
        with self.subTest("another exchange works immediately"):
            self.take_in()

    def test_a_provider_without_credential_exchange_is_reported_by_the_command_and_the_doctor(self):
        information = self.world.data / "passfold/providers/Demo.provider/Info.plist"
        declared = plistlib.loads(information.read_bytes())
        capabilities = declared["NSExtension"]["NSExtensionAttributes"]["ASCredentialProviderExtensionCapabilities"]
        capabilities["SupportedCredentialExchangeVersions"] = ["2.0"]
        information.write_bytes(plistlib.dumps(declared))
        doctor = self.terminal.run("passfold providers doctor 'Demo Provider'")
        self.assertIn("without 1.0 in SupportedCredentialExchangeVersions", " ".join(doctor.text.split()))
        # After a new decision, the provider is started anew.
        self.run_well(f"passfold providers disable {DEMO}")
        self.run_well(f"passfold providers enable {DEMO}")
        answer = self.terminal.run("passfold import --from 'Demo Provider'")
        self.assertEqual(answer.status, 1, answer.text)
        self.assertIn("does not support credential exchange; nothing was transferred", " ".join(answer.text.split()))
