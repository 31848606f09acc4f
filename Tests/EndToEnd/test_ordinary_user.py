# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What users do, done by an ordinary user: root on a test machine sees and may do what nobody else can."""

import re
import unittest

from ordinary_user import run_tests


class OrdinaryUserTestCase(unittest.TestCase):

    def assert_walks(self, *names):
        status, output = run_tests(names)
        self.assertEqual(status, 0, output)
        ran = re.search(r"^Ran (\d+) tests? in .*\n\nOK$", output, re.MULTILINE)
        self.assertTrue(ran and int(ran.group(1)) >= len(names), f"not everything ran:\n{output}")


class OrdinaryUserTests(OrdinaryUserTestCase):

    def test_an_ordinary_user_sets_up_fills_and_signs_in_in_the_browser(self):
        self.assert_walks("test_journey.JourneyTests")

    def test_an_ordinary_user_signs_in_to_an_app_by_its_domain(self):
        self.assert_walks("test_app.AppTests.test_an_app_registers_and_signs_in_with_the_passkey_it_made")


class SandboxOfOrdinaryUserTests(OrdinaryUserTestCase):

    def test_an_ordinary_user_uses_a_provider_in_its_sandbox(self):
        self.assert_walks(
            "test_providers.DecisionTests.test_a_provider_answers_only_while_it_is_enabled",
            "test_providers.DecisionTests.test_a_provider_sees_its_own_folder_and_nothing_else_of_the_user",
            "test_sandbox.SandboxTests", "test_callers.CallerTests")


if __name__ == "__main__":
    unittest.main()
