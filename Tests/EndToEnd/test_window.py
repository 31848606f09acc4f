# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The windows on a real display, operated by keyboard and a screen reader's interface; the broker's part is simulated."""

import json
import queue
import signal
import subprocess
import time
import unittest
from pathlib import Path

from demo.devtools import until
from demo.looks import Look
from demo.pictures import ABOUT_DEVICES, PROVIDERS, STANDINGS, VIEWS, with_live_codes
from demo.played_broker import PlayedBroker
from desktop_for_tests import OnDesktop
from settling import SETTLE, let_it_settle
from world_for_tests import PREFIX

WINDOW = Path(PREFIX) / "libexec/passfold/passfold-window"
# The seconds since the last key or click before the next one counts (`PresentedView`).
IDLE = 0.3
# How often a user who presses without a pause, or early, tries again when a busy machine was too slow.
TRIES = 8


class WindowTestCase(OnDesktop, unittest.TestCase):
    arguments = []
    look = Look()

    def setUp(self):
        self.make_desktop(*self.look.size or ())
        self.broker = PlayedBroker(self.desktop.environment["XDG_RUNTIME_DIR"])
        self.addCleanup(self.broker.stop)

    def start(self, **variables):
        environment = {**self.desktop.environment, **self.look.environment(self.desktop), **variables}
        window = subprocess.Popen([WINDOW, *self.arguments], env=environment, stderr=subprocess.PIPE)

        def end():
            window.kill()
            window.wait()
            window.stderr.close()
        self.addCleanup(end)
        return window


class ViewTestCase(WindowTestCase):
    def setUp(self):
        super().setUp()
        self.window = self.start(PASSFOLD_SURFACE_TICKET="ticket-1")
        attached = self.broker.expect("attach-surface")
        self.assertEqual(attached["ticket"], "ticket-1")

    def show(self, name, id=1):
        """Shows a view and waits until it accepts answers."""
        self.broker.present(with_live_codes(VIEWS[name]), id=id)
        self.until_seen(VIEWS[name]["title"])
        let_it_settle()

    def event(self):
        message = self.broker.expect("view-event")
        return {key: message[key] for key in ("id", "view", "action", "row") if message.get(key) is not None}

    def height(self, name):
        """Returns the height in pixels of the window that shows a view."""
        window = self.desktop.xdotool("search", "--name", VIEWS[name]["title"]).split()[0]
        place = dict(line.split("=") for line in self.desktop.xdotool("getwindowgeometry", "--shell", window).split())
        return int(place["HEIGHT"])


class ViewTests(ViewTestCase):
    def answers(self, number):
        """Returns the answers to a view, once nothing more comes for a while; the previous view may have been answered while it was still
        visible."""
        found = []
        while True:
            try:
                message = self.broker.heard.get(timeout=0.4)
            except queue.Empty:
                return found
            if message["type"] == "view-event" and message["view"] == number:
                found.append(message)

    def press_on(self, view, *presses):
        """Keeps pressing while a view appears, like a user who is busy with something else: none of this answers. Returns the view as
        shown.

        presses: What `xdotool` does in turn, 40 times in all with 50 ms in between. For a while the window is too busy to notice; this does
        not count as a pause of the user.
        """
        # After each press, the display confirms that it has received it: a busy display causes pauses of its own.
        turns = [word for number in range(40) for word in (*presses[number % len(presses)], "getmouselocation", "sleep", "0.05")]
        for number in range(view["number"], view["number"] + TRIES):
            view = {**view, "number": number}
            self.broker.present(view)
            began = time.monotonic()
            with subprocess.Popen(["xdotool", *turns], env=self.desktop.environment, stdout=subprocess.DEVNULL) as pressing:
                time.sleep(1)
                self.window.send_signal(signal.SIGSTOP)
                time.sleep(0.6)
                self.window.send_signal(signal.SIGCONT)
            # All the additional time that it took may have been one pause.
            pause = time.monotonic() - began - 40 * 0.05
            self.assertEqual(pressing.returncode, 0)
            answers = self.answers(number)
            if not answers:
                return view
            self.assertGreater(pause, IDLE, f"what was meant for something else has answered: {answers}")
        return self.fail("this machine is too busy to press without a pause")

    def test_arrows_and_enter_pick_a_row(self):
        self.show("picker")
        self.desktop.keys("Return")
        self.assertTrue(self.broker.is_quiet(), "Enter has picked a row before any key moved to it")
        self.desktop.keys("Down", "Down", "Down", "Up", "Return")
        self.assertEqual(self.event(), {"id": 1, "view": 0, "action": "choose", "row": "password"})

    def test_tab_leads_to_a_row_and_enter_picks_it(self):
        self.show("picker")
        self.desktop.keys("Tab", "Return")
        self.assertEqual(self.event()["row"], "passkey")

    def test_typing_searches_and_enter_picks_the_match(self):
        self.show("codes")
        self.search("shop", gone="bank.example")
        self.desktop.keys("Return")
        self.assertEqual(self.event()["row"], "c0")

    def test_enter_after_a_search_never_picks_another_services_row(self):
        self.show("foreign")
        self.until_seen("Others")
        self.search("corp", gone="forms.example")
        self.desktop.keys("Return")
        self.assertTrue(self.broker.is_quiet(), "Enter has picked another service's password")
        self.desktop.keys("Down", "Return")
        self.assertEqual(self.event()["row"], "f1")

    def search(self, words, gone):
        self.desktop.keys(*words)
        until(lambda: not any(item["name"].startswith(gone) for item in self.tree()), 20, "the search leaves one", 0.2)

    def test_escape_cancels_and_alt_with_a_digit_picks(self):
        self.show("picker")
        self.desktop.keys("alt+3")
        self.assertEqual(self.event()["row"], "other")
        self.desktop.keys("Escape")
        self.assertEqual(self.event(), {"id": 1, "view": 0, "action": "cancel"})

    def test_alt_with_the_underlined_letter_confirms(self):
        self.show("confirmation")
        self.desktop.keys("alt+a")
        self.assertEqual(self.event()["action"], "confirm")

    def test_enter_does_not_confirm_a_destructive_question(self):
        self.show("destructive")
        self.desktop.keys("Return")
        self.assertEqual(self.event()["action"], "cancel")

    def test_keys_that_were_meant_for_something_else_answer_nothing(self):
        # Somebody continues to type while the question appears: Tab would lead to its buttons, and Return would press them.
        view = self.press_on(VIEWS["confirmation"], ("key", "--delay", "0", "Tab"), ("key", "--delay", "0", "Return"))
        self.until_seen("Add", "push button")
        let_it_settle()
        self.desktop.keys("Return")
        self.assertEqual(self.answers(view["number"]), [], "Enter has confirmed without moving to the button")
        # The next view of the same request appears while keys are already on their way.
        self.broker.present({**VIEWS["confirmation"], "number": 99, "title": "Something else?"})
        self.desktop.keys("alt+a", "Tab", "Tab", "Return")
        self.assertEqual(self.answers(99), [], "a key meant for the previous view has answered")
        self.until_seen("Something else?")
        let_it_settle()
        # Past the two facts of the question, and past Cancel.
        self.desktop.keys("Tab", "Tab", "Tab", "Tab", "Return")
        self.assertEqual(self.event(), {"id": 1, "view": 99, "action": "confirm"})

    def test_clicks_that_were_meant_for_something_else_answer_nothing(self):
        self.show_under_pointer()
        view = self.press_on({**VIEWS["confirmation"], "number": 9, "title": "Something else?"}, ("click", "1"))
        # Pressed too early and released later.
        for number in range(100, 100 + TRIES):
            began = time.monotonic()
            self.broker.present({**view, "number": number})
            time.sleep(0.2)
            self.desktop.xdotool("mousedown", "1")
            is_early = time.monotonic() - began < SETTLE
            let_it_settle()
            self.desktop.xdotool("mouseup", "1")
            if is_early:
                break
        self.assertTrue(is_early, "this machine is too busy to press early")
        self.assertEqual(self.answers(number), [], "a click that began before the view was visible has answered")
        self.desktop.xdotool("click", "1")
        self.assertEqual(self.event(), {"id": 1, "view": number, "action": "confirm"})

    def show_under_pointer(self):
        """Shows a question with the pointer on the button that continues."""
        self.show("confirmation")
        window = self.desktop.xdotool("search", "--name", VIEWS["confirmation"]["title"]).split()[0]
        place = dict(line.split("=") for line in self.desktop.xdotool("getwindowgeometry", "--shell", window).split())
        # That button is the right one of two equally wide ones.
        self.desktop.xdotool("mousemove", "--window", window, str(int(place["WIDTH"]) * 3 // 4), str(int(place["HEIGHT"]) - 35))

    def test_a_form_names_its_provider_and_where_the_text_goes(self):
        self.show("form")
        words = "What you type goes to Shop Passwords. Passfold never asks for your vault's passphrase here."
        self.until_seen(words, "label")
        field = self.until_seen("PIN", "password text", state="focused")
        self.assertEqual(field["description"], words)
        heading = self.until_seen(VIEWS["form"]["title"], "heading")
        self.assertIn("for Chromium, from Shop Passwords", heading["description"])

    def test_typed_text_is_sent_as_a_secret_with_the_answer_and_cleared_from_the_fields(self):
        self.show("form-entry")
        self.assertNotIn("sensitive", self.until_seen("Keep", "push button")["states"], "the button is enabled before anything was typed")
        self.desktop.keys("Return")
        self.assertTrue(self.broker.is_quiet(), "Enter has saved an entry without a password")
        self.until_seen("Password", "password text", state="focused")
        self.desktop.keys(*"sesame", "ediaeresis")
        self.until_seen("Keep", "push button", state="sensitive")
        self.desktop.keys("Return")
        message = self.broker.expect("view-event")
        self.assertEqual((message["view"], message["action"]), (11, "confirm"))
        self.assertEqual(message["secret"], "anne@shop.examplesesameë".encode())
        self.assertEqual(message["byteCounts"], [17, 8, 0])
        self.assertNotIn("sesame", json.dumps({**message, "secret": None}) + json.dumps(self.tree()))
        self.assertTrue(self.broker.is_quiet(), "clearing the fields has sent a message")

    def test_text_typed_before_the_form_appeared_is_in_no_field(self):
        view = self.press_on(VIEWS["form"], ("key", "--delay", "0", "a"), ("key", "--delay", "0", "Return"))
        self.until_seen("PIN", "password text")
        let_it_settle()
        self.desktop.keys("9", "Return")
        message = self.broker.expect("view-event")
        self.assertEqual((message["view"], message["secret"]), (view["number"], b"9"))

    def test_escape_cancels_a_form(self):
        self.show("form")
        self.desktop.keys("1", "Escape")
        message = self.broker.expect("view-event")
        self.assertEqual(message["action"], "cancel")
        self.assertNotIn("secret", message)

    def test_a_screen_reader_finds_names_and_roles(self):
        self.show("picker")
        heading = self.until_seen(VIEWS["picker"]["title"], "heading")
        self.assertIn("focused", heading["states"])
        self.assertIn("for Sign In", heading["description"])
        self.until_seen("anne@shop.example, Passkey in Passfold", "list item")
        self.desktop.keys("Down")
        self.until_seen("anne@shop.example, Passkey in Passfold", "list item", state="focused")
        self.assertTrue(any(item["name"] == "Suggested" and item["role"] in ("label", "list") for item in self.tree()))
        frame = next(item for item in self.tree() if item["name"] == VIEWS["picker"]["title"])
        self.assertIn("for Sign In", frame["description"])
        self.press_by_reader("Cancel")
        self.assertEqual(self.event()["action"], "cancel")

    def test_a_screen_reader_reads_codes_in_groups(self):
        self.show("codes")
        self.until_seen("shop.example, anne@shop.example, code 123 456", "list item")

    def test_a_dismissed_view_disappears_and_the_next_one_is_shown(self):
        self.show("message")
        self.broker.say({"type": "dismiss", "id": 1})
        until(lambda: not any(item["name"] == VIEWS["message"]["title"] for item in self.tree()), 20, "the window is gone", 0.2)
        self.show("busy", id=2)
        # For a screen reader each of them is a window, not only the first.
        self.until_seen(VIEWS["busy"]["title"], "frame")
        self.desktop.keys("Escape")
        self.assertEqual(self.event()["id"], 2)

    def test_a_view_can_be_larger_than_the_previous_one(self):
        self.show("busy")
        before = self.height("busy")
        self.show("confirmation")
        self.assertGreater(self.height("confirmation"), before)
        places = self.places()
        self.assertLess(places["Account: anne@shop.example"][3], places["Add"][1])

    def test_the_window_exits_when_the_broker_disconnects(self):
        self.show("picker")
        self.broker.connection.shutdown(2)
        self.assertEqual(self.window.wait(20), 0)


class SmallScreenTests(ViewTestCase):
    """On a telephone's screen, with letters twice the usual size."""
    look = Look(text=200, size=(360, 740))

    def test_a_long_question_keeps_its_buttons_visible_and_scrolls_by_keys(self):
        self.show("other-service")
        self.assertLessEqual(self.height("other-service"), 740)
        places = self.places()
        self.assertLessEqual(places["Fill in anyway"][3], 740)
        last = "Requested by: login.bank.example"
        self.assertGreater(places[last][3], places["Cancel"][1], "everything is visible, so this test shows nothing")
        for keys, is_seen in (["End"], True), (["Home"], False), (["Page_Down"] * 4, True), (["Page_Up"] * 4, False), (["Tab"] * 4 + ["End"], True):
            with self.subTest(keys=keys):
                self.desktop.keys(*keys)
                until(lambda: (self.places()[last][3] <= self.places()["Cancel"][1]) is is_seen, 20, lambda: f"{last} is seen: {is_seen}", 0.2)
        self.assertTrue(self.broker.is_quiet(), "scrolling has answered the question")
        self.desktop.keys("alt+f")
        self.assertEqual(self.event()["action"], "confirm")

    def test_a_long_form_starts_at_the_field_to_fill_in(self):
        self.show("form-entry")
        self.until_seen("Password", "password text", state="focused")
        places = self.places()
        self.assertLessEqual(places["Password"][3], places["Cancel"][1])
        self.assertLessEqual(places["Keep"][3], 740)

    def test_rows_are_reached_with_the_arrow_keys(self):
        self.show("codes")
        self.desktop.keys("Down", "Down", "Down")
        self.until_seen(VIEWS["codes"]["rows"][2]["title"], "list item", state="focused")
        places = self.places()
        row = next(box for name, box in places.items() if name.startswith(VIEWS["codes"]["rows"][2]["title"]) and "code" in name)
        self.assertLessEqual(row[3], places["Cancel"][1])
        self.assertLessEqual(places["Cancel"][3], 740)


class SettingsTestCase(WindowTestCase):
    arguments = ["--settings"]
    # What is seen once the providers are there.
    first = "Use Passfold"

    def setUp(self):
        super().setUp()
        self.providers = [dict(provider) for provider in PROVIDERS]
        self.about_devices = dict(ABOUT_DEVICES)

        def answer(message):
            if message["type"] == "providers":
                return {"type": "providers", "id": message["id"], "providers": self.providers}
            if message["type"] == "set-provider":
                return {"type": "done", "id": message["id"]}
            if message["type"] == "manage":
                return {"type": "managed", "id": message["id"], "answer": self.about_devices[message["request"]["type"]]}
            return None
        self.broker.answer = answer
        self.window = self.start()
        self.until_seen(self.first)


class SettingsTests(SettingsTestCase):
    def test_the_settings_show_each_provider_with_its_state_and_problem(self):
        text = json.dumps(self.tree())
        for words in ("Passfold", "Unlocked", "Turned off after repeated faults", "Move Other Vault up", "Save them in"):
            self.assertIn(words, text)

    def test_a_screen_reader_can_enable_and_move_a_provider(self):
        self.press_by_reader("Move Other Vault up")
        change = self.broker.expect("set-provider")
        self.assertEqual((change["identifier"], change["position"]), ("org.example.other", 0))
        self.press_by_reader("Use Third Vault")
        change = self.broker.expect("set-provider")
        self.assertEqual((change["identifier"], change["enabled"]), ("org.example.third", True))


class SmallSettingsTests(SettingsTestCase):
    """On a telephone's screen, with letters twice the usual size, and in the language with the longer words."""
    look = Look(text=200, size=(360, 740), language="de")
    first = "Passfold verwenden"

    def open_row(self, name):
        for _ in range(40):
            if any(item["name"].startswith(name) and item["role"] == "list item" and "focused" in item["states"] for item in self.tree()):
                return self.desktop.keys("Return")
            self.desktop.keys("Tab")
        return self.fail(f"the Tab key does not lead to {name!r}: {self.tree()}")

    def assert_fits(self):
        for name, box in self.places().items():
            self.assertLessEqual(box[2], 360, name)

    def test_nothing_is_wider_than_the_screen(self):
        self.assert_fits()
        self.assertIn("sensitive", self.until_seen("Other Vault verwenden")["states"])
        self.open_row("Other Vault")
        self.until_seen("Other Vault nach oben", "push button")
        self.assert_fits()
        self.press_by_reader("Other Vault nach oben")
        self.assertEqual(self.broker.expect("set-provider")["position"], 0)
        self.press_by_reader("Geräte und Abgleich")
        self.until_seen("Geräte anzeigen", "push button")
        self.press_by_reader("Geräte anzeigen")
        self.until_seen("laptop")
        self.assert_fits()
        self.open_row("laptop")
        self.until_seen("laptop entfernen", "push button")
        self.assert_fits()
        self.until_seen("ripple page wicker example celery lane")

    def test_the_actions_for_synchronisation_fit_the_screen_too(self):
        self.press_by_reader("Geräte und Abgleich")
        self.about_devices["sync-status"] = STANDINGS["stopped"]
        self.until_seen("Fortsetzen", "push button")
        self.until_seen("Zurückgestelltes übernehmen", "push button")
        self.assert_fits()
        self.open_row("Anderer Ort")
        self.until_seen("Wechseln", "push button")
        self.assert_fits()
        self.about_devices["sync-status"] = STANDINGS["off"]
        self.until_seen("Abgleichen", "push button")
        self.until_seen("Server oder Ordner")
        self.assertNotIn("passfold sync", json.dumps(self.tree()))
        self.assert_fits()


class OutsideTests(WindowTestCase):
    def test_without_a_ticket_the_window_exits_with_a_usage_message(self):
        window = self.start()
        self.assertEqual(window.wait(20), 64)
        self.assertIn(b"usage:", window.stderr.read())

    def test_without_a_display_the_window_points_to_passfold_surface(self):
        window = self.start(PASSFOLD_SURFACE_TICKET="t", DISPLAY="")
        self.assertEqual(window.wait(20), 69)
        self.assertIn(b"passfold surface", window.stderr.read())
