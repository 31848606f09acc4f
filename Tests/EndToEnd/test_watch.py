# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The live list and the set-up on a real terminal, with the real broker and vault."""

import os
import re
import select
import signal
import time

from demo.terminal import END
from world_for_tests import WorldTestCase

LEAVE_SCREEN = "\x1b[?1049l"
CODE = re.compile(r"\d{3} \d{3}")


class OnTerminal(WorldTestCase):
    def setUp(self):
        self.make_world()
        self.make_vault()
        self.terminal = self.person.terminal
        self.seen = ""

    def begin(self, command, columns=80, rows=24):
        self.terminal.resize(columns, rows)
        self.seen = ""
        self.terminal.begin(command)

    def expect(self, pattern, seconds=30):
        """Reads until the text appears; text read earlier no longer counts."""
        end = time.monotonic() + seconds
        while not (match := re.search(pattern, self.seen, re.DOTALL)):
            self.assertGreater(end, time.monotonic(), f"waiting for {pattern!r}: {self.seen[-800:]!r}")
            if select.select([self.terminal._main], [], [], 0.5)[0]:
                self.seen += os.read(self.terminal._main, 65536).decode(errors="replace")
        before, self.seen = self.seen[:match.end()], self.seen[match.end():]
        return before

    def command(self):
        """Returns the process of the running command."""
        shell = self.terminal.shell.pid
        with open(f"/proc/{shell}/task/{shell}/children") as file:
            return int(file.read().split()[-1])

    def type(self, text):
        os.write(self.terminal._main, text.encode())

    def finish(self):
        """Returns the command's status, whether or not its end was already read."""
        if match := END.search(self.seen.encode()):
            return int(match.group(1))
        return self.terminal.finish().status


class WatchTests(OnTerminal):
    def test_the_live_list_shows_codes_at_80_by_24_and_leaves_none_on_the_screen(self):
        self.begin("passfold code --watch")
        shown = self.expect(r"Enter copies")
        self.assertRegex(shown, CODE)
        self.assertIn("\x1b[?1049h", shown)
        self.type("nothing-like-it")
        self.expect("No account matches")
        self.type("\x1b")
        self.expect(CODE.pattern)
        time.sleep(0.2)
        self.type("\x1b")
        left = self.expect(re.escape(LEAVE_SCREEN))
        self.assertIn("\x1b[2J", left[-60:], "the screen is wiped before it is left")
        self.assertNotRegex(left[left.rindex("\x1b[2J"):], CODE)
        self.assertEqual(self.finish(), 0)

    def test_the_live_list_fits_40_by_12_and_follows_the_terminals_size(self):
        self.begin("passfold code --watch", columns=40, rows=12)
        self.expect(r"Enter copies")
        self.terminal.resize(80, 24)
        self.expect(r"\x1b\[24;1H.*Enter copies")
        self.terminal.resize(20, 3)
        self.expect(r"\x1b\[2J")
        time.sleep(0.5)
        self.seen = ""
        self.type("\x0c")
        self.expect(r"\x1b\[\?2026l")
        self.type("\x03")
        self.assertEqual(self.finish(), 0)

    def test_the_live_list_can_be_suspended_and_resumed(self):
        self.begin("passfold code --watch")
        self.expect(r"Enter copies")
        self.type("\x1a")
        stopped = self.expect(re.escape(LEAVE_SCREEN))
        self.assertNotRegex(stopped[stopped.rindex("\x1b[2J"):], CODE)
        self.finish()
        self.begin("fg")
        self.expect(r"Enter copies")
        self.type("\x03")
        self.finish()

    def test_no_color_removes_colour_and_a_dumb_terminal_is_refused(self):
        self.begin("NO_COLOR=1 passfold code --watch")
        shown = self.expect(r"Enter copies")
        self.assertNotRegex(shown, r"\x1b\[[0-9;]*3[0-7]m")
        self.type("\x03")
        self.finish()
        refused = self.terminal.run("TERM=dumb passfold code --watch")
        self.assertEqual(refused.status, 64)
        self.assertIn("--plain", refused.text)

    def test_locking_the_vault_removes_the_codes_from_the_screen(self):
        self.begin("passfold code --watch")
        self.expect(r"Enter copies")
        other = self.world.terminal()
        other.run("passfold lock")
        self.expect("The vault is locked")
        self.always_answer()
        self.type("\r")
        self.expect(CODE.pattern)
        self.type("\x03")
        self.finish()

    def test_sigterm_ends_the_live_list_and_restores_the_terminal(self):
        before = self.run_well("stty -g").text
        self.begin("passfold code --watch")
        self.expect(r"Enter copies")
        os.kill(self.command(), signal.SIGTERM)
        self.expect(re.escape(LEAVE_SCREEN))
        self.finish()
        self.assertEqual(self.run_well("stty -g").text, before)


class SetUpTests(OnTerminal):
    def begin_open(self, link):
        (self.world.home / "link").write_text(link + "\n")
        self.begin("passfold open - < link")

    def test_an_existing_code_stays_until_the_new_one_was_accepted(self):
        old = self.run_well(f"passfold show {self.person.service} --kind one-time-code --json").text
        self.begin_open(f"otpauth://totp/{self.person.service}:{self.person.user}?secret=GEZDGNBVGY3TQOJQ&issuer={self.person.service}")
        self.expect("only 80 bits")
        self.expect(r"Number from 1 to")
        self.type("\n")
        self.expect("Was the code accepted")
        listed = self.world.terminal().run("passfold list --json").text
        self.assertIn(old.split('"record":"')[1][:32], listed)
        self.assertIn('"pending":true', listed)
        self.type("y\n")
        self.assertEqual(self.finish(), 0)
        details = self.run_well(f"passfold show {self.person.service} --kind one-time-code").text
        self.assertIn("80 bits", details)
        self.assertIn("Before 0", details)

    def test_a_link_is_wiped_from_the_process_arguments(self):
        link = "otpauth://totp/Fresh:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=fresh.example"
        self.begin(f"passfold open '{link}'")
        self.expect("Add it")
        with open(f"/proc/{self.command()}/cmdline", "rb") as file:
            arguments = file.read()
        self.assertTrue(arguments.startswith(b"passfold\0open\0"), arguments)
        self.assertNotIn(b"GEZDGNBV", arguments)
        self.type("n\n")
        self.assertEqual(self.finish(), 130)
        self.assertNotIn("Fresh", self.run_well("passfold list").text)
