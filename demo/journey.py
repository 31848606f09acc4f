# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The journey, step by step: a vault, an account, a verification code, a list, a passkey, a lock."""

import time
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

from demo.album import Step
from demo.devtools import DevToolsError, until
from demo.person import Missed, Person, expect
from demo.recovery_key import Scribe

PASSPHRASE_PROMPT = "passphrase"
CONNECTING = {"unconnected": "The browser is not connected yet", "digits": "The digits to compare with Passfold's own prompt"}


class Journey:
    """Plays the steps in order. A step that fails ends the journey, because the next depends on it."""

    def __init__(self, world, album, say=print):
        self.world = world
        self.album = album
        self.say = say
        self.person = Person(world)
        # The pictures of a page with a mark and of its popup, for the README.
        self.offer = ()

    def play(self, visible=False):
        """Returns True if every step held."""
        try:
            self.world.start_site()
            self.world.trust_authority()
            self.world.start_broker()
            self.person.sit_down(visible)
            for step in (self.create_vault, self.sign_up, self.set_up_code, self.sign_in_with_code, self.show_all_codes,
                         self.use_passkeys, self.lock_and_unlock):
                step()
            self.album.pair(self.person.page, *self.offer, "one-time-code.png")
        except _Ended:
            return False
        finally:
            self.album.write()
        return True

    @contextmanager
    def step(self, letter, title, promised):
        step = self.album.begin(Step(letter, title, promised))
        start = time.monotonic()
        failure = None
        try:
            yield step
            step.holds = True
        except (Missed, TimeoutError, DevToolsError) as error:
            failure = error
            step.seen.append(str(error))
        step.milliseconds = (time.monotonic() - start) * 1000 - step.waited
        if failure is not None:
            self._picture_of_failure()
        self.say(step.line())
        if failure is not None:
            raise _Ended from failure

    def _picture_of_failure(self):
        try:
            self.album.picture(self.person.page, "page", "What was on the screen instead")
            for info in list(self.world.browser.targets.values()):
                if info["url"].startswith(self.world.popup_address):
                    self.album.picture(self.world.browser.attach(info["targetId"]), "popup", "The popup at that moment")
        except (DevToolsError, AttributeError):
            pass

    def create_vault(self):
        person, album = self.person, self.album
        with self.step("a", "Create a vault", "a passphrase is asked by pinentry, and an encrypted vault is made") as step:
            person.will_answer({"prompt": PASSPHRASE_PROMPT, "pin": person.passphrase, "keep": True}, {"prompt": "confirm", "keep": True})
            made = person.terminal.run("passfold init", answer=Scribe())
            prompts = person.was_asked()
            expect(made.status == 0, f"passfold init ended with {made.status}: {made.text}")
            expect(any(prompt["kind"] == "getpin" for prompt in prompts), "pinentry was not asked for a passphrase")
            vault = self.world.data / "passfold/vault/vault.sqlite"
            expect(vault.exists(), "there is no vault file")
            expect(vault.stat().st_mode & 0o077 == 0, "others may read the vault file")
            registered = person.terminal.run("passfold browser install")
            expect(registered.status == 0, f"passfold browser install ended with {registered.status}: {registered.text}")
            status = person.terminal.run("passfold status")
            expect(status.status == 0 and "unlocked" in status.text.lower(), f"passfold status says: {status.text}")
            step.seen += [f"pinentry asked {len(prompts)} time{'s' * (len(prompts) > 1)}", "the vault is there, unlocked, readable by its owner only",
                          "the browsers find Passfold"]
            person.show_terminal(album, [made], prompts[:1], "Making the vault in a terminal")
            person.show_terminal(album, [registered, status], [], "Letting the browsers find it")
            digits, prompt = self.world.connect_browser(
                lambda popup, state: album.picture(popup, "popup", CONNECTING[state]) if state in CONNECTING else None)
            expect(digits in prompt["desc"], f"the popup shows {digits}, and the prompt says: {prompt['desc']}")
            step.seen.append("the browser is connected: its popup and Passfold's prompt showed the same six digits")

    def sign_up(self):
        person, album = self.person, self.album
        with self.step("b", "Sign up", "an account with user name and password; the password goes into the vault") as step:
            person.sign_up()
            album.picture(person.page, "page", "Signing up at the shop")
            person.page.press("Enter")
            until(lambda: person.signed_in_user() == person.user, what=lambda: f"the account page (the site said: {person.flash()})")
            album.picture(person.page, "page", "The new account")
            person.will_answer({"prompt": "password", "pin": person.password, "keep": True}, {"prompt": "confirm", "keep": True})
            added = person.terminal.run(f"passfold add login --service {person.service} --user {person.user}")
            expect(added.status == 0, f"passfold add ended with {added.status}: {added.text}")
            listed = person.terminal.run("passfold list")
            expect(listed.status == 0 and person.user in listed.text, f"passfold list says: {listed.text}")
            step.seen += ["the site shows the account", "the vault lists its password, asked by pinentry"]
            person.show_terminal(album, [added, listed], person.was_asked()[:1], "Keeping the password")

    def set_up_code(self):
        person, album = self.person, self.album
        with self.step("c", "Set up a verification code",
                       "the site’s link shows what is about to be added, suggests the login by the link’s domain, and stores it") as step:
            person.page.click("#set-up-code")
            until(lambda: person._read(lambda: person.page.node("#setup-link")), what="the set-up page")
            link = person.page.read("document.querySelector('#setup-link').href")
            expect(link.startswith("apple-otpauth://totp/"), "the link is no apple-otpauth link")
            person.code_secret = parse_qs(urlsplit(link).query)["secret"][0]
            person.page.click("#setup-link")
            popup = person.popup()
            said = person.popup_says(popup, person.user)
            expect(person.names_site(said), "the popup does not name the service")
            self._shot_with_popup(popup, "Following the set-up link", "What is about to be added, with the suggested login")
            popup.click("[data-row]")
            person.popup_says(popup, "accept it")
            popup.see("[data-row=later]")
            album.picture(popup, "popup", "Kept as not confirmed, with the code for the website, until it has accepted one")
            popup.click("[data-row=later]")
            person.popup_says(popup, "added")
            album.picture(popup, "popup", "Stored")
            popup.click("#cancel")
            person.popup_closes(popup)
            step.seen.append("the popup named service and account, offered the login first, and stored the code as not confirmed")
            popup = person.ask_in_page("#code", person.user)
            offered = person.offered(popup)[0]
            expect("not confirmed" in offered, f"the popup does not mark the new code, it says {offered!r}")
            album.picture(popup, "popup", "Offered, marked as not confirmed")
            popup.click("[data-row]")
            person.popup_says(popup, "not confirmed yet")
            popup.see("[data-row=fill]")
            self._shot_with_popup(popup, "The page before the new code is filled", "The first use of a code that nobody has confirmed")
            popup.click("[data-row=fill]")
            code = person.field_fills("#code")
            person.popup_closes(popup)
            expect(person.submit_code("#confirm"), f"the site did not take the code; it said: {person.flash()}")
            expect(person.page.text("#code-state") == "On", "the account does not ask for codes")
            album.picture(person.page, "page", "The site has confirmed the code")
            step.seen.append(f"the site took the {len(code)}-digit code that was filled")

    def sign_in_with_code(self):
        person, album = self.person, self.album
        with self.step("d", "Sign in with a code", "focusing the code field offers the matching code; picked outside the page, it is filled and taken") as step:
            person.sign_out()
            step.waited = person.wait_for_fresh_code()
            person.enter_password()
            mark = person.focus("#code")
            album.picture(person.page, "page", "The mark under the code field: no name, no number, no code")
            start = time.monotonic()
            popup = person.use_mark(mark)
            popup.see("[data-row]")
            opened = (time.monotonic() - start) * 1000
            expect(not person.page.value("#code"), "the click in the page alone has filled the field")
            offered = person.offered(popup)
            expect(person.user in offered[0] and person.names_site(offered[0]), f"the popup’s first row says {offered[0]!r}")
            self._shot_with_popup(popup, "The page while the popup is open", "Picked outside the page")
            popup.click("[data-row]")
            person.popup_says(popup, "not confirmed yet")
            popup.see("[data-row=accepted]")
            start = time.monotonic()
            popup.click("[data-row=accepted]")
            code = person.field_fills("#code")
            filled = (time.monotonic() - start) * 1000
            person.popup_closes(popup)
            expect(len(code) == 6 and code.isdigit(), "what was filled is no six-digit code")
            album.picture(person.page, "page", "Filled")
            expect(person.submit_code(), f"the site did not take the code; it said: {person.flash()}")
            album.picture(person.page, "page", "Signed in")
            listed = person.terminal.run("passfold list")
            expect("not confirmed" not in listed.text, f"the code is still marked: {listed.text}")
            step.seen += [f"the page showed a mark, and the popup {len(offered)} suggestions", "saying that the website took a code confirmed it",
                          f"popup ready {opened:.0f} ms after the click on the mark", f"filled {filled:.0f} ms after the pick", "the site took the code"]

    def show_all_codes(self):
        person, album = self.person, self.album
        with self.step("e", "Show all codes", "the list shows service, account, live code and remaining seconds; search and Cancel work; the pick is filled") as step:
            self._add_another_code()
            person.sign_out()
            person.enter_password()
            popup = person.show_all("#code")
            row = until(lambda: person._read(lambda: popup.text("[data-row] .code")) and popup.text("[data-row]"), what="a code in the list")
            expect(person.names_site(row) and person.user in row, f"the row does not name service and account, it says {row.split()}")
            digits = "".join(filter(str.isdigit, popup.text("[data-row] .code")))
            seconds = int(popup.text("[data-row] .number"))
            expect(len(digits) == 6, f"the live code has {len(digits)} digits")
            expect(0 <= seconds <= 30, f"{seconds} seconds are left")
            self._shot_with_popup(popup, "The page while the list is open", "All codes")
            expect(_row_count(popup) == 2, f"the list has {_row_count(popup)} rows for two codes")
            popup.write("#search", "zebra")
            until(lambda: _row_count(popup) == 0, what="an empty list for a search that fits nothing")
            album.picture(popup, "popup", "A search that fits nothing")
            popup.write("#search", person.other_service[:4])
            until(lambda: _row_count(popup) == 1, what="the one row for a search that fits")
            album.picture(popup, "popup", "A search that fits")
            popup.click("#cancel")
            person.popup_closes(popup)
            expect(not person.page.value("#code"), "Cancel filled the field")
            step.seen += [f"service, account, a live code and {seconds} s left", "search narrows the list", "Cancel closed it and filled nothing"]
            step.waited = person.wait_for_fresh_code()
            popup = person.show_all("#code")
            popup.see("[data-row] .code")
            person.fill_from(popup, "#code")
            person.popup_closes(popup)
            album.picture(person.page, "page", "Filled from the list")
            expect(person.submit_code(), f"the site did not take the code; it said: {person.flash()}")
            step.seen.append("the code picked from the list was filled and taken")

    def _add_another_code(self):
        """Adds a second service, so that there is something to search."""
        person = self.person
        person.will_answer({"prompt": "secret", "pin": person.other_secret}, {"prompt": "confirm", "keep": True})
        added = person.terminal.run(f"passfold add code --service {person.other_service} --user {person.user}")
        expect(added.status == 0, f"passfold add code ended with {added.status}: {added.text}")
        person.show_terminal(self.album, [added], person.was_asked()[:1], "A second code, added in the terminal")

    def use_passkeys(self):
        person, album = self.person, self.album
        with self.step("f", "Passkeys", "a passkey is added, then signs in from the user-name field and by button") as step:
            person.will_answer({"prompt": PASSPHRASE_PROMPT, "pin": person.passphrase, "keep": True}, {"prompt": "confirm", "keep": True})
            person.page.click("#add-passkey")
            popup = person.popup()
            person.popup_says(popup, person.user)
            popup.see("#confirm")
            self._shot_with_popup(popup, "Adding a passkey", "What is about to be made")
            popup.click("#confirm")
            until(lambda: person._read(lambda: person.page.node("#passkeys li")), what=lambda: f"the passkey on the account page (the site said: {person.flash()})")
            album.picture(person.page, "page", "The account has a passkey")
            step.seen.append("the account lists the new passkey")

            person.sign_out()
            person.open_site("/sign-in")
            popup = person.ask_in_page("#username", "passkey")
            offered = person.offered(popup)[0]
            expect("passkey" in offered.lower(), f"the popup’s first row says {offered!r}")
            self._shot_with_popup(popup, "The page while the popup is open", "The passkey, picked outside the page")
            asked_before = len(person.was_asked())
            popup.click("[data-row]")
            until(lambda: person.signed_in_user() == person.user, what=lambda: f"the account page after the passkey (the site said: {person.flash()})")
            prompts = person.was_asked()[asked_before:]
            expect(prompts, "nobody asked whether it is the right person, although the site demands it")
            person.show_terminal(album, [], prompts[:1], "Pinentry makes sure that it is the right person")
            step.seen.append("the passkey offered in the user-name field signed in, without password or code")

            person.sign_out()
            person.open_site("/sign-in")
            person.page.click("#passkey-button")
            popup = person.popup()
            person.popup_says(popup, person.user)
            popup.see("[data-row], #confirm")
            self._shot_with_popup(popup, "Signing in by button", "Which passkey")
            popup.click("[data-row], #confirm")
            until(lambda: person.signed_in_user() == person.user, what=lambda: f"the account page after the button (the site said: {person.flash()})")
            album.picture(person.page, "page", "Signed in by button")
            step.seen.append("the button signed in with it as well")

    def lock_and_unlock(self):
        person, album = self.person, self.album
        with self.step("g", "Lock, and ask again",
                       "without interaction nothing is released; the unlock prompt is shown, and then the code is filled") as step:
            person.sign_out()
            person.enter_password()
            locked = person.terminal.run("passfold lock")
            status = person.terminal.run("passfold status")
            expect(locked.status == 0 and "locked" in status.text.lower() and "unlocked" not in status.text.lower(),
                   f"after passfold lock the status says: {status.text}")
            person.show_terminal(album, [locked, status], [], "Locking the vault")
            step.waited = person.wait_for_fresh_code()
            gate = self.world.prompting / "gate"
            person.will_answer({"prompt": PASSPHRASE_PROMPT, "pin": person.passphrase, "waitFor": str(gate)})
            log_before = len(self.world.log("passfold-broker.log"))
            mark = person.focus("#code")
            marked = album.picture(person.page, "page", "Asking again while the vault is locked: the page looks the same")
            popup = person.use_mark(mark)
            popup.see("[data-row]")
            self.offer = marked, album.picture(popup, "popup", "The popup offers the same code")
            popup.click("[data-row]")
            prompts = until(person.was_asked, what="the unlock prompt")
            person.popup_says(popup, "the window that has opened")
            expect(not person.page.value("#code"), "a locked vault has filled the field")
            self._shot_with_popup(popup, "The page while the vault is being unlocked", "The popup waits for the passphrase, which is typed in pinentry")
            person.show_terminal(album, [], prompts, "The unlock prompt")
            gate.touch()
            until(lambda: not popup.is_open or person._read(lambda: popup.node("[data-row]")), what="what comes after the passphrase")
            if popup.is_open:
                self._shot_with_popup(popup, "The page after unlocking", "Unlocked: the code to fill")
                person.fill_from(popup, "#code")
            person.field_fills("#code")
            person.popup_closes(popup)
            album.picture(person.page, "page", "Filled after unlocking")
            expect(person.submit_code(), f"the site did not take the code; it said: {person.flash()}")
            album.picture(person.page, "page", "Signed in again")
            log = self.world.log("passfold-broker.log")[log_before:]
            stages = [log.find(words) for words in ("trying without interaction", "interaction required", "request completed")]
            expect(-1 not in stages and stages == sorted(stages), f"the broker's log tells another story: {log.strip()[-400:]}")
            step.seen += ["the provider was tried without interaction and asked for it; pinentry showed the unlock prompt",
                          "after unlocking the code was filled and taken"]

    def _shot_with_popup(self, popup, page_caption, popup_caption):
        self.album.picture(self.person.page, "page", page_caption)
        self.album.picture(popup, "popup", popup_caption)


class _Ended(Exception):
    """A step failed, and the journey ended early."""


def _row_count(popup):
    return popup.read("document.querySelectorAll('[data-row]').length")
