# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The command in a terminal, with the real broker and vault: results, grants, prompts on the terminal itself, interruptions."""

import json
import os
import re
import select
import signal
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path

from demo.devtools import until
from recovery_key import KIT, RecoveryKeyReader
from world_for_tests import WorldTestCase

PASSPHRASE = "correct horse battery"


class CommandTests(WorldTestCase):
    def setUp(self):
        self.make_world()

    def test_without_a_vault_the_command_points_to_init_and_status_starts_no_broker(self):
        self.person.terminal = self.world.terminal()
        text = self.run_well("passfold").text
        self.assertIn("passfold init", text)
        for command in re.findall(r"(?m)^  ([a-z-]+)  +[A-Z]", self.run_well("passfold --help").text):
            self.assertNotRegex(self.run_well(f"passfold help {command}").text, "[a-z,]   +[a-z]", command)
        status = self.run_well("passfold status").text
        self.assertIn("none yet", status)
        self.assertIn("not running", status)
        self.assertEqual(self.world.processes("passfold-broker"), [], "status has started the broker")

    def test_the_recovery_key_is_shown_on_the_terminal_and_not_written_to_standard_output(self):
        self.person.terminal = self.world.terminal()
        self.always_answer()
        self.person.terminal.begin("passfold init > result")
        reader = RecoveryKeyReader(self.person.terminal)
        reader.read_key()
        reader.type_groups()
        made = self.person.terminal.finish()
        self.assertEqual(made.status, 0, made.text)
        self.assertNotRegex((self.world.home / "result").read_text(), KIT)
        again = self.person.terminal.run("passfold init")
        self.assertEqual(again.status, 1)
        self.assertIn("there is already a vault", again.text)

    def test_a_recovery_kit_is_private_and_never_overwritten(self):
        self.make_vault()
        kit = self.world.home / "kit.txt"
        self.assertEqual(kit.stat().st_mode & 0o777, 0o600)
        self.assertRegex(kit.read_text(), KIT)
        before = kit.read_text()
        refused = self.person.terminal.run("passfold init --recovery-kit kit.txt")
        self.assertEqual((refused.status, kit.read_text()), (64, before))

    def test_a_terminal_with_a_grant_is_not_prompted_and_another_terminal_is(self):
        # The session's display, on which a confirmation counts; the scripted prompt draws nothing there.
        self.world.environment["DISPLAY"] = ":7654"
        self.make_vault()
        prompts = len(self.world.shown_prompts())
        self.assertRegex(self.run_well("passfold code shop").text, r"(?m)^\d{6}$")
        code = json.loads(self.run_well("passfold code shop --json").text)
        self.assertRegex(code["code"], r"^\d{6}$")
        self.assertLess(code["validFrom"], code["validUntil"])
        self.assertEqual(len(self.world.shown_prompts()), prompts, "the grant's terminal was asked")
        other = self.world.terminal()
        self.person.will_answer({"prompt": "confirm", "cancel": True})
        refused = other.run("passfold code shop")
        self.assertEqual(refused.status, 130)
        self.assertNotRegex(refused.text, r"\d{6}")
        asked = self.world.shown_prompts()[-1]
        self.assertEqual((asked["kind"], asked.get("display"), asked.get("terminal")), ("confirm", ":7654", None))
        self.assertIn("passfold", asked["desc"])
        self.assertIn(self.person.user, asked["desc"])

    def test_without_a_display_another_terminal_is_asked_for_the_passphrase_instead_of_a_confirmation(self):
        self.world.environment.pop("DISPLAY", None)
        self.world.environment.pop("WAYLAND_DISPLAY", None)
        self.make_vault()
        other = self.world.terminal()
        self.person.will_answer({"prompt": "confirm"}, {"prompt": "passphrase", "cancel": True})
        refused = other.run("passfold code shop")
        self.assertEqual((refused.status, refused.text.count("cancelled")), (130, 1), refused.text)
        asked = self.world.shown_prompts()[-1]
        self.assertEqual((asked["kind"], asked["terminal"]), ("getpin", other.run("tty").text))
        self.assertIn(self.person.user, asked["desc"])
        self.always_answer()
        self.assertRegex(other.run("passfold code shop").text, r"(?m)^\d{6}$")

    def test_an_account_is_listed_on_one_line_and_its_credentials_are_shown_together(self):
        self.make_vault()
        self.assertRegex(self.run_well("passfold list").text, rf"{self.person.user} +password, one-time code ")
        entries = json.loads(self.run_well("passfold list --json").text)
        self.assertEqual({entry["kind"] for entry in entries}, {"password", "one-time-code"})
        shown = self.run_well(f"passfold show {self.person.user}").text
        self.assertRegex(shown, r"(?m)^Kind +password$")
        code, = [entry["record"] for entry in entries if entry["kind"] == "one-time-code"]
        self.assertRegex(shown, rf"(?m)^Also +one-time code: .*{code}$")
        self.assertRegex(self.run_well(f"passfold show {code}").text, r"(?m)^Kind +one-time code$")

    def test_erasing_from_the_trash_asks_each_time_and_is_permanent(self):
        self.make_vault()
        service = self.person.service
        record = json.loads(self.run_well(f"passfold show {service} --kind password --json").text)["entry"]["record"]
        self.run_well(f"passfold remove {record}")
        self.person.will_answer({"prompt": "confirm", "cancel": True})
        self.assertEqual(self.person.terminal.run(f"passfold erase {record}").status, 130)
        self.assertIn("permanently. This cannot be undone.", self.person.was_asked()[-1]["desc"])
        self.assertEqual(len(json.loads(self.run_well("passfold trash --json").text)), 1)
        self.person.will_answer({"prompt": "confirm"})
        self.assertIn("Erased one entry permanently.", self.run_well(f"passfold erase {record}").text)
        self.assertEqual(self.person.terminal.run(f"passfold restore {record}").status, 3)
        self.run_well("passfold remove shop")
        self.person.will_answer({"prompt": "confirm"})
        self.assertEqual(json.loads(self.run_well("passfold trash --empty --json").text)["count"], 1)
        self.assertIn("The trash is empty.", self.run_well("passfold trash --empty").text)
        vault, = self.world.processes("passfold-vault")
        os.kill(vault, signal.SIGKILL)
        until(lambda: vault not in self.world.processes("passfold-vault"), what="the end of the vault")
        self.always_answer()
        self.run_well("passfold unlock")
        self.assertEqual(json.loads(self.run_well("passfold trash --json").text), [])
        self.assertEqual(json.loads(self.run_well("passfold vault check --json").text)["findings"], [])

    def test_the_log_still_lists_what_left_the_vault_after_a_kill(self):
        self.make_vault()
        self.assertIn("Nothing left the vault", self.run_well("passfold log").text)
        self.run_well("passfold code shop")
        self.run_well("passfold code shop --json")
        vault, = self.world.processes("passfold-vault")
        os.kill(vault, signal.SIGKILL)
        until(lambda: vault not in self.world.processes("passfold-vault"), what="the end of the vault")
        self.run_well("passfold unlock")
        log = json.loads(self.run_well("passfold log --json --limit 1").text)
        self.assertEqual((log["total"], log["missing"]), (2, 0))
        newest, = log["rows"]
        self.assertEqual((newest["kind"], newest["door"], newest["user"]), ("code", "management", self.person.user))
        self.assertIn(f"{self.world.prefix}/bin/passfold on /dev/pts/", newest["recipient"])
        self.assertAlmostEqual(newest["time"], time.time(), delta=60)
        older = json.loads(self.run_well(f"passfold log --json --before {newest['number']}").text)
        self.assertEqual([row["number"] for row in older["rows"]], [newest["number"] - 1])
        text = self.run_well("passfold log").text
        self.assertRegex(text, rf"(?m)^\d+ .*one-time code .*{self.person.user}.*passfold on /dev/pts/")
        # Another terminal has no grant, so it gets no answer.
        self.person.will_answer({"prompt": "*", "cancel": True})
        self.assertEqual(self.world.terminal().run("passfold log").status, 130)

    def test_a_password_is_revealed_on_request_and_a_typed_one_is_not_echoed(self):
        self.make_vault()
        service = self.person.service
        self.assertEqual(self.run_well(f"passfold show {service} --kind password --reveal").text.splitlines(), [self.person.password])
        revealed = json.loads(self.run_well(f"passfold show {service} --kind password --reveal --json").text)
        self.assertEqual((revealed["user"], revealed["password"]), (self.person.user, self.person.password))
        self.assertIn("password", self.run_well("passfold log").text)
        answer = self.person.terminal.run(f"passfold edit {service} anne")
        self.assertIn("no change was specified; nothing was changed", answer.text)

        with self.subTest("a secret typed for --secret-stdin"):
            ours, theirs = os.openpty()
            self.addCleanup(os.close, ours)
            before = termios.tcgetattr(ours)[3]
            edit = subprocess.Popen(
                ["passfold", "edit", service, "--kind", "password", "--secret-stdin"], env=self.world.environment, stdin=theirs,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda: not termios.tcgetattr(ours)[3] & termios.ECHO, what="the terminal to hide what is typed")
            os.write(ours, b"typed by hand\n")
            self.assertEqual(edit.wait(20), 0)
            self.assertEqual(termios.tcgetattr(ours)[3], before)
            os.close(theirs)
        shown = f"passfold show {service} --kind password"
        self.assertEqual(self.run_well(f"{shown} --reveal").text.splitlines(), ["typed by hand"])

        with self.subTest("the previous password is in the history under its number and can be restored"):
            self.assertEqual(len(json.loads(self.run_well(f"{shown} --history --json").text)), 1)
            self.assertRegex(self.run_well(f"{shown} --history").text, r"(?m)^0 +20.* another password")
            self.assertEqual(self.run_well(f"{shown} --reveal --former 0").text.splitlines(), [self.person.password])
            self.assertEqual(self.person.terminal.run(f"{shown} --reveal --former 1").status, 3)
            self.run_well(f"passfold edit {service} --kind password --restore-history 0")
            self.assertEqual(self.run_well(f"{shown} --reveal").text.splitlines(), [self.person.password])
            self.assertEqual(self.run_well(f"{shown} --reveal --former 1").text.splitlines(), ["typed by hand"])
            self.assertEqual(json.loads(self.run_well("passfold trash --json").text), [])

        with self.subTest("adding a password for an existing login updates it"):
            record = revealed["record"]
            add = f"passfold add login --service {service} --user {self.person.user}"
            self.run_well(f"{add} --update {record} --password-stdin <<< 'third'")
            self.assertEqual(self.run_well(f"passfold show {record} --reveal").text.splitlines(), ["third"])
            self.assertEqual(self.person.terminal.run(f"{add} --update {record} --separate").status, 64)

        with self.subTest("Enter stores a password without a user name, and only once for a site"):
            add = "passfold add login --service router.example --password-stdin <<< '{}'"
            added = self.person.terminal.run(
                add.format("lantern-drifts-49-north"), answer=lambda text: "" if "User name there (press Enter for none)" in text else None)
            self.assertEqual(added.status, 0, added.text)
            kept = json.loads(self.run_well("passfold list router --json").text)
            self.assertEqual([(entry["title"], entry["user"], entry["kind"]) for entry in kept], [("router.example", "", "password")])
            self.assertEqual(self.run_well("passfold show router.example --reveal").text.splitlines(), ["lantern-drifts-49-north"])
            self.run_well(f"{add.format('lantern-drifts-49-north')} --user ''")
            other = self.person.terminal.run(f"{add.format('another-lantern-50')} --user ''", answer=lambda text: "" if "Number" in text else None)
            self.assertIn("Changed the password of router.example. The previous secret stays", other.text)
            self.assertEqual([entry["record"] for entry in json.loads(self.run_well("passfold list router --json").text)], [kept[0]["record"]])
            self.run_well("passfold remove router.example")

        with self.subTest("what the user adds is listed by name and shown on request"):
            edit = f"passfold edit {record}"
            self.run_well(f"{edit} --favourite --tag work --tag bank --match {service}=host")
            self.run_well(f"printf 'first\\nsecond\\n' | {edit} --note-stdin")
            self.run_well(f"printf 4711 | {edit} --field PIN --hidden")
            told = self.run_well(f"passfold show {record}").text
            for words in ("this host only", "bank, work", "PIN", "--note"):
                self.assertIn(words, told)
            self.assertNotIn("4711", told)
            self.assertEqual(self.run_well(f"passfold show {record} --note").text.splitlines()[:2], ["first", "second"])
            field = json.loads(self.run_well(f"passfold show {record} --field PIN --json").text)
            self.assertEqual((field["value"], field["tags"], field["matching"]), ("4711", ["bank", "work"], {service: "host"}))
            self.run_well(f"{edit} --note-stdin < /dev/null")
            self.assertEqual(self.person.terminal.run(f"passfold show {record} --note").status, 3)
            self.assertEqual(self.person.terminal.run(f"{edit} --match {service}=sometimes").status, 64)

        with self.subTest("a weak, reused password is reported without being shown, and as breached once the list is installed"):
            for site in ("github.com", "shop.example"):
                self.run_well(f"passfold add login --service {site} --user anne --password-stdin <<< '123456'")
            told = self.run_well("passfold health").text
            for words in ("3 weak", "2 reused", "supports one-time codes", "supports a passkey", "breached-passwords"):
                self.assertIn(words, told)
            self.assertNotIn("123456", told)
            place = Path(json.loads(self.run_well("passfold health --json").text)["breachListMissing"])
            place.write_text("7C4A8D09CA3762AF61E59520943DC26494F8941B:3645804\r\n")
            report = json.loads(self.run_well("passfold health --json").text)
            self.assertEqual([finding["entry"]["title"] for finding in report["findings"] if finding.get("breached")], ["github.com", "shop.example"])
            self.assertEqual((report["breached"], report["notLookedUp"], report["knowsServices"]), (2, 0, True))

    def test_a_grant_ends_with_the_lock(self):
        self.make_vault()
        self.run_well("passfold lock")
        self.person.will_answer({"prompt": "passphrase", "cancel": True})
        self.assertEqual(self.person.terminal.run("passfold code shop").status, 130)
        self.assertIn("locked", self.run_well("passfold status").text)
        self.always_answer()
        self.run_well("passfold unlock")
        self.assert_nothing_lost()

    def test_only_the_result_goes_to_standard_output(self):
        self.make_vault()
        self.run_well("passfold code shop > code 2> remarks")
        self.assertRegex((self.world.home / "code").read_text(), r"\A\d{6}\n\Z")
        # The only remark that may be logged: the code is about to expire.
        self.assertRegex((self.world.home / "remarks").read_text(), r"\A(passfold: note: .* only [1-5] seconds? left; .*\n)?\Z")
        self.person.terminal.run("passfold code nothing-like-it > code 2> remarks")
        self.assertEqual((self.world.home / "code").read_text(), "")
        self.assertRegex((self.world.home / "remarks").read_text(), r"\Apassfold: error: .+\nhint: .+\n\Z")

    def test_a_result_that_cannot_be_written_is_an_error_and_appears_nowhere_else(self):
        self.make_vault()
        (self.world.home / "limited").touch()
        secrets = {"password": self.person.password, "code": self.person.code_secret}
        for command in ("passfold list", "passfold list --json", "passfold show shop --kind password --reveal", "passfold code shop", "passfold status --json",
                        "passfold doctor", "passfold --help", "passfold --version"):
            for place, reason in (("> /dev/full", "no space left"), (">&-", "bad file descriptor"), ("> limited", "file too large")):
                with self.subTest(command=command, place=place):
                    answer = self.person.terminal.run(f"(trap '' XFSZ; ulimit -f {0 if 'limited' in place else 'unlimited'}; {command} {place})")
                    self.assertEqual(answer.status, 1, answer.text)
                    self.assertIn("error: standard output: ", answer.text)
                    self.assertIn(reason, answer.text.lower())
                    for secret in secrets.values():
                        self.assertNotIn(secret, answer.text)
        self.assertEqual((self.world.home / "limited").read_bytes(), b"")
        # When a reader stops early, the command ends like any other.
        self.assertIn("status 141", self.run_well("{ sleep 0.3; passfold list; echo status $? >&2; } | true").text)
        self.run_well("passfold list <&- 2>&-")

    def test_an_unusable_runtime_folder_is_named_with_a_hint(self):
        self.person.terminal = self.world.terminal()
        (self.world.folder / ("y" * 100)).mkdir()
        for folder, reason in (("/nonexistent", "no such file"), (self.world.folder / ("y" * 100), "is too long: a socket address")):
            answer = self.person.terminal.run(f"XDG_RUNTIME_DIR={folder} passfold list")
            self.assertEqual(answer.status, 7, answer.text)
            self.assertIn(reason, answer.text.lower())
            self.assertRegex(answer.text, "hint: .*XDG_RUNTIME_DIR")
            found = self.person.terminal.run(f"XDG_RUNTIME_DIR={folder} passfold doctor")
            self.assertRegex(found.text, rf"(?s)Session +WRONG .*{folder}.*XDG_RUNTIME_DIR")
            self.assertNotIn("success", found.text.lower())

    def test_a_title_that_begins_like_the_name_of_a_link_is_stored_as_typed(self):
        self.make_vault()
        self.run_well("passfold add login --service store.example --user anne --title 'Steam: anne' --password-stdin <<< x")
        self.assertIn("Steam: anne", self.run_well("passfold list Steam: anne").text)

    def test_an_interrupted_qr_code_leaves_no_file_behind(self):
        self.make_vault()
        self.person.will_answer({"prompt": "*", "waitFor": str(self.world.prompting / "never")})
        self.person.terminal.begin("passfold qr shop --output code.png")
        until(self.world.open_prompts, what="the vault's question")
        os.write(self.person.terminal._main, b"\x03")
        self.assertEqual(self.person.terminal.finish().status, 130)
        self.assertFalse((self.world.home / "code.png").exists())
        self.always_answer()
        self.run_well("passfold qr shop --output code.png")
        self.assertEqual((self.world.home / "code.png").stat().st_mode & 0o777, 0o600)
        taken = self.person.terminal.run("passfold qr shop --output code.png")
        self.assertEqual(taken.status, 1)
        self.assertIn("already exists", taken.text)

    def test_an_interruption_leaves_no_incomplete_file_where_files_need_a_name(self):
        self.make_vault()
        self.run_well("passfold attach shop kit.txt")
        shim = self.world.folder / "no_unnamed_files.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(shim), str(Path(__file__).with_name("no_unnamed_files.c")), "-ldl"], check=True)

        def parts():
            return [path.name for path in self.world.home.iterdir() if ".part-" in path.name]

        for command in ("passfold export all.csv --format csv --plain", "passfold qr shop --output code.svg",
                        "passfold attachments shop --save kit.txt --to copy.txt"):
            with self.subTest(command):
                if "attachments" in command:
                    # A grant makes a question unnecessary.
                    self.run_well("passfold lock")
                self.person.will_answer({"prompt": "*", "waitFor": str(self.world.prompting / "never")})
                self.person.terminal.begin(f"LD_PRELOAD={shim} {command}")
                until(self.world.open_prompts, what="the vault's question")
                self.assertEqual(len(parts()), 1, "without the named draft, this test shows nothing")
                os.write(self.person.terminal._main, b"\x03")
                self.assertEqual(self.person.terminal.finish().status, 130)
                self.assertEqual(parts(), [])
                self.always_answer()

    def test_a_value_that_only_goes_to_the_clipboard_is_not_in_the_json(self):
        self.make_vault()
        tools = self.world.folder / "tools"
        tools.mkdir()
        for name in ("xclip", "wl-copy"):
            (tools / name).write_text("#!/bin/sh\ncat > /dev/null\n")
            (tools / name).chmod(0o755)
        for command in ("code shop", "show shop --kind password"):
            copied = json.loads(self.run_well(f"PATH={tools}:$PATH DISPLAY=:7654 passfold {command} --copy --json 2> /dev/null").text)
            text = json.dumps(copied)
            self.assertIn("shop.example", text)
            self.assertNotIn(self.person.password, text)
            self.assertNotIn('"code"', text)

    def test_a_vault_killed_again_and_again_comes_back_without_being_turned_off(self):
        self.make_vault()
        for _ in range(4):
            until(lambda: self.world.kill("passfold-vault"), what="the vault's process")
            self.always_answer()
            self.run_well("passfold unlock")
        self.assert_nothing_lost()
        self.assertIn("Passfold: unlocked", self.run_well("passfold status").text)

    def test_a_vault_that_is_turned_off_is_named_with_the_command_that_turns_it_on(self):
        self.make_vault()
        self.assertIn("nothing can reach your vault now", self.run_well("passfold providers disable Passfold").text)
        refused = self.person.terminal.run("passfold list")
        self.assertEqual(refused.status, 7)
        self.assertIn("passfold providers enable Passfold", refused.text)
        self.assertLess(refused.milliseconds, 3_000)
        self.run_well("passfold providers enable Passfold")
        self.assert_nothing_lost()

    def test_status_and_doctor_say_that_a_part_of_passfold_hangs(self):
        self.make_vault()
        for name, says, code in (("vault.sock", "the vault is running but does not respond", "vaultSilent"),
                                 ("broker.sock", "running, but it does not respond", "brokerSilent")):
            number = self.world.listener(name)
            os.kill(number, signal.SIGSTOP)
            try:
                self.assertIn(says, self.run_well("passfold status").text)
                found = self.person.terminal.run("passfold doctor --json")
                self.assertEqual(found.status, 1)
                self.assertIn(code, found.text)
            finally:
                os.kill(number, signal.SIGCONT)
        self.assert_nothing_lost()

    def test_browsers_are_registered_and_unregistered(self):
        self.person.terminal = self.world.terminal()
        self.assertIn("Registered with Chromium", self.run_well("passfold browser install").text)
        manifest = json.loads((self.world.config / "chromium/NativeMessagingHosts/org.passfold.browser_host.json").read_text())
        self.assertTrue(os.access(manifest["path"], os.X_OK))
        self.assertIn("Chromium: registered", self.run_well("passfold status").text)
        self.run_well("passfold browser remove")
        self.assertIn("Chromium: not registered", self.run_well("passfold status").text)

    def test_a_command_reports_that_its_broker_is_not_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            lonely = Path(folder) / "passfold"
            lonely.write_bytes((self.world.prefix / "bin/passfold").read_bytes())
            lonely.chmod(0o755)
            done = subprocess.run([lonely, "list"], env=self.world.environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (7, ""))
        self.assertIn("not installed", done.stderr)


class TerminalPromptTests(WorldTestCase):
    """The prompt on the terminal itself, with Debian's own pinentry."""

    def setUp(self):
        world = self.make_world()
        world.environment["PASSFOLD_PINENTRY"] = "pinentry-tty"
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            world.environment.pop(name, None)
        self.terminal = self.person.terminal = world.terminal()

    def type_at(self, prompt, text):
        """Types once the prompt is on the terminal."""
        seen = b""
        end = time.monotonic() + 30
        while not re.search(prompt, seen, re.DOTALL):
            self.assertGreater(end, time.monotonic(), f"waiting for {prompt!r}: {seen!r}")
            if select.select([self.terminal._main], [], [], 0.5)[0]:
                seen += os.read(self.terminal._main, 65536)
        time.sleep(0.1)
        os.write(self.terminal._main, text.encode())

    def make_vault_here(self):
        self.terminal.begin("passfold init --recovery-kit kit.txt")
        self.type_at(b"New passphrase:", PASSPHRASE + "\n")
        self.type_at(b"Repeat it:", PASSPHRASE + "\n")
        made = self.terminal.finish()
        self.assertEqual(made.status, 0, made.text)

    def test_a_vault_is_created_and_unlocked_on_the_terminal(self):
        self.make_vault_here()
        self.run_well("passfold lock")
        self.terminal.begin("passfold unlock")
        self.type_at(b"Passphrase:", "not it\n")
        self.type_at(b"2 more tries.*Passphrase:", PASSPHRASE + "\n")
        opened = self.terminal.finish()
        self.assertEqual(opened.status, 0, opened.text)
        self.assertNotIn(PASSPHRASE, opened.text)
        self.assertIn("codes are available without further questions", self.run_well("passfold status").text)

    def test_an_interruption_closes_the_prompt_and_restores_the_terminal(self):
        self.make_vault_here()
        self.run_well("passfold lock")
        before = self.run_well("stty -g").text
        self.terminal.begin("passfold unlock")
        self.type_at(b"Passphrase:", "\x03")
        interrupted = self.terminal.finish()
        self.assertEqual(interrupted.status, 130, interrupted.text)
        # When pinentry ends, it discards what was typed; the next command is typed after that.
        until(lambda: not self.world.processes("pinentry-tty"), what="the end of the prompt")
        self.assertEqual(self.run_well("stty -g").text, before)
        self.assertIn("locked", self.run_well("passfold status").text)


if __name__ == "__main__":
    unittest.main()
