# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""How much of the computer a provider can use, and what the user is told if nothing confines it."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path

from broker_clients import SettingsClient
from demo.devtools import until
from ordinary_user import run_tests_with_mounts
from provider_bundles import DEMO, install_demo
from test_providers import ProviderTestCase


class SandboxTests(ProviderTestCase):

    def pick(self, account, timeout=20.0):
        """Chooses an entry of the misbehaving provider."""
        items = {}
        until(lambda: self.browser.ask("status") and items.update(
            {item["account"]: item for item in self.browser.suggestions(f"{account.lower()}.example", "one-time-code")}) or account in items,
            timeout=20, what=f"the entry {account}")
        return self.browser.answer_to(self.browser.begin("provide", token=items[account]["token"]), timeout=timeout)

    def other_answers(self):
        item = self.browser.suggestions("shop.example", "current-password")[0]
        self.assertEqual(self.browser.ask("provide", token=item["token"])["password"], "hunter2")

    def test_a_providers_use_of_the_computers_resources_is_bounded(self):
        self.make_providers(1)
        self.enable(self.misbehaving[0])
        answer = self.pick("limits")
        reached = re.fullmatch(r"p(\d+)m(\d+)s(\d+)t(\d+)(.*)", answer.get("code", ""))
        self.assertTrue(reached, answer)
        processes, memory, shared, temporary = map(int, reached.groups()[:4])
        # No namespaces, keys, programs for the kernel, typing into terminals, other socket families or files beside its own.
        self.assertEqual(reached.group(5), "u0k0b0i0j0a0v0x1c0e0")
        self.assertTrue(100 < memory < 700, f"{memory} MiB of its own")
        self.assertLess(shared, 6, f"{shared} GiB of shared memory")
        self.assertLessEqual(temporary, 64, f"{temporary} MiB of temporary files")
        if os.geteuid():
            # No kernel limits the number of root's processes.
            self.assertTrue(8 < processes < 160, f"{processes} processes")
        print(f"\na provider reaches {processes} processes, {memory} MiB, {shared} GiB shared, {temporary} MiB of temporary files", flush=True)

    def test_a_provider_that_exhausts_its_resources_is_ended_and_harms_no_other(self):
        self.make_providers(1, HEADLESS=1.5, SILENCE=0.5, FILE=4)
        self.enable(DEMO, self.misbehaving[0])
        own = self.world.data / "passfold/provider-data" / self.misbehaving[0]
        for fault in ("memoryHog", "processorHog", "diskFiller", "forkBomb"):
            with self.subTest(fault=fault):
                until(lambda: self.world.processes("MisbehavingProvider"), what="its process")
                before = set(self.world.processes("MisbehavingProvider"))
                self.assertEqual(self.pick(fault).get("code"), "providerFailed")
                self.other_answers()
                # A process that hangs is ended after a time of silence; another process takes its place.
                until(lambda: not before & set(self.world.processes("MisbehavingProvider")), what="the end of its process")
                until(lambda: self.sleepers() == 0, what="the end of what it started")
                self.settings.set(self.misbehaving[0], enabled=True)
        self.assertLessEqual((own / "filler").stat().st_size, 4 << 20)

    def sleepers(self):
        """Returns how many processes of a fork bomb are left."""
        count = 0
        for entry in Path("/proc").iterdir():
            try:
                count += entry.name.isdigit() and (entry / "cmdline").read_bytes().startswith(b"sleep\x00601")
            except OSError:
                continue
        return count

    def test_a_providers_process_runs_with_its_limits(self):
        self.make_providers(0)
        self.enable(DEMO)
        numbers = self.world.processes("DemoProvider")
        self.assertTrue(numbers)
        status = {line.split(":")[0]: line.split(":")[1].strip() for line in Path(f"/proc/{numbers[0]}/status").read_text().splitlines()}
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"], status["CapEff"]), ("1", "2", "0" * 16))
        limits = {line[:25].strip(): line[25:].split()[:2] for line in Path(f"/proc/{numbers[0]}/limits").read_text().splitlines()}
        self.assertEqual(limits["Max core file size"], ["0", "0"])
        self.assertEqual(limits["Max open files"], ["64", "64"])
        self.assertEqual(limits["Max cpu time"], ["900", "900"])
        self.assertEqual(limits["Max file size"], [str(256 << 20)] * 2)

    def test_the_vault_sees_its_own_folders_and_nothing_else_of_the_user(self):
        self.make_providers(0)
        vault = until(lambda: self.world.listener("vault.sock"), what="the vault behind its door")
        about = Path(f"/proc/{vault}")
        status = {line.split(":")[0]: line.split(":")[1].strip() for line in (about / "status").read_text().splitlines()}
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"], status["CapEff"], status["CapBnd"]), ("1", "2", "0" * 16, "0" * 16))
        # A separate session, and the same process numbers as outside.
        self.assertEqual((about / "stat").read_text().rpartition(")")[2].split()[2:4], [str(vault)] * 2)
        self.assertEqual(status["NSpid"], str(vault))
        self.assertRegex((about / "limits").read_text(), r"Max core file size +0 +0 ")
        # Its network has one interface, which is down.
        self.assertEqual([line.split(":")[0].strip() for line in (about / "net/dev").read_text().splitlines()[2:]], ["lo"])
        self.assertEqual((about / "net/fib_trie").read_text(), "")
        self.assertEqual((about / "uid_map").read_text().split(), [str(os.geteuid())] * 2 + ["1"])

        shown = {}
        for line in (about / "mountinfo").read_text().splitlines():
            before, after = line.split(" - ")
            shown[before.split()[4]] = (after.split()[0], before.split()[5].split(","))
        own, runtime = self.world.data / "passfold", self.world.runtime / "passfold"

        def around(path):
            """Returns the mount point to which a path belongs in the sandbox."""
            return max((point for point in shown if Path(path) == Path(point) or Path(point) in Path(path).parents), key=len)

        for path in (self.world.home, self.world.home / ".config", self.world.data / "other", self.world.runtime / "other", "/root", "/var/lib"):
            self.assertEqual(shown[around(path)][0], "tmpfs", f"{path} is shown as {around(path)}")
        self.assertEqual((around(own / "vault"), around(runtime / "vault.sock")), (str(own), str(runtime)))
        self.assertEqual(shown[str(own / "provider-data")][0], "tmpfs")
        self.assertIn("ro", shown[str(own / "providers")][1])
        writable = {point for point, (_, options) in shown.items() if "rw" in options and not point.startswith(("/dev", "/proc"))}
        # The scripted pinentry's own folder is let through by PASSFOLD_PINENTRY_PATHS.
        self.assertEqual(writable - {str(self.world.prompting)}, {str(own), str(own / "provider-data"), str(runtime), "/tmp", "/var/tmp"})
        for point, (_, options) in shown.items():
            self.assertIn("nosuid", options, point)
            if not point.startswith("/dev"):
                self.assertIn("nodev", options, point)

    def test_the_vault_exits_on_a_sandbox_plan_that_it_does_not_understand(self):
        self.make_world()
        program = self.world.prefix / "lib/passfold/providers/Passfold.provider/passfold-vault"
        for plan, said in ((b"--unshare-net\0--open-sesame\0", "unknown word in its plan --open-sesame"), (b"--ro-bind-try\0/usr\0", "nothing follows"),
                           (b"--unshare-net", "incomplete"), (b"", "incomplete"), (b"--bind\0/nonesuch\0/nonesuch\0", "/nonesuch: No such file"),
                           (b"--tmpfs\0tmp\0", "cannot be planned"), (None, "Bad file descriptor")):
            with self.subTest(plan=plan):
                reading, writing = os.pipe()
                os.write(writing, plan or b"")
                os.close(writing)
                done = subprocess.run(
                    [program], env={**self.world.environment, "PASSFOLD_SANDBOX_DESCRIPTOR": str(reading)}, stdin=subprocess.DEVNULL,
                    pass_fds=[reading] if plan is not None else [], capture_output=True, text=True, timeout=60)
                os.close(reading)
                self.assertEqual(done.returncode, 1)
                self.assertIn("passfold-vault: error: the sandbox cannot be made", done.stderr)
                self.assertIn(said, done.stderr)
        self.assertFalse((self.world.runtime / "passfold").exists())


class UnconfinedTests(ProviderTestCase):

    def hide_bubblewrap(self, replacement=None):
        """Sets the user's PATH to one that has everything except bubblewrap, or has another program in its place."""
        programs = self.world.folder / "programs"
        programs.mkdir()
        for folder in os.environ.get("PATH", "/usr/bin:/bin").split(":"):
            for program in Path(folder).iterdir() if os.path.isdir(folder) and os.access(folder, os.R_OK) else []:
                place = programs / program.name
                if program.name != "bwrap" and not place.is_symlink():
                    place.symlink_to(program)
        if replacement:
            (programs / "bwrap").write_text(replacement)
            (programs / "bwrap").chmod(0o755)
        self.world.environment["PATH"] = f"{self.world.prefix / 'bin'}:{programs}"

    def assert_told(self, state, words):
        install_demo(self.world, shows_setup=True)
        self.world.start_broker()
        self.settings = SettingsClient(self.world)
        self.addCleanup(self.settings.close)
        self.browser = self.client()
        self.enable(DEMO)
        items = until(lambda: self.browser.suggestions("shop.example", "current-password"), what="its suggestions")
        self.assertEqual(self.browser.ask("provide", token=items[0]["token"])["password"], "hunter2")
        self.person.terminal = self.world.terminal()
        self.assertIn(f"NONE, {words}", self.run_well("passfold providers doctor").text)
        self.assertIn(f"NONE, {words}", self.run_well("passfold status").text)
        status = json.loads(self.run_well("passfold status --json").text)
        # The vault makes its own sandbox, without bubblewrap.
        self.assertEqual({provider["name"]: provider.get("unconfined") for provider in status["broker"]["providers"]}, {"Passfold": None, "Demo Provider": state})
        self.assertIn("providers run without a sandbox", self.world.log("passfold-broker.log"))
        limits = Path(f"/proc/{self.world.processes('DemoProvider')[0]}/limits").read_text()
        self.assertRegex(limits, r"Max open files +64 +64 ")

    def test_without_bubblewrap_providers_run_unsandboxed_and_the_user_is_warned(self):
        self.make_world()
        self.hide_bubblewrap()
        self.assert_told("bubblewrapMissing", "bubblewrap is not installed")

    def test_with_namespaces_forbidden_providers_run_unsandboxed_and_the_user_is_warned(self):
        self.make_world()
        # Bubblewrap's message on a system with `kernel.unprivileged_userns_clone=0`.
        self.hide_bubblewrap("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
        self.assert_told("namespacesForbidden", "this system does not allow your programs to use user namespaces")

    def test_with_an_old_bubblewrap_providers_run_unsandboxed_and_the_user_is_warned(self):
        self.make_world()
        self.hide_bubblewrap(
            '#!/bin/sh\nfor word; do case $word in --size | --add-seccomp-fd) echo "bwrap: Unknown option $word" >&2; exit 1;; esac; done\n'
            'exec /usr/bin/bwrap "$@"\n')
        self.assert_told("bubblewrapTooOld", "bubblewrap is older than 0.8")

    def test_without_user_namespaces_the_vault_runs_unsandboxed_and_the_user_is_warned(self):
        status, output = run_tests_with_mounts(["no_namespaces.NoNamespacesTests"])
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"(?m)^Ran 1 test in .*\n\nOK$")


if __name__ == "__main__":
    unittest.main()
