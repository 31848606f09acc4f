# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a provider shows when the user enables it by command, with the real broker and the example provider."""

import os
import time
from unittest import mock

from provider_bundles import install_demo
from test_watch import OnTerminal


class ConfigurationTests(OnTerminal):
    def setUp(self):
        # With a display, the broker would open a window if no terminal is named.
        displays = mock.patch.dict(os.environ)
        displays.start()
        self.addCleanup(displays.stop)
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        super().setUp()
        install_demo(self.world, shows_setup=True)

    def test_enabling_a_provider_shows_its_set_up_in_the_terminal_and_then_the_provider_list(self):
        self.begin("passfold providers enable 'Demo Provider'")
        self.expect("Demo Provider is on")
        self.expect("Accounts: 1")
        time.sleep(0.5)
        self.type("\x1b")
        self.expect("org.example.DemoProvider")
        self.assertEqual(self.finish(), 0)
        answer = self.terminal.run("passfold providers enable 'Demo Provider'")
        self.assertNotIn("Accounts", answer.text, "the provider is already enabled, so nothing should be shown")

    def test_without_terminal_and_display_the_provider_is_enabled_and_the_missing_set_up_is_reported(self):
        answer = self.terminal.run("passfold providers enable 'Demo Provider' < /dev/null 2>&1 | cat")
        self.assertEqual(answer.status, 0)
        self.assertIn("Demo Provider is enabled, but its set-up could not be shown", answer.text)
        self.assertIn("ready", answer.text)
