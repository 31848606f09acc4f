# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The views in a terminal, operated with typed keys: an app that runs there, the `passfold surface` that it starts, the real broker and two
providers."""

import json
import os
import re
import termios
import time
import unittest

from apps_for_tests import MEMBERS, InstalledApp
from demo.devtools import until
from demo.pictures import Screen
from provider_bundles import DEMO, install_demo
from settling import let_it_settle
from test_watch import LEAVE_SCREEN, OnTerminal

PASSWORD = "lantern-hunter-2"
FOOT = "Enter picks"
# Sequences that select a background (ECMA-48 §8.3.117): a terminal's own background is light or dark, and text in its own colours is
# readable on both.
BACKGROUND = re.compile(r"\x1b\[(?:[\d;]*;)?(?:4[0-8]|10[0-7]|7)(?:;[\d;]*)?m")


class SurfaceTests(InstalledApp, OnTerminal):

    def setUp(self):
        super().setUp()
        install_demo(self.world)
        accounts = [{"id": str(number), "service": "shop.example", "user": f"person{number:02}", "password": PASSWORD} for number in range(15)]
        (self.world.data / f"passfold/provider-data/{DEMO}/accounts.json").write_text(json.dumps(accounts))
        self.run_well(f"passfold providers enable {DEMO}")
        self.install_app()
        self.entitle("webcredentials:shop.example")
        self.serve(*MEMBERS)
        self.sign_up("person07", PASSWORD)
        self.run_well(f"unset DISPLAY WAYLAND_DISPLAY; export https_proxy={self.proxy}")
        self.always_answer()

    def open_picker(self, columns=80, rows=24, variables=""):
        self.begin(f"{variables} {self.command_line} sign-in", columns, rows)
        shown = self.expect(FOOT)
        let_it_settle()
        return shown

    def screen(self, columns=80, rows=24):
        """Returns the content of the screen after it is redrawn."""
        self.seen = ""
        self.type("\x0c")
        drawn = self.expect(FOOT + r".*\x1b\[\?2026l")
        screen = Screen(columns, rows)
        screen.feed(drawn)
        return ["".join(character for character, _ in line).rstrip() for line in screen.cells]

    def test_a_search_and_enter_pick_a_password_and_the_terminal_is_restored(self):
        before = termios.tcgetattr(self.terminal._main)
        shown = self.open_picker()
        self.assertIn("\x1b[?1049h", shown)
        lines = self.screen()
        self.assertEqual(lines[0], "Sign in to shop.example")
        self.assertIn("for Sign In", lines[1])
        self.assertTrue(any("Password in Demo Provider" in line for line in lines), lines)
        self.assertTrue(any(self.person.user in line and "Password in Passfold" in line for line in lines), lines)
        self.type("son07")
        self.expect("Search: son07")
        lines = self.screen()
        self.assertEqual(sum("Password in" in line for line in lines[:10]), 1, lines)
        self.type("\r")
        left = self.expect(r"Signed in as person07")
        self.assertIn(LEAVE_SCREEN, left)
        self.assertEqual(self.finish(), 0)
        self.assertEqual(termios.tcgetattr(self.terminal._main)[:4], before[:4])

    def test_arrows_move_and_a_search_without_results_picks_nothing(self):
        self.open_picker()
        self.assertIsNone(self.marked(self.screen()), "a row is selected before any key moved to it")
        let_it_settle()
        self.type("\r")
        time.sleep(0.3)
        self.assertIsNotNone(self.process_of("passfold"), "Enter has picked a row without a selection")
        self.type("\x1b[B")
        self.assertEqual(self.marked(self.screen()), self.person.user)
        self.type("\x1b[B\x1b[B\x1b[A")
        self.assertEqual(self.marked(self.screen()), "person00")
        self.type("\x1b[F")
        self.assertEqual(self.marked(self.screen()), "person14")
        self.type("nobody")
        self.expect("No results")
        self.type("\r")
        time.sleep(0.3)
        self.assertIsNotNone(self.process_of("passfold"), "Enter has answered without a row")
        # The first Escape clears the search, the second leaves.
        self.type("\x1b")
        self.expect("Type to search")
        let_it_settle()
        self.type("\x1b")
        self.expect("1001: ")
        self.assertEqual(self.finish(), 1)

    @staticmethod
    def marked(lines):
        """Returns the name in the row that is marked as selected."""
        return next((line.split()[1] for line in lines if line.startswith(">")), None)

    def process_of(self, program):
        return next(iter(self.world.processes(program)), None)

    def test_a_registration_is_confirmed_by_its_own_key_and_cancelled_by_control_c(self):
        self.begin(f"{self.command_line} register ada")
        self.expect("Esc cancels")
        let_it_settle()
        self.type("\x03")
        self.expect("1001: ")
        self.assertEqual(self.finish(), 1)
        self.begin(f"{self.command_line} register ada")
        self.expect("Esc cancels")
        # Keys that were meant for something else do not answer, and keep the question from accepting answers.
        for _ in range(10):
            self.type("y")
            time.sleep(0.1)
        let_it_settle()
        self.type("\r")
        time.sleep(0.3)
        self.assertIsNotNone(self.process_of("passfold"), "a key that was meant for something else has confirmed")
        self.type("y")
        self.expect("Signed in as ada")
        self.assertEqual(self.finish(), 0)

    def test_the_picker_follows_the_terminals_size_down_to_20_by_5(self):
        self.open_picker()
        for columns, rows in ((40, 12), (100, 30), (20, 5)):
            self.seen = ""
            self.terminal.resize(columns, rows)
            self.expect(r"\x1b\[\?2026l")
            lines = self.screen(columns, rows) if rows > 5 else []
            self.assertTrue(all(len(line) <= columns for line in lines), lines)
            if lines:
                self.assertEqual(lines[0], "Sign in to shop.example")
                self.assertIn(self.person.user, "\n".join(lines))
        self.type("\x03")
        self.assertEqual(self.finish(), 1)

    def test_no_background_is_set_so_that_the_terminals_own_colours_apply(self):
        shown = self.open_picker()
        self.assertNotRegex(shown, BACKGROUND)
        self.type("\x03")
        self.assertEqual(self.finish(), 1)
        shown = self.open_picker(variables="NO_COLOR=1")
        self.assertNotRegex(shown, r"\x1b\[(?:\d+;)*3\d")
        self.type("\x03")
        self.assertEqual(self.finish(), 1)

    def test_a_dumb_terminal_gets_a_numbered_list_and_reads_a_number(self):
        self.begin(f"TERM=dumb {self.command_line} sign-in")
        shown = self.expect("empty line to cancel")
        while "empty line to cancel" in shown:
            # If the list has changed meanwhile, it is printed again with the numbers that are now valid.
            self.assertNotIn("\x1b[?1049h", shown)
            number = re.findall(r"(\d+)\. person07, ", shown)[-1]
            let_it_settle()
            self.type(f"{number}\n")
            shown = self.expect("empty line to cancel|Signed in as person07")
        self.assertEqual(self.finish(), 0)

    def guard_by_pin(self, pin):
        """Gives each account of the example provider a PIN; its process reads them when it is restarted."""
        file = self.world.data / f"passfold/provider-data/{DEMO}/accounts.json"
        file.write_text(json.dumps([{**account, "pin": pin} for account in json.loads(file.read_text())]))
        self.run_well(f"passfold providers disable {DEMO} && passfold providers enable {DEMO}")

    def test_a_providers_pin_is_typed_into_its_form_and_is_seen_nowhere(self):
        self.guard_by_pin("zoë 0815")
        self.open_picker()
        self.type("son07")
        self.expect("Search: son07")
        self.type("\r")
        shown = self.expect("Enter: Unlock")
        self.assertIn("What you type goes to Demo Provider.", shown)
        let_it_settle()
        self.seen = ""
        self.type("wrong\r")
        shown = self.expect("type it again.*Enter: Unlock")
        let_it_settle()
        # Deletes a character too many, which may have two bytes.
        self.type("zoë 0815é\x7f\r")
        shown += self.expect("Signed in as person07")
        self.assertNotIn("0815", shown)
        self.assertNotIn("wrong", shown)
        self.assertEqual(self.finish(), 0)

    def test_on_a_dumb_terminal_a_typed_pin_is_not_shown(self):
        self.guard_by_pin("0815")
        self.begin(f"TERM=dumb {self.command_line} sign-in")
        shown = self.expect("empty line (to cancel|cancels)")
        while "PIN" not in shown:
            number = re.findall(r"(\d+)\. person07, ", shown)[-1]
            let_it_settle()
            self.seen = ""
            self.type(f"{number}\n")
            shown = self.expect("empty line (to cancel|cancels)")
        self.assertIn("What you type goes to Demo Provider.", shown)
        let_it_settle()
        self.seen = ""
        self.type("0815\n")
        self.assertNotIn("0815", self.expect("Signed in as person07"))
        self.assertEqual(self.finish(), 0)

    def test_the_surface_leaves_the_screen_when_the_app_is_killed(self):
        self.open_picker()
        os.kill(self.world.processes("SignInApp")[0], 9)
        self.expect(re.escape(LEAVE_SCREEN))
        until(lambda: self.process_of("passfold") is None, 10, "the end of the surface")


if __name__ == "__main__":
    unittest.main()
