# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The driver's own parts: a scripted pinentry that follows the protocol, and a terminal that stays in its session."""

import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from demo.browser import Browser
from demo.devtools import DevToolsError
from demo.terminal import Terminal
from demo.world import ROOT


class ScriptedPinentryTests(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.answers, self.prompts = Path(folder.name) / "answers", Path(folder.name) / "prompts"

    def converse(self, answers, lines):
        self.answers.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
        done = subprocess.run(
            [str(ROOT / "demo/scripted_pinentry.py")], input="".join(line + "\n" for line in lines), capture_output=True, text=True,
            env={**os.environ, "PASSFOLD_DEMO_ANSWERS": str(self.answers), "PASSFOLD_DEMO_PROMPTS": str(self.prompts)}, timeout=20)
        return done.stdout.splitlines()

    def test_an_answer_is_escaped_and_used_only_once(self):
        said = self.converse([{"prompt": "vault", "pin": "50%\nx"}], ["SETDESC Open the%0AVault", "GETPIN", "GETPIN", "BYE"])
        self.assertEqual(said, ["OK Pleased to meet you", "OK", "D 50%25%0Ax", "OK", "ERR 83886179 Operation cancelled <Pinentry>",
                                "OK closing connection"])

    def test_the_log_contains_the_prompts_and_never_the_answers(self):
        self.converse([{"prompt": "*", "pin": "sesame"}], ["SETDESC Open", "SETPROMPT Passphrase:", "GETPIN"])
        self.assertEqual(json.loads(self.prompts.read_text()), {"kind": "getpin", "desc": "Open", "prompt": "Passphrase:"})
        self.assertNotIn("sesame", self.prompts.read_text())

    def test_an_unknown_command_is_an_error_and_does_not_end_the_conversation(self):
        said = self.converse([{"prompt": "confirm"}], ["FROBNICATE", "CONFIRM", "BYE"])
        self.assertTrue(said[1].startswith("ERR 83886355"))
        self.assertEqual(said[2:], ["OK", "OK closing connection"])


class TerminalTests(unittest.TestCase):

    def test_commands_share_one_session_and_report_their_status(self):
        terminal = Terminal(dict(os.environ), "/")
        self.addCleanup(terminal.close)
        session = terminal.run("cut -d' ' -f6 /proc/$$/stat").text
        self.assertEqual(terminal.run("cut -d' ' -f6 /proc/self/stat").text, session)
        self.assertEqual(terminal.run("sh -c 'exit 3'").status, 3)
        self.assertEqual(terminal.run("printf 'a\\nb\\n'").text, "a\nb")


class BrowserTests(unittest.TestCase):

    def test_a_call_to_a_page_that_closes_itself_fails_without_waiting(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        browser = Browser(folder.name + "/profile", None, {**os.environ, "HOME": folder.name}, folder.name + "/log")
        self.addCleanup(browser.quit)
        browser.first_page()
        for wait in range(30):
            page = browser.new_page()
            page.read(f"setTimeout(() => window.close(), {wait % 7})")
            start = time.monotonic()
            with self.assertRaises(DevToolsError):
                while time.monotonic() - start < 5:
                    page.node("body")
            self.assertLess(time.monotonic() - start, 5)


if __name__ == "__main__":
    unittest.main()
