# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault's window with the real vault, operated by keyboard and screen reader: what it shows, copies, adds and changes, and that it
shows nothing once the vault is locked."""

import contextlib
import json
import os
import re
import socket
import struct
import subprocess
import tempfile
import unittest

from demo.devtools import until
from desktop_for_tests import OnDesktop
from world_for_tests import WorldTestCase

CODE = r"\d{3} \d{3}"


class VaultWindowCase(OnDesktop, WorldTestCase):
    """What tests do in the vault's window."""

    def make_locked_vault(self):
        """Makes a locked vault on a desktop, so that the window begins with its button."""
        self.make_world()
        self.make_desktop_of(self.world)
        self.make_vault()
        self.run_well("passfold lock")

    def open_window(self, button="Unlock", *files):
        window = subprocess.Popen(
            [self.world.prefix / "libexec/passfold/passfold-window", "--vault", *files], env=self.world.environment,
            stderr=subprocess.DEVNULL)

        def end():
            window.kill()
            window.wait()
        self.addCleanup(end)
        self.until_seen(button, "push button")
        return window

    def unlock(self):
        self.press_by_reader("Unlock")
        self.until_seen(f"{self.person.service}, Password, {self.person.user}", "list item")

    def press(self, name):
        """Presses a button once it is there."""
        self.until_seen(name, "push button")
        self.press_by_reader(name)

    def all_names(self):
        return [item["name"] for item in self.tree()]

    def until_says(self, words):
        until(lambda: any(words in name for name in self.all_names()), 20, lambda: f"{words!r} in {self.all_names()}", 0.2)

    def name_with(self, words):
        """Returns the whole name of the first control whose name begins with these words."""
        return next(name for name in self.all_names() if name.startswith(words))

    def until_silent(self, words):
        until(lambda: not any(words in name for name in self.all_names()), 20, lambda: f"no {words!r} in {self.all_names()}", 0.2)

    def focus(self, name):
        """Presses Tab until a control has the focus."""
        seen = []
        for _ in range(60):
            focused = [item["name"] for item in self.tree() if "focused" in item["states"]]
            if any(item.startswith(name) for item in focused):
                return
            seen += focused
            self.desktop.keys("Tab")
        self.fail(f"the Tab key does not lead to {name!r}, only to {seen}")

    def open_entry(self, words, name):
        """Searches by typing and opens the first result."""
        self.desktop.keys("ctrl+f")
        self.until_seen("Search everything", "entry", state="focused")
        self.desktop.keys("ctrl+a", *["period" if sign == "." else sign for sign in words])
        self.until_seen("1 entry")
        self.desktop.keys("Return")
        self.until_seen(name, "heading")

    def choose(self, section):
        """Moves to the sections with the Tab key and to one of them with the arrow keys."""
        names = ["All", "Codes", "Passkeys", "Passwords", "Notes", "Cards", "Identities", "Health", "Trash"]
        self.focus_any(names)
        self.desktop.keys("Home", *["Down"] * names.index(section), "Return")
        self.until_seen(section, "list")

    def focus_any(self, names):
        for _ in range(60):
            focused = [item for item in self.tree() if "focused" in item["states"]]
            if any(item["role"] == "list item" and re.split(r",", item["name"])[0] in names for item in focused):
                return
            self.desktop.keys("Tab")
        self.fail(f"the Tab key does not lead to one of {names}")

    def dialog(self):
        """Returns the desktop's dialog over the window, if there is one."""
        windows = self.desktop.windows(self.window.pid)
        return next((one for one in windows if self.desktop.xdotool("getwindowname", one).strip() != "Passfold"), None)

    def answer_question(self, name):
        """Presses a button of the window's own question; the toolkit lays it out a second time once it is there."""
        until(self.dialog, 20, "the question", 0.2)

        def is_answered():
            if self.dialog() is None:
                return True
            with contextlib.suppress(subprocess.CalledProcessError):
                self.press_by_reader(name)
            return False
        until(is_answered, 20, "the end of the question", 0.5)
        # There is no window manager to return the focus to the window below.
        windows = [one for one in self.desktop.windows(self.window.pid) if self.desktop.xdotool("getwindowname", one).strip() == "Passfold"]
        self.desktop.xdotool("windowfocus", "--sync", windows[0])

    def choose_file(self, name, asks=None):
        """Types a name into the desktop's dialog, which then closes, or is followed by a question with these words."""
        self.desktop.xdotool("windowfocus", "--sync", until(self.dialog, 20, "the dialog", 0.2))

        def is_typed():
            if any(item.get("text") == name for item in self.tree() if "focused" in item["states"]):
                return True
            self.desktop.keys("ctrl+l", "ctrl+a")
            self.type(name)
            return False
        until(is_typed, 60, lambda: f"{name} in {self.tree()}", 1)

        def is_over():
            return self.dialog() is None or (asks and any(asks in name for name in self.all_names()))
        until(lambda: is_over() or self.desktop.keys("Return"), 60, "the end of the dialog", 2)

    def type(self, text):
        names = {".": "period", "/": "slash", "-": "minus", "_": "underscore"}
        self.desktop.keys(*[names.get(sign, sign) for sign in text])

    def clipboard(self):
        done = subprocess.run(["xclip", "-out", "-selection", "clipboard"], env=self.world.environment, capture_output=True, text=True, timeout=10)
        return done.stdout


class VaultWindowTests(VaultWindowCase):

    def setUp(self):
        self.make_world()
        self.make_desktop_of(self.world)
        self.make_vault()
        self.person.will_answer(*self.answers("a note"))
        self.run_well("passfold add note --title Wifi")
        self.run_well("printf 'Ask Ben.' | passfold edit " + self.person.service + " --kind password --note-stdin")
        self.person.will_answer(*self.answers(self.person.password))
        self.run_well("passfold lock")
        self.row = f"{self.person.service}, Password, {self.person.user}"

    def answers(self, text):
        """Returns answers for every prompt; a prompt for a secret is answered with the text."""
        return ({"prompt": "passphrase", "pin": self.person.passphrase, "keep": True}, {"prompt": "confirm", "keep": True},
                {"prompt": "*", "pin": text, "keep": True})

    def test_the_window_unlocks_searches_reveals_copies_and_locks(self):
        self.open_window()
        self.until_says("Passfold is locked")
        self.assertNotIn(self.person.service, json.dumps(self.all_names()))

        with self.subTest("the vault's own prompt unlocks it and names this program"):
            self.desktop.keys("Return")
            self.until_seen(self.row, "list item")
            asked = self.world.shown_prompts()[-1]
            self.assertIn("passphrase", asked["prompt"].lower())
            self.assertIn("libexec/passfold/passfold-window", asked["desc"])
            self.until_seen("Passwords, 1 entry", "list item")

        with self.subTest("typing searches, as the command's list does"):
            self.desktop.keys(*"wi")
            until(lambda: self.row not in self.all_names(), 20, "the other entry is gone", 0.2)
            self.until_seen("Wifi, Note", "list item")
            self.desktop.keys(*"zzz")
            self.until_says("No results")
            self.desktop.keys("Escape")
            self.until_seen(self.row, "list item")

        with self.subTest("an entry's page: its code runs, its password is hidden, its note is shown"):
            self.open_entry(self.person.service[:4], self.person.service)
            until(lambda: any(re.fullmatch(CODE, name) for name in self.all_names()), 20, lambda: f"a code in {self.all_names()}", 0.2)
            self.until_says("seconds left")
            self.until_seen("Ask Ben.", "label")
            self.until_seen("Hidden", "label")
            self.assertNotIn(self.person.password, json.dumps(self.all_names()))

        with self.subTest("the password is shown on request and hidden again"):
            before = len(self.world.shown_prompts())
            self.focus("Show: Password")
            self.desktop.keys("space")
            self.until_seen(self.person.password, "label")
            self.until_seen("Hide: Password")
            self.desktop.keys("space")
            self.until_silent(self.person.password)
            self.assertEqual(len(self.world.shown_prompts()), before)

        with self.subTest("password and code are copied, with the mark that keeps them out of histories"):
            self.press_by_reader("Copy: Password")
            until(lambda: self.clipboard() == self.person.password, 20, "the password in the clipboard", 0.2)
            kinds = subprocess.run(["xclip", "-out", "-selection", "clipboard", "-target", "TARGETS"], env=self.world.environment,
                                   capture_output=True, text=True, timeout=10).stdout
            self.assertIn("x-kde-passwordManagerHint", kinds)
            self.press_by_reader("Copy: Code")
            until(lambda: re.fullmatch(r"\d{6}", self.clipboard()), 20, "the code in the clipboard", 0.2)

        with self.subTest("a new message replaces the previous one"):
            # One after the other, they would take 45 seconds.
            for _ in range(8):
                self.press_by_reader("Copy: Code")
            self.press_by_reader("Copy: User name")
            until(lambda: self.clipboard() == self.person.user, 20, "the user name in the clipboard", 0.2)
            until(lambda: "User name: copied" in self.all_names(), 20, lambda: self.all_names(), 0.2)
            self.until_silent("The clipboard is cleared")
            self.assertEqual(len([item for item in self.tree() if item["role"] == "alert"]), 1)
            self.press_by_reader("Dismiss")
            self.until_gone("User name: copied")

        with self.subTest("the log names the window and what it got"):
            told = self.run_well("passfold log").text
            self.assertIn("libexec/passfold/passfold-window", told)
            for what in ("password", "code", "note or field"):
                self.assertRegex(told, rf"{what} +{re.escape(self.person.service)}")

        with self.subTest("a vault that is locked from elsewhere leaves nothing in the window"):
            self.press_by_reader("Show: Password")
            self.until_seen(self.person.password, "label")
            before = len(self.world.shown_prompts())
            self.run_well("passfold lock")
            self.until_says("Passfold is locked")
            self.assertIn("locked", self.run_well("passfold status").text)
            self.assertNotIn("unlocked", self.run_well("passfold status").text)
            self.assertEqual(len(self.world.shown_prompts()), before)
            left = json.dumps(self.all_names())
            for secret in (self.person.password, self.person.service, self.person.user, "Ask Ben", "Wifi"):
                self.assertNotIn(secret, left)

        with self.subTest("the window locks the vault"):
            self.unlock()
            self.desktop.keys("ctrl+l")
            self.until_says("Passfold is locked")
            self.assertNotIn("unlocked", self.run_well("passfold status").text)

    def test_entries_are_added_changed_removed_and_restored(self):
        self.open_window()
        self.unlock()

        with self.subTest("a login with a generated password"):
            self.desktop.keys("ctrl+n")
            self.until_seen("Website", "text", state="focused")
            self.type("new.example")
            self.focus("User name")
            self.desktop.keys(*"ben")
            self.focus("Generate")
            self.desktop.keys("space")
            self.press_by_reader("Save")
            self.until_seen("new.example", "heading")
            made = self.run_well("passfold show new.example --reveal").text
            self.assertRegex(made, r"[-a-zA-Z2-9_.!?+*=@#%&]{20}")

        with self.subTest("a change of its user name"):
            self.press_by_reader("Edit")
            self.until_seen("Title", "text", state="focused")
            self.focus("User name")
            self.desktop.keys("ctrl+a", *"carl")
            self.desktop.keys("Return")
            self.until_seen("new.example, Password, carl", "list item")

        with self.subTest("a login without a user name, which needs its website and its password"):
            self.press_by_reader("Add")
            self.until_seen("Website", "text", state="focused")
            self.type("router.example")
            self.press_by_reader("Save")
            self.until_says("Fill in website and password")
            self.focus("Generate")
            self.desktop.keys("space")
            self.press_by_reader("Save")
            self.until_seen("router.example", "heading")
            self.until_seen("router.example, Password", "list item")
            kept = json.loads(self.run_well("passfold list router --json").text)
            self.assertEqual([(entry["title"], entry["user"], entry["kind"]) for entry in kept], [("router.example", "", "password")])
            self.assertRegex(self.run_well("passfold show router.example --reveal").text, r"[-a-zA-Z2-9_.!?+*=@#%&]{20}")

        with self.subTest("a code by its link"):
            self.press_by_reader("Add")
            self.until_seen("Website", "text", state="focused")
            self.until_seen("Login", "push button", state="pressed")
            self.press("Code")
            self.until_seen("Code", "push button", state="pressed")
            self.until_seen("Set-up link or key", "password text", state="focused")
            self.desktop.keys(*"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
            self.focus("Website")
            self.type("codes.example")
            self.focus("User name")
            self.desktop.keys(*"dora", "Return")
            self.until_seen("codes.example", "heading")
            self.until_says("not confirmed")

        with self.subTest("a removed entry is in the trash and can be restored"):
            self.open_entry("carl", "new.example")
            self.press_by_reader("Remove")
            until(lambda: not any(item["role"] == "heading" for item in self.tree()), 20, "its page is left", 0.2)
            self.desktop.keys("Escape")
            until(lambda: "new.example, Password, carl" not in self.all_names(), 20, "it is not listed", 0.2)
            self.choose("Trash")
            self.until_seen("new.example, Password, carl", "list item")
            self.desktop.keys("ctrl+f", "Down", "Return")
            self.until_seen("Restore", "push button")
            self.until_says("It stays here for 30 days")
            self.press_by_reader("Restore")
            self.until_says("The trash is empty")
            self.until_says("What you remove stays here for 30 days, unless you erase it sooner.")
            self.assertIn("new.example", self.run_well("passfold list").text)

        with self.subTest("the trash is emptied after the vault has asked"):
            self.run_well("passfold remove router.example")
            self.until_seen("router.example, Password", "list item")
            self.press("Empty the trash…")
            self.until_says("The trash is empty")
            self.assertIn("trash", self.world.shown_prompts()[-1]["desc"])
            self.assertNotIn("router.example", self.run_well("passfold trash").text)
            self.assertNotIn("Empty the trash…", self.all_names())

        with self.subTest("health names what is wrong with a password"):
            former = self.run_well("passfold show new.example --kind password --reveal").text
            self.run_well("printf 'password1' | passfold edit new.example --kind password --secret-stdin")
            self.choose("Health")
            self.until_seen("new.example, Password, carl · weak: easy to guess", "list item")
            self.until_says("Leaked passwords were not checked")

        with self.subTest("the page of such an entry names it as well, and the next step"):
            self.focus("new.example, Password, carl")
            self.desktop.keys("Return")
            self.until_seen("weak: easy to guess", "label")
            self.until_says("Change it on the website first")

        with self.subTest("previous passwords are shown on request"):
            self.choose("All")
            self.open_entry("carl", "new.example")
            self.assertNotIn("weak: easy to guess", self.all_names())
            self.press_by_reader("Previous versions")
            self.until_says("Show: Until ")
            self.until_seen("Previous versions", "heading", state="focused")
            self.assertNotIn("Previous versions", self.names("push button"))

        with self.subTest("a previous password is used again, and the replaced one becomes a previous one"):
            self.press_by_reader(self.name_with("Use this version again: "))
            self.until_says("That version is in use again")
            self.assertEqual(self.run_well("passfold show new.example --kind password --reveal").text, former)
            self.assertIn("password1", self.run_well("passfold show new.example --kind password --former 1 --reveal").text)

    def test_notes_cards_and_identities_are_stored_and_codes_run_in_their_list(self):
        self.open_window()
        self.unlock()

        with self.subTest("codes run in their section and disappear with it"):
            self.choose("Codes")
            until(lambda: any(re.fullmatch(CODE, name) for name in self.all_names()), 20, lambda: f"a code in {self.all_names()}", 0.2)
            self.choose("All")
            until(lambda: not any(re.fullmatch(CODE, name) for name in self.all_names()), 20, "no code in the list", 0.2)

        with self.subTest("a card, with the keyboard only"):
            self.choose("Cards")
            self.desktop.keys("ctrl+n")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys(*"visa")
            self.focus("Valid until")
            self.type("08/29")
            self.focus("Number")
            self.type("4111111111111111")
            self.focus("Security code")
            self.desktop.keys(*"737", "Return")
            self.until_seen("visa", "heading")
            self.until_says("2029-08")
            self.assertIn("4111111111111111", self.run_well("passfold show visa --kind card --reveal").text)
            self.assertNotIn("4111111111111111", json.dumps(self.all_names()))

        with self.subTest("a wrong month is refused, and the form stays as it is"):
            self.press_by_reader("Edit")
            self.focus("Valid until")
            self.desktop.keys("ctrl+a")
            self.type("99/99")
            self.desktop.keys("Return")
            self.until_says("Nothing was stored")
            self.desktop.keys("ctrl+a")
            self.type("09/30")
            self.desktop.keys("Return")
            self.until_says("2030-09")

        with self.subTest("the text of a note is changed"):
            self.choose("All")
            self.open_entry("wifi", "Wifi")
            self.press_by_reader("Edit")
            self.focus("Text")
            self.desktop.keys("ctrl+a", *"abc")
            self.press_by_reader("Save")
            until(lambda: "abc" in self.run_well("passfold show Wifi --reveal").text, 20, "the new text", 0.2)

        with self.subTest("its previous text is shown and used again"):
            self.press_by_reader("Previous versions")
            self.until_says("Show: Until ")
            self.press_by_reader(self.name_with("Show: Until "))
            self.until_seen("a note", "label")
            self.press_by_reader(self.name_with("Use this version again: "))
            until(lambda: "a note" in self.run_well("passfold show Wifi --reveal").text, 20, "the previous text", 0.2)

        with self.subTest("a previous set-up of codes is described and used again"):
            kind = f"{self.person.service} --kind one-time-code"
            self.run_well(f"passfold edit {kind} --digits 8")
            self.choose("Codes")
            self.open_entry(self.person.service[:4], self.person.service)
            self.press_by_reader("Previous versions")
            self.until_says("6 digits, a new one every 30 seconds")
            self.press_by_reader(self.name_with("Use this version again: "))
            self.until_says("That version is in use again")
            self.assertIn("6 digits", self.run_well(f"passfold show {kind}").text)
            self.choose("All")

        with self.subTest("an identity with an address"):
            self.press_by_reader("Add")
            self.press("Identity")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys(*"me")
            self.focus("E-mail")
            self.type("me.example")
            self.press_by_reader("Save")
            self.until_seen("me", "heading")
            self.assertIn("me.example", self.run_well("passfold show me --kind identity").text)

        with self.subTest("tags"):
            self.press_by_reader("Edit")
            self.focus("Tags, separated by commas")
            self.desktop.keys(*"home", "comma", "space", *"old", "Return")
            self.until_says("home, old")
            self.press_by_reader("Edit")
            self.focus("Tags, separated by commas")
            self.desktop.keys("ctrl+a", *"home", "Return")
            # The page takes the focus when it is back.
            self.until_seen("me", "heading")
            self.until_silent("home, old")

        with self.subTest("a code as a QR code, after the passphrase, and hidden again"):
            self.open_entry(self.person.service[:4], self.person.service)
            before = len(self.world.shown_prompts())
            self.press_by_reader("Show as QR code")
            self.until_says("Anyone who sees or photographs it")
            # What the user allowed the window before may have expired, and then this is asked for as well.
            asked = [prompt.get("prompt", "").lower() for prompt in self.world.shown_prompts()[before:]]
            self.assertTrue(any("passphrase" in prompt for prompt in asked), asked)
            self.assertIn("otpauth://totp/", self.scanned())
            self.press_by_reader("Hide the QR code")
            self.until_silent("Anyone who sees or photographs it")
            self.assertEqual(self.scanned(), "")

        with self.subTest("an entry in the trash is erased once the user has agreed"):
            self.open_entry("me", "me")
            self.press_by_reader("Remove")
            self.choose("Trash")
            self.desktop.keys("ctrl+f", "Down", "Return")
            self.press("Erase permanently")
            self.until_says("The trash is empty")

        with self.subTest("pressing Save again before the vault answers stores a note once"):
            self.choose("Notes")
            self.desktop.keys("ctrl+n")
            self.until_seen("Title", "text", state="focused")
            self.desktop.keys(*"bell")
            self.focus("Text")
            self.desktop.keys(*"ring")
            self.focus("Save")
            self.desktop.keys(*["Return"] * 3)
            self.until_seen("bell", "heading")
            self.assertEqual(len(json.loads(self.run_well("passfold list bell --json").text)), 1)

    def scanned(self):
        """Returns what a camera would read from the screen."""
        with tempfile.NamedTemporaryFile(suffix=".png") as picture:
            self.desktop.screenshot(picture.name)
            return subprocess.run(["zbarimg", "--quiet", "--raw", picture.name], capture_output=True, text=True, timeout=60).stdout

    def test_the_window_adapts_when_it_is_made_wide_and_narrow(self):
        self.window = self.open_window()
        self.unlock()

        def has_sections_button():
            return any((item["name"], item["role"]) == ("Sections", "push button") for item in self.tree())
        for width, is_narrow in ((1270, False), (360, True), (1000, False)):
            with self.subTest(width=width):
                self.desktop.xdotool("windowsize", "--sync", self.desktop.windows(self.window.pid)[-1], str(width), "700")
                until(lambda is_narrow=is_narrow: self.window.poll() is None and has_sections_button() == is_narrow, 20, lambda: self.all_names(), 0.2)
                self.until_seen(self.row, "list item")

    def test_what_the_user_allows_a_window_applies_to_that_window_only(self):
        self.open_window()
        self.unlock()
        before = len(self.world.shown_prompts())
        self.person.will_answer({"prompt": "confirm", "cancel": True, "keep": True}, {"prompt": "passphrase", "cancel": True, "keep": True})
        # Another process of this user that claims to be a window, while the real one is open.
        with self.say_hello("window") as (ask, _):
            self.assertEqual(ask(type="list")["code"], "refused")
            self.assertIs(ask(type="status")["terminalHasGrant"], False)
            self.assertEqual(len(self.world.shown_prompts()), before + 1)
            self.assertIn(f"process {os.getpid()}", self.world.shown_prompts()[-1]["desc"])
            for request in ({"type": "releases"}, {"type": "devices"}, {"type": "compensate-clock", "seconds": 1}):
                self.assertEqual(ask(**request)["code"], "badRequest", request)
            # Even its permitted requests require the user's passphrase first.
            for request in ({"type": "change-passphrase"}, {"type": "recover"}, {"type": "repair-vault"}, {"type": "choose-pin"},
                            {"type": "choose-idle-time", "seconds": 43200}):
                before = len(self.world.shown_prompts())
                self.assertEqual(ask(**request)["code"], "canceled", request)
                self.assertEqual(len(self.world.shown_prompts()), before + 1, request)

    def say_hello(self, role):
        """Starts a conversation at the management socket."""
        door = socket.socket(socket.AF_UNIX)
        door.settimeout(30)
        door.connect(str(self.world.runtime / "passfold/vault.sock"))

        def send(message):
            data = json.dumps(message).encode()
            door.sendall(struct.pack(">II", len(data), 0) + data)

        def exactly(count):
            data = b""
            while len(data) < count:
                data += door.recv(count - len(data)) or self.fail("the vault hung up")
            return data

        def receive():
            length, secret = struct.unpack(">II", exactly(8))
            message = json.loads(exactly(length))
            exactly(secret)
            return message

        number = 0

        def ask(**request):
            nonlocal number
            number += 1
            send({"id": number, **request})
            while (answer := receive())["id"] != number:
                pass
            return answer

        class Conversation:
            def __enter__(self):
                send({"protocol": 1, "role": role})
                return ask, send

            def __exit__(self, *_):
                door.close()
        return Conversation()


if __name__ == "__main__":
    unittest.main()
