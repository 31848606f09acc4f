# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Runs end-to-end tests in a process of another kind: an ordinary user's, since a person is not root and root may do too much, or one that
may mount file systems of its own."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from world_for_tests import PREFIX, PROGRAMS, ROOT

# A number that no account has: nothing but the tests' own files belongs to it.
NUMBER = 61_083
# Programs and sources are shown under paths that everybody may enter, wherever root keeps them.
BIND = """
set -e
mount --bind "$1" "$2/source"; mount --bind "$3" "$2/prefix"; mount --bind "$4" "$2/programs"
shift 4
exec "$@"
"""


def run_tests(names):
    """Runs tests by their names in a process of an ordinary user's; returns its status and what it printed."""
    folder = Path(tempfile.mkdtemp(prefix="passfold-person-", dir="/tmp"))
    try:
        return _run(folder, names)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_tests_with_mounts(names):
    """Runs tests by their names in a process that may mount; as its own root it needs nobody's leave."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'Tests/EndToEnd'}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", sys.executable, "-m", "unittest", "--verbose", *names], env=environment, cwd=ROOT,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def _run(folder, names):
    paths = {"source": Path(ROOT), "prefix": Path(PREFIX), "programs": Path(PROGRAMS).resolve()}
    own = folder / "own"
    own.mkdir(mode=0o700)
    before, python = [], sys.executable
    if os.geteuid() == 0:
        folder.chmod(0o755)
        os.chown(own, NUMBER, NUMBER)
        for name in paths:
            (folder / name).mkdir()
        before = ["unshare", "--mount", "sh", "-c", BIND, "sh", str(paths["source"]), str(folder), str(paths["prefix"]), str(paths["programs"]),
                  "setpriv", f"--reuid={NUMBER}", f"--regid={NUMBER}", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all"]
        paths = {name: folder / name for name in paths}
        # Root's own Python may lie where nobody else can read.
        python = shutil.which("python3", path="/usr/bin:/bin:/usr/local/bin") or python
    environment = {
        **{name: value for name, value in os.environ.items() if name in ("PATH", "LD_LIBRARY_PATH", "PASSFOLD_CHROMIUM")},
        "LANG": "C.UTF-8", "HOME": str(own), "TMPDIR": str(own), "USER": "person", "LOGNAME": "person", "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": f"{paths['source']}:{paths['source'] / 'Tests/EndToEnd'}",
        "PASSFOLD_TEST_PREFIX": str(paths["prefix"]), "PASSFOLD_TEST_PROGRAMS": str(paths["programs"]),
    }
    done = subprocess.run(
        [*before, python, "-m", "unittest", "--verbose", *names], env=environment, cwd=own if not before else "/",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout
