# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What `make install` requires of a computer, and what it tells users whose shell does not search where it installs."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from demo.world import ROOT
from world_for_tests import PROGRAMS


class NewcomerTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="passfold-newcomer-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def program(self, name, text):
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def demanded(self, *options):
        """Returns the packages that users without permission to install are told to install, on a Debian that has none."""
        self.program("dpkg-query", "exit 1")
        self.program("apt-get", "exit 1")
        self.program("id", "echo 1000")
        done = subprocess.run([ROOT / "scripts/bootstrap", *options], capture_output=True, text=True, env={"PATH": f"{self.folder}/bin:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, 1)
        return set(re.search(r"--no-install-recommends (.+)", done.stderr).group(1).split())

    def test_an_installation_requires_only_build_and_run_time_packages_and_none_for_browsers_or_tests(self):
        control = (ROOT / "debian/control").read_text()
        named = set(re.findall(r"[a-z0-9][a-z0-9.+-]+", control))
        script = (ROOT / "scripts/bootstrap").read_text()
        toolchain = set(re.search(r"^toolchain=\(([^)]*)\)", script, re.MULTILINE).group(1).split())
        least = self.demanded("--install")
        self.assertLessEqual(least - toolchain - named, {"ca-certificates", "git", "make"})
        self.assertLess(least, self.demanded())
        self.assertIn("scripts/bootstrap --install\n", subprocess.run(["make", "-n", "install"], cwd=ROOT, capture_output=True, text=True).stdout)

    def test_an_installation_says_what_to_do_if_its_folder_is_not_in_the_path(self):
        prefix = self.folder / ".local"

        def install(path):
            done = subprocess.run([ROOT / "scripts/install", "--complete", prefix, PROGRAMS], capture_output=True, text=True, env={**os.environ, "PATH": path})
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout
        self.assertIn(f'export PATH="{prefix}/bin:$PATH"', install(os.environ["PATH"]))
        self.assertEqual(install(f"{os.environ['PATH']}:{prefix}/bin"), "")


if __name__ == "__main__":
    unittest.main()
