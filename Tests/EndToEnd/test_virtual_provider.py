# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Virtual authenticators for tests of pages: they answer without a user, in a separate session, and never next to a user's vault."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from demo.browser import Browser
from demo.devtools import until
from demo.world import NAMES, SITE
from page_server import PageTestCase
from world_for_tests import PREFIX as PREFIX_PATH

PREFIX = Path(PREFIX_PATH).resolve()
PROGRAM = PREFIX / "libexec/passfold/passfold-virtual-provider"
PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1><script>
globalThis.outcome = null;
const settle = async (promise) => {
  globalThis.outcome = null;
  try {
    const credential = await promise;
    globalThis.outcome = { id: credential.id, attachment: credential.authenticatorAttachment, rk: credential.getClientExtensionResults().credProps?.rk };
  } catch ({ name }) { globalThis.outcome = { name }; }
};
const make = (authenticatorSelection, name = 'anne') => void settle(navigator.credentials.create({ publicKey: {
  rp: { name: 'Shop' }, user: { id: new TextEncoder().encode(name), name, displayName: name }, challenge: new Uint8Array(32),
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }], authenticatorSelection, extensions: { credProps: true }, timeout: 2000 } }));
const use = (options = {}) => void settle(navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32), timeout: 2000 }, ...options }));
</script>"""


class Session:
    """A session of the virtual provider, as used by a test's driver."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        opening = json.loads(self.process.stdout.readline())["session"]
        self.environment = {**os.environ, **opening["environment"]}

    def __call__(self, op, **members):
        self.process.stdin.write(json.dumps({"op": op, **members}) + "\n")
        return json.loads(self.process.stdout.readline())

    def add(self, protocol, transport, **config):
        return self("add_virtual_authenticator", config={"protocol": protocol, "transport": transport, **config})["result"]

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class RefusalTests(unittest.TestCase):

    def test_a_test_session_refuses_a_folder_that_is_not_empty_private_and_absolute(self):
        with tempfile.TemporaryDirectory(prefix="passfold-") as folder:
            full, link, open_to_all = Path(folder, "full"), Path(folder, "link"), Path(folder, "open")
            vault = full / "passfold/vault"
            vault.mkdir(parents=True)
            vault.joinpath("records").write_text("a person's")
            full.chmod(0o700)
            empty = Path(folder, "empty")
            empty.mkdir(0o700)
            link.symlink_to(empty)
            open_to_all.mkdir()
            open_to_all.chmod(0o755)
            for path, words in ((full, "is not empty"), (link, "not yours alone"), (open_to_all, "not yours alone"), ("here", "not an absolute path"),
                                (Path(folder, "no/such"), "cannot be made")):
                ended = subprocess.run([PROGRAM, "--session", path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
                self.assertEqual((ended.returncode, ended.stdout), (73, ""), path)
                self.assertIn(words, ended.stderr)
            self.assertEqual([str(file.relative_to(full)) for file in full.rglob("*")], ["passfold", "passfold/vault", "passfold/vault/records"])
            self.assertEqual(list(empty.iterdir()) + list(open_to_all.iterdir()), [])

    def test_a_test_session_removes_its_folder_when_its_driver_ends(self):
        with tempfile.TemporaryDirectory(prefix="passfold-") as folder:
            session = Session("--session", f"{folder}/session")
            run = Path(session.environment["XDG_RUNTIME_DIR"], "passfold")
            self.assertTrue((run / "broker.sock").is_socket())
            self.assertEqual(run.stat().st_mode & 0o777, 0o700)
            session.end()
            self.assertEqual((session.process.returncode, os.listdir(folder)), (0, []))
            session = Session("--session", f"{folder}/session")
            session.process.terminate()
            session.process.wait(10)
            self.assertEqual(os.listdir(folder), [])
            session.process.stdin.close()
            session.process.stdout.close()


class VirtualProviderTests(PageTestCase):
    """Next to a user with an open vault and their own browser."""

    pages = {"/": PAGE}

    def test_pages_in_a_test_session_are_answered_without_the_user_and_never_from_their_vault(self):
        kept = self.run_well("passfold list --json")
        session = Session()
        self.addCleanup(session.end)
        home = Path(session.environment["HOME"])
        self.world.trust_authority(home / ".pki/nssdb")
        profile = Path(session.environment["XDG_CONFIG_HOME"], "chromium")
        profile.mkdir()
        subprocess.run([PREFIX / "bin/passfold", "browser", "install", "chromium"], env=session.environment, check=True, capture_output=True)
        extension = PREFIX / "share/webext/passfold/chromium"
        browser = Browser(profile, extension, session.environment, names=[(name, self.server.port) for name in NAMES], log=home / "browser.log")
        self.addCleanup(browser.quit)
        page = browser.first_page()
        page.call("WebAuthn.enable", {"enableUI": False})
        page.go(SITE + "/")

        def outcome(expression):
            page.read(expression)
            return until(lambda: page.read("outcome"), what=f"the end of {expression}")

        key = session.add("ctap1/u2f", "usb")
        self.assertEqual(outcome("make()")["attachment"], "cross-platform")
        self.assertEqual(outcome("make({residentKey: 'required'})"), {"name": "NotAllowedError"})
        self.assertEqual(outcome("make({authenticatorAttachment: 'cross-platform'})")["attachment"], "cross-platform")
        device = session.add("ctap2_1", "internal", hasResidentKey=True, hasUserVerification=True, isUserVerified=True)
        made = outcome("make({residentKey: 'required', userVerification: 'required'})")
        self.assertEqual((made["attachment"], made["rk"]), ("platform", True))
        self.assertEqual(outcome("use()")["id"], made["id"])
        self.assertEqual(outcome("use({mediation: 'conditional'})")["id"], made["id"])
        self.assertEqual([one["credentialId"] for one in session("get_credentials", id=device)["result"]], [made["id"]])
        self.assertEqual(len(session("get_credentials", id=key)["result"]), 2)
        session("remove_virtual_authenticator", id=key)
        session("remove_all_credentials", id=device)
        self.assertEqual(outcome("use()"), {"name": "NotAllowedError"})
        session("remove_virtual_authenticator", id=device)
        session.add("ctap2", "internal", isUserConsenting=False)
        self.assertEqual(outcome("make()"), {"name": "NotAllowedError"})

        # No popup, nothing of the user in the session, and nothing of the session with the user.
        self.assertIsNone(browser.target("page", self.world.popup_address))
        for command in ("list", "unlock", "providers --json"):
            said = subprocess.run([PREFIX / "bin/passfold", *command.split()], env=session.environment, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, timeout=30)
            self.assertNotIn(self.person.service, said.stdout + said.stderr)
        self.assertEqual(json.loads(said.stdout), {"providers": []} if said.stdout.startswith("{") else [])
        self.assertEqual(self.run_well("passfold list --json"), kept)
        self.assertEqual(len(self.world.processes("passfold-vault")), 1)
