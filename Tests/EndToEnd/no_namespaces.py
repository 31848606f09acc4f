# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The vault on a system that allows no user namespaces; test_sandbox.py runs this in a process that can forbid them."""

import json
from pathlib import Path

from world_for_tests import WorldTestCase


class NoNamespacesTests(WorldTestCase):

    def test_without_user_namespaces_the_vault_runs_unsandboxed_and_reports_it(self):
        # Applies to this process's own user namespace and those created below it.
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
        self.make_world()
        self.make_vault()
        words = "NONE, this system does not allow your programs to use user namespaces"
        self.assertIn(words, self.run_well("passfold providers doctor").text)
        self.assertIn(words, self.run_well("passfold status").text)
        status = json.loads(self.run_well("passfold status --json").text)
        self.assertEqual([provider.get("unconfined") for provider in status["broker"]["providers"]], ["namespacesForbidden"])
        self.assertIn("runs without a sandbox", self.world.log("passfold-broker.log"))
        (vault,) = self.world.processes("passfold-vault")
        self.assertEqual(Path(f"/proc/{vault}/mountinfo").read_text(), Path("/proc/self/mountinfo").read_text())
        self.assertRegex(Path(f"/proc/{vault}/limits").read_text(), r"Max core file size +0 +0 ")
        self.assert_nothing_lost()
