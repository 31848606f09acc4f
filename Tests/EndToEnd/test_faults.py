# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Bad input and faults: each is reported clearly, and nothing is lost."""

import contextlib
import os
import shutil
import signal
import tempfile
import time
import unittest
from pathlib import Path

from demo.devtools import until
from demo.person import Person
from world_for_tests import PREFIX, WorldTestCase


class EndingTests(WorldTestCase):
    def test_a_broker_that_receives_sigterm_while_it_starts_exits(self):
        """Signals the broker after each tenth of a millisecond of its start: the signal is not lost even if nothing listens for
        it."""
        self.make_world()
        socket = self.world.runtime / "passfold/broker.sock"
        for tenths in [*range(25)] * 5:
            broker = self.world.start_broker(wait=False)
            while not socket.exists() and broker.poll() is None:
                time.sleep(0.0001)
            time.sleep(tenths / 10_000)
            broker.terminate()
            self.assertIn(broker.wait(5), (0, -signal.SIGTERM), f"after {tenths} tenths of a millisecond")
            # The next broker has to create it again, so that the loop can wait for it.
            socket.unlink(missing_ok=True)


class CommandFaultTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_vault()

    def test_a_wrong_passphrase_is_reported_and_unlocks_nothing(self):
        self.run_well("passfold lock")
        self.person.will_answer({"prompt": "passphrase", "pin": "not the passphrase", "keep": True})
        answer = self.person.terminal.run("passfold unlock")
        self.assertEqual(answer.status, 4, answer.text)
        self.assertIn("passphrase", answer.text.lower())
        self.assertTrue(any("wrong" in prompt.get("error", "").lower() for prompt in self.person.was_asked()[1:]), self.person.was_asked())
        self.assertRegex(self.run_well("passfold status").text.lower(), r"\blocked\b")
        self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase, "keep": True})
        until(lambda: self.person.terminal.run("passfold unlock").status == 0, timeout=60, what="unlocking with the right passphrase", pause=1)
        self.assert_nothing_lost()

    def test_a_second_broker_exits_and_says_why(self):
        first = self.world.listener("broker.sock")
        second = self.world.start_broker(wait=False)
        self.assertEqual(second.wait(10), 75)
        self.assertIn("already runs", self.world.log("passfold-broker.log"))
        self.assertEqual(self.world.listener("broker.sock"), first)
        self.assert_nothing_lost()

    def test_a_killed_broker_is_restarted_by_the_next_command(self):
        self.assertEqual(self.world.kill("passfold-broker"), 1)
        until(lambda: not self.world.processes("passfold-vault"), what="the end of the provider whose broker is gone")
        self.assert_nothing_lost()

    def test_an_unusable_vault_is_reported_and_left_untouched(self):
        vault = self.world.data / "passfold/vault/vault.sqlite"
        self.world.stop()
        aside = self.world.folder / "vault-aside"
        shutil.copytree(vault.parent, aside)

        def damage():
            content = bytearray(vault.read_bytes())
            content[:4096] = os.urandom(4096)
            vault.write_bytes(content)

        def put_folder():
            vault.unlink()
            vault.mkdir()

        def forbid():
            vault.chmod(0)

        # Root may read it whatever the permissions, so for root the third case would not be a fault.
        for break_vault in (damage, put_folder) + ((forbid,) if os.geteuid() else ()):
            with self.subTest(fault=break_vault.__name__):
                break_vault()
                before = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(vault.parent.iterdir()) if path.is_file()]
                self.world.start_broker()
                self.person.terminal = self.world.terminal()
                answer = self.person.terminal.run("passfold unlock")
                self.assertEqual(answer.status, 6, answer.text)
                self.assertIn("vault", answer.text.lower())
                status = self.person.terminal.run("passfold status")
                self.assertNotIn("noVault", status.text)
                refused = self.person.terminal.run("passfold init --recovery-kit other.txt")
                self.assertNotEqual(refused.status, 0, "a new vault was made over a damaged one")
                self.world.stop()
                after = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(vault.parent.iterdir()) if path.is_file()]
                self.assertEqual([entry for entry in after if entry[0] == vault.name], [entry for entry in before if entry[0] == vault.name])
                shutil.rmtree(vault.parent)
                shutil.copytree(aside, vault.parent)
        self.world.start_broker()
        self.person.terminal = self.world.terminal()
        self.assert_nothing_lost()

    def test_bad_set_up_links_are_refused_by_the_command(self):
        for link, words in BAD_LINKS:
            with self.subTest(link=link):
                (self.world.home / "bad").write_text(link.replace("apple-otpauth", "otpauth") + "\n")
                answer = self.person.terminal.run("passfold add code --setup-url-stdin < bad")
                self.assertNotEqual(answer.status, 0)
                self.assertIn(words.split()[0].lower(), answer.text.lower())
        self.assert_nothing_lost()


BAD_LINKS = [
    ("apple-otpauth://totp/Shop:anne?issuer=shop.example", "secret"),
    ("apple-otpauth://totp/Shop:anne?secret=JBSW1890!!&issuer=shop.example", "secret"),
    ("apple-otpauth://totp/Shop:anne?secret=JBSWY3DPEHPK3PXP&issuer=shop.example&algorithm=MD5", "algorithm"),
]


def try_again(popup):
    """Makes the popup try again, unless it has continued by itself before the button is pressed."""
    while Person._read(lambda: popup.node("#try-again")):
        with contextlib.suppress(TimeoutError):
            popup.click("#try-again", timeout=1)


class BrowserFaultTests(WorldTestCase):

    def setUp(self):
        self.make_world()
        self.make_vault()

    def test_bad_set_up_links_are_reported_and_add_nothing(self):
        self.open_code_page()
        for link, words in BAD_LINKS:
            with self.subTest(link=link):
                # The page belongs to the site; a broken site writes such a link.
                self.person.page.read(f"document.querySelector('#setup-link').setAttribute('href', {link!r})")
                self.person.page.click("#setup-link")
                popup = self.person.popup()
                said = self.person.popup_says(popup, "cannot be used")
                self.assertIn(words, said.lower())
                self.assertIn("nothing was added", said.lower())
                popup.click("#cancel")
                self.person.popup_closes(popup)
        self.assert_nothing_lost()

    def test_an_unregistered_host_is_reported_and_works_once_registered(self):
        self.open_code_page(registered=False)
        popup = self.person.use_mark(self.person.focus("#code"))
        said = self.person.popup_says(popup, "not connected to this browser")
        self.assertIn("passfold browser install", said)
        self.world.register_host()
        try_again(popup)
        self.person.popup_says(popup, "not connected yet")
        self.world.connect_browser(popup=popup)
        self.person.page.click("h1")
        self.assertRegex(self.fill_code(), r"^\d{6}$")
        self.assert_nothing_lost()

    def test_a_broker_killed_while_the_browser_runs_is_restarted(self):
        self.open_code_page()
        self.person.focus("#code")
        self.assertEqual(self.world.kill("passfold-broker"), 1)
        self.always_answer()
        self.run_well("passfold unlock")
        self.person.page.press("Escape")
        self.person.page.click("h1")

        self.assertRegex(self.fill_code(), r"^\d{6}$")
        self.assert_nothing_lost()

    def test_a_provider_killed_during_a_request_is_reported_and_restarted(self):
        self.open_code_page()
        popup = self._ask_while_locked()
        self.assertEqual(self.world.kill("passfold-vault"), 1)
        said = self.person.popup_says(popup, "did not respond")
        self.assertIn("nothing was filled", said.lower())
        popup.click("#cancel")
        self.person.popup_closes(popup)
        self.assertEqual(self.person.page.value("#code"), "")
        self.always_answer()
        self.assert_nothing_lost()
        self.person.page.click("h1")
        self.assertRegex(self.fill_code(), r"^\d{6}$")

    def test_killing_the_browser_during_a_request_closes_its_prompt(self):
        self.open_code_page()
        self._ask_while_locked()
        self.world.browser.kill()
        until(lambda: not self.world.processes("passfold-browser-host"), what="the end of the host")
        until(lambda: not self.world.open_prompts(), what="the end of the prompt whose browser is gone")
        self.assert_nothing_lost()
        self.person.page = self.world.start_browser().first_page()
        # The browser's session at the site has ended with it.
        self.person.sign_in_by_password()
        until(lambda: self.person.signed_in_user() == self.person.user, what="the account page")
        self.person.open_site("/account/code")
        self.assertRegex(self.fill_code(), r"^\d{6}$")

    def _ask_while_locked(self):
        """Leaves a request open: the vault is locked and its prompt waits for an answer."""
        self.person.focus("#code")
        self.run_well("passfold lock")
        self.gate = self.world.prompting / "never"
        self.person.will_answer({"prompt": "passphrase", "pin": self.person.passphrase, "waitFor": str(self.gate)})
        self.person.page.click("h1")
        popup = self.person.ask_in_page("#code", self.person.user)
        popup.click("[data-row]")
        until(self.person.was_asked, what="the unlock prompt")
        self.person.popup_says(popup, "the window that has opened")
        return popup


class MissingBrokerTests(WorldTestCase):
    """An installation whose broker cannot be started at all."""

    def test_a_broker_that_cannot_be_started_is_reported_by_the_command_and_the_popup(self):
        with tempfile.TemporaryDirectory(prefix="passfold-prefix-") as folder:
            prefix = Path(folder) / "prefix"
            shutil.copytree(PREFIX, prefix)
            (prefix / "libexec/passfold/passfold-broker").unlink()
            self.make_world(prefix)
            self.person.terminal = self.world.terminal()
            answer = self.person.terminal.run("passfold unlock")
            self.assertEqual(answer.status, 7, answer.text)
            self.open_code_page()
            popup = self.person.use_mark(self.person.focus("#code"))
            self.person.popup_says(popup, "not running")
            shutil.copy(Path(PREFIX) / "libexec/passfold/passfold-broker", prefix / "libexec/passfold/passfold-broker")
            try_again(popup)
            until(lambda: self.person._read(lambda: "not running" not in popup.text("#screen")), what="the connection to the broker")
            self.world.stop()


if __name__ == "__main__":
    unittest.main()
