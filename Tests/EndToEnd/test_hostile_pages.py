# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Malicious pages and frames, in one browser with one vault: what they can make the user release, and what they can measure."""

import contextlib
import itertools
import statistics
import time
import unittest

from clickjacking_variants import PRELUDE, VARIANTS
from demo.browser import Browser, Page, extension_id
from demo.devtools import DevToolsError, until
from frame_situations import ALL, EVIL, FIELDS, NOTHING, SHOP, SITUATIONS, Situation
from hostile_site import LEAF, PLACES, SIZE, HostileSite, path_of
from world_for_tests import WorldTestCase

# The ways to ask: the mark under each field, the page's buttons for passkeys, and the extension's own button.
WAYS = ("password", "code", "username", "get", "create", "toolbar")
# What each way leads to, if anything: a passkey is offered in the user name field as well.
OUTCOMES = {"password": FIELDS, "code": FIELDS, "toolbar": FIELDS, "get": frozenset({"get"}), "create": frozenset({"create"})}
# How long a popup may take to open after a click: where it is expected, and where it is not, since a later one is found by the next step.
PATIENCE = 5.0
SHORT_PATIENCE = 0.4
# How long a mark may take to appear under its field. A busy machine takes longer, so the user waits longer with each attempt.
MARK_SECONDS = 0.2
TRIES = 4
LONGER = 3

# Seconds from a popup's first paint, and since the last key or click, to the first that counts (Extension/popup/input-guard.js).
SETTLE, IDLE = 0.5, 0.3
# How often a lure is tried if a busy machine caused such a pause.
HAMMERINGS = 8

TRIALS = 200
ROUNDS = 8
# What a page can time before the user consents to anything. `rpId` is the page's own site.
MEASURE = """<script>
  const site = location.hostname.split('.').slice(-2).join('.');
  const pause = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const answered = (asked) => asked.then(() => 'answered', ({ name }) => name);
  const publicKey = { ...options.get, rpId: site };
  const ways = {
    // The mark under a field that gets the focus.
    async mark() {
      document.getElementById('code').blur();
      await pause();
      const added = new Promise((resolve) => new MutationObserver((_, observer) => { observer.disconnect(); resolve(); })
        .observe(document, { childList: true, subtree: true }));
      const start = performance.now();
      document.getElementById('code').focus();
      await Promise.race([added, new Promise((resolve) => setTimeout(resolve, 1000))]);
      return performance.now() - start;
    },
    // A sign-in without a dialog that is given up again, with passkeys named by the page and without.
    ...Object.fromEntries([[], [{ type: 'public-key', id: bytes('a passkey of somebody') }]].map((allowCredentials) => [
      `conditional get of ${allowCredentials.length} named`, async () => {
        const control = new AbortController();
        const start = performance.now();
        const end = answered(navigator.credentials.get({ publicKey: { ...publicKey, allowCredentials }, mediation: 'conditional', signal: control.signal }));
        await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 5))]);
        control.abort();
        await end;
        return performance.now() - start;
      }])),
    async capabilities() {
      const start = performance.now();
      await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
      await PublicKeyCredential.isConditionalMediationAvailable();
      await PublicKeyCredential.getClientCapabilities?.();
      return performance.now() - start;
    },
  };
  globalThis.measure = async (trials) => {
    const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    // By turns, so that what a busy machine does falls on all alike.
    for (let trial = 0; trial < trials; trial += 1) for (const [name, way] of Object.entries(ways)) times[name].push(await way());
    return times;
  };
</script>"""


def difference(rounds):
    """Returns the largest difference between two states in milliseconds, compared round by round: a leak is in every round, a busy machine
    is not."""
    return max(abs(statistics.median(times[one] - times[other] for times in rounds)) for one, other in itertools.combinations(rounds[0], 2))


class HostilePageTests(unittest.TestCase):
    """All tests share a world: each changes only the page in the tab."""

    @classmethod
    def setUpClass(cls):
        cls.home = WorldTestCase()
        cls.addClassCleanup(cls.home.doCleanups)
        cls.world = cls.home.make_world()
        cls.home.make_vault()
        cls.person = cls.home.person
        cls.site = HostileSite(cls.world.site_folder / "tls")
        cls.addClassCleanup(cls.site.close)
        cls.world.trust_authority()
        cls.world.register_host()
        extension = cls.world.prefix / "share/webext/passfold/chromium"
        cls.popup_address = cls.world.popup_address = f"chrome-extension://{extension_id(extension)}/popup/popup.html"
        cls.world.browser = cls.browser = Browser(
            cls.world.profile, extension, cls.world.environment, names=list(cls.site.names), log=cls.world.folder / "browser.log")
        cls.world.connect_browser()
        cls.page = cls.browser.first_page()
        # The longest time that a popup took to open here: on a busy machine, the test also waits longer for one that should not open.
        cls.slowest = 0.0
        # Every passkey that was made here; a new one of the same account replaces the former.
        cls.passkeys = set()
        cls.make_passkey()

    @classmethod
    def make_passkey(cls):
        """Gives the vault a passkey of the site, made where that is allowed."""
        for seconds in cls.patience():
            cls.open(SITUATIONS[0], seconds)
            cls.touch("create")
            if "create" in cls.consent():
                return
        raise AssertionError("no passkey was made")

    @staticmethod
    def patience():
        """Returns how long a user waits for a mark at each attempt."""
        return [MARK_SECONDS * LONGER ** count for count in range(TRIES)]

    # The page

    @classmethod
    def open(cls, situation, seconds=MARK_SECONDS):
        """Opens the page of a situation again, with nothing reported yet; seconds: about how long the extension may take to get ready in it.
        """
        cls.close_popups()
        port = f":{cls.site.clear_port}" if situation.top == "http://127.0.0.1" else ""
        address = situation.top + port + path_of(situation.chain, dict(situation.headers))
        if situation.opened_by:
            cls.page = cls.open_from(situation.opened_by, address)
        else:
            cls.page.go(address)
        # A frame that the browser does not load is a situation, too.
        until(lambda: cls.page.read("document.readyState") == "complete", what=f"the page of {situation.id}")
        time.sleep(seconds)
        cls.told()
        cls.site.told.clear()

    @classmethod
    def open_from(cls, origin, address):
        """Opens a page by another page's script, in a new tab."""
        cls.page.go(origin + path_of(()))
        before = set(cls.browser.targets)
        cls.page.call("Runtime.evaluate", {"expression": f"void open({address!r})", "userGesture": True})
        made = until(lambda: next((one for one in list(cls.browser.targets.values())
                                   if one["targetId"] not in before and one["type"] == "page" and one["url"] == address), None), what="the opened tab")
        return cls.browser.attach(made["targetId"])

    @classmethod
    def touch(cls, name, seconds=MARK_SECONDS):
        """Clicks a field or button of the innermost frame, and after some seconds the mark under a field."""
        x, y = PLACES[name]
        cls.page.click_at(x + SIZE[0] / 2, y + SIZE[1] / 2)
        if name in ("get", "create"):
            return
        # The mark is right below the end of its field. A second click into the page would close the popup.
        time.sleep(seconds)
        cls.page.click_at(x + SIZE[0] - 20, y + SIZE[1] + 20)

    @classmethod
    def use_toolbar(cls, name, seconds=MARK_SECONDS):
        """Clicks a field, and then the extension's button, as far as the protocol allows."""
        x, y = PLACES[name]
        cls.page.click_at(x + SIZE[0] / 2, y + SIZE[1] / 2)
        worker = until(lambda: cls.browser.target("service_worker", cls.popup_address.partition("/popup/")[0]), what="the worker")
        session = cls.browser.attach(worker["targetId"], "worker")
        time.sleep(seconds / 2)
        cls.browser.connection.call("Runtime.evaluate", {"expression": "chrome.action.openPopup().catch(() => {})"}, session)

    # The popup

    @classmethod
    def open_popup(cls):
        return cls.browser.target("page", cls.popup_address)

    @classmethod
    def close_popups(cls):
        while (target := cls.open_popup()) is not None:
            # It may have closed itself meanwhile, which is the aim.
            with contextlib.suppress(DevToolsError):
                cls.browser.connection.call("Target.closeTarget", {"targetId": target["targetId"]})
            until(lambda: target["targetId"] not in cls.browser.targets, what="the end of the popup")

    @classmethod
    def consent(cls, between="", patience=PATIENCE, screens=4):
        """Chooses and confirms whatever a popup offers, like a user who trusts the page; returns what the page then reports, by name.

        patience: seconds for the popup to open; None if none should.
        """
        start = time.monotonic()
        try:
            target = until(cls.open_popup, patience or max(SHORT_PATIENCE, 1.5 * cls.slowest))
        except TimeoutError:
            return cls.told()
        cls.slowest = max(cls.slowest, time.monotonic() - start)
        clicked = False
        # A popup closes itself when it is done, which ends the loop.
        with contextlib.suppress(DevToolsError, TimeoutError):
            popup = cls.browser.attach(target["targetId"], "popup")
            for _ in range(screens):
                until(lambda: popup.node("h1") and not popup.node(".busy"), 10, "a screen of the popup")
                if between:
                    before = cls.documents()
                    cls.page.call("Runtime.evaluate", {"expression": between})
                    between = ""
                    cls.wait_for_other_documents(before)
                    time.sleep(0.2)
                way = next((one for one in ("[data-row]", "#confirm") if popup.node(one)), None)
                if way is None:
                    break
                before = popup.text("#screen")
                clicked = True
                popup.click(way, 4)
                until(lambda: popup.text("#screen") != before, 10, "an answer of the popup")
        with contextlib.suppress(TimeoutError):
            until(cls.told, (patience or 1.5) if clicked else 0)
            # The second field of the same fill.
            time.sleep(0.05)
        return cls.told()

    @classmethod
    def wait_for_other_documents(cls, before):
        """Waits for other documents: a busy machine takes time to leave a page, and what is released before then is released to the page
        that asked."""
        try:
            until(lambda: cls.documents() not in (None, before), what="other documents in the tab")
        except TimeoutError as error:
            raise AssertionError("the situation did not come about") from error

    @classmethod
    def documents(cls):
        """Returns which documents are in which frames of the tab; None while this cannot be determined."""
        def all_of(tree):
            return (tree["frame"]["id"], tree["frame"]["loaderId"], *map(all_of, tree.get("childFrames", [])))
        try:
            return all_of(cls.page.call("Page.getFrameTree")["frameTree"])
        except DevToolsError:
            return None

    @classmethod
    def told(cls):
        """Returns the secrets of this vault that pages have seen, by the field or ceremony."""
        told = list(cls.site.told)
        cls.passkeys.update(value for what, value in told if what == "create")
        return {what: value for what, value in told if cls.is_ours(what, value)}

    @classmethod
    def is_ours(cls, what, value):
        if what == "code":
            return value.isdigit() and len(value) == 6
        if what in ("get", "create"):
            return value in cls.passkeys
        return value in (cls.person.password, cls.person.user)

    # The frames

    @classmethod
    def ask(cls, way, seconds=MARK_SECONDS):
        """Makes the page ask in one way, by clicks of the user."""
        if way == "toolbar":
            cls.use_toolbar("password", seconds)
        else:
            cls.touch(way, seconds)

    @classmethod
    def judge(cls, situation):
        """Returns the errors of a situation: what was released there and must not be, and what was not released and should be."""
        against = []
        is_fresh = False
        for way in WAYS:
            expected = situation.answered & OUTCOMES.get(way, ALL)
            # If something is expected, the user tries again on a machine that was too slow.
            for seconds in cls.patience()[:TRIES if expected else 1]:
                # If one way led to nothing, the page is unchanged for the next.
                if not is_fresh or situation.answered or situation.between:
                    cls.open(situation, seconds)
                cls.ask(way, seconds)
                released = set(cls.consent(situation.between, PATIENCE if expected or situation.between else None))
                if released:
                    break
            is_fresh = not released
            cls.close_popups()
            if expected and not released:
                against.append(f"{situation.id}: nothing by {way}")
            if released - situation.answered:
                against.append(f"{situation.id}: {', '.join(sorted(released - situation.answered))} by {way}")
        if not situation.answered and is_fresh and cls.consent(patience=None):
            against.append(f"{situation.id}: a release after all")
        return against

    def test_in_every_kind_of_frame_only_permitted_documents_are_filled(self):
        start = time.monotonic()
        against = [words for situation in SITUATIONS for words in self.judge(situation)]
        print(f"\n{len(SITUATIONS)} situations by 6 ways in {time.monotonic() - start:.0f} s", flush=True)
        self.assertEqual(against, [])

    def test_the_frame_check_detects_a_planted_release(self):
        planted = Situation("planted", SHOP, (), NOTHING)
        self.assertTrue(self.judge(planted))

    # Unintended clicks and keys

    @classmethod
    def lure(cls, script):
        """Opens a page of the site itself that runs a script; the user clicks and types where the page wants it, without looking."""
        cls.site.pages["/lure"] = LEAF + f"<script>{PRELUDE}{{ {script} }}</script>"
        cls.close_popups()
        cls.page.go(SHOP + "/lure")
        time.sleep(0.1)
        cls.site.told.clear()
        x, y = PLACES["password"]
        cls.page.click_at(x + SIZE[0] / 2, y + SIZE[1] / 2)
        # Some pages remove the mark at once.
        with contextlib.suppress(TimeoutError):
            until(lambda: cls.person._read(cls.page.mark), 2)
        time.sleep(MARK_SECONDS)
        cls.lured = time.monotonic()
        for act in (lambda: cls.page.click_at(x + SIZE[0] - 20, y + SIZE[1] + 20), lambda: cls.page.press("ArrowDown"), lambda: cls.page.press("Enter")):
            if cls.open_popup() is None:
                act()
                time.sleep(0.1)

    @classmethod
    def hammer(cls):
        """Continues to click and type into a popup that has just opened, like a user who is busy with the page.

        Returns whether one opened, and the longest time in seconds for which it may have received no input. A popup without input for
        `IDLE` accepts it, as it should, and a busy machine causes such pauses.
        """
        try:
            target = until(cls.open_popup, max(2, 1.5 * cls.slowest))
        except TimeoutError:
            return False, 0
        longest, pressed = 0, cls.lured + SETTLE - IDLE

        def press(act):
            nonlocal longest, pressed
            began = time.monotonic()
            act()
            longest, pressed = max(longest, time.monotonic() - pressed), began

        with contextlib.suppress(DevToolsError):
            # Not the popup of a user who looks first.
            popup = Page(cls.browser, target["targetId"], cls.browser.attach(target["targetId"], "session"))
            end = time.monotonic() + 1.2
            while time.monotonic() < end:
                node = popup.node("[data-row], #confirm")
                box = popup.box(node) if node else None
                if popup.read("document.documentElement.hasAttribute('data-ready')"):
                    break
                for key in ("Enter", " ", "y"):
                    press(lambda: popup.press(key))
                if box:
                    press(lambda: popup.click_box(box))
        return True, longest

    def test_no_page_gets_a_release_from_clicks_and_keys_meant_for_it(self):
        opened, released = 0, {}
        for name, script in VARIANTS.items():
            for _ in range(HAMMERINGS):
                self.lure(script)
                has_opened, pause = self.hammer()
                time.sleep(0.1)
                told = self.told()
                self.close_popups()
                if not told or pause < IDLE:
                    break
            opened += has_opened
            if told:
                released[name] = sorted(told)
        print(f"\n{len(VARIANTS)} variants, of which {opened} opened the popup", flush=True)
        self.assertEqual(released, {})
        self.assertGreater(opened, len(VARIANTS) / 2, "the lures do not open the popup")

    # The whole vault, on another site

    def open_list(self):
        """Opens the list of all entries on a site for which the vault has none."""
        for seconds in self.patience():
            self.open(Situation("another-site", EVIL, (), NOTHING), seconds)
            self.touch("password", seconds)
            with contextlib.suppress(TimeoutError):
                until(self.open_popup, PATIENCE)
                break
        popup = self.browser.attach(until(self.open_popup, what="the popup")["targetId"], "popup")
        popup.click("#show-all")
        popup.see("[data-row]")
        return popup

    def test_showing_all_on_another_site_asks_with_both_sites_named_and_enter_releases_nothing(self):
        popup = self.open_list()
        self.assertEqual(popup.texts("h2"), ["Others"])
        # Typing searches wherever the focus is; Enter chooses nothing that does not fit.
        popup.type("shop")
        until(lambda: popup.value("#search") == "shop", what="the search")
        popup.press("Enter")
        time.sleep(0.5)
        self.assertEqual((popup.text("h1"), self.told()), ("Passwords", {}))
        popup.click("[data-row]")
        until(lambda: not popup.is_open or popup.text("h1") == "Give the password for shop.example to evil.example?", what="the question")
        self.assertEqual((popup.is_open, self.told()), (True, {}), "a password of another service was released without a question")
        popup.press("Enter")
        until(lambda: not popup.is_open, what="the end of the popup")
        time.sleep(0.2)
        self.assertEqual(self.told(), {})

    def test_showing_all_on_another_site_releases_what_the_user_confirms(self):
        popup = self.open_list()
        popup.click("[data-row]")
        popup.click("#confirm")
        until(lambda: "password" in self.told(), what="the password that the user released")

    # What can be measured

    @classmethod
    def measure_at(cls, origin):
        """Returns how many milliseconds a page of an origin waits for what it gets without consent, by kind, over many trials."""
        cls.close_popups()
        cls.page.go(origin + "/measure")
        # A user is present, and has touched the page.
        cls.page.click("#username")
        cls.page.press("Tab")
        answer = cls.page.call("Runtime.evaluate", {"expression": f"measure({TRIALS // ROUNDS})", "awaitPromise": True, "returnByValue": True}, timeout=180.0)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"]["value"]

    def test_a_page_measures_no_difference_between_a_known_site_an_unknown_site_and_a_locked_vault(self):
        self.site.pages["/measure"] = LEAF + MEASURE
        self.addCleanup(self.home.run_well, "passfold unlock")
        states = [("known", SHOP), ("unknown", EVIL), ("locked", SHOP)]
        rounds = []
        # In rounds that each begin with another state, so that a busy machine affects all states alike.
        for number in range(ROUNDS):
            times = {}
            for state, origin in states[number % 3:] + states[:number % 3]:
                self.home.run_well("passfold lock" if state == "locked" else "passfold unlock")
                times[state] = self.measure_at(origin)
            rounds.append(times)
        for what in rounds[0]["known"]:
            medians = [{state: statistics.median(trials[what]) for state, trials in times.items()} for times in rounds]
            print(f"\n{what}: " + ", ".join(f"{state} {statistics.median(each[state] for each in medians):.2f} ms" for state, _ in states), end="", flush=True)
            self.assertEqual({len(trials[what]) for times in rounds for trials in times.values()}, {TRIALS // ROUNDS})
            self.assertLess(difference(medians), 5, f"{what}: {medians}")

    def test_the_timing_comparison_distinguishes_a_leak_from_a_machine_that_slows_down(self):
        slower = [{"known": 4.0 + 5 * number, "unknown": 4.5 + 5 * number, "locked": 4.2 + 5 * number} for number in range(ROUNDS)]
        slower[2]["locked"] += 80
        self.assertLess(difference(slower), 1)
        self.assertGreater(difference([{**times, "known": times["known"] + 6} for times in slower]), 5)

    def test_the_same_lure_releases_a_password_if_the_user_confirms(self):
        for _ in range(TRIES):
            self.lure(VARIANTS["opacity-of-the-mark"])
            if released := set(self.consent()):
                break
        self.assertLessEqual({"password"}, released)


if __name__ == "__main__":
    unittest.main()
