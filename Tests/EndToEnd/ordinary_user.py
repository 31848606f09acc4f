# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Runs end-to-end tests in a process of another kind: one of an ordinary user, since users are not root and root has too many permissions,
or one that can mount file systems."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from world_for_tests import PREFIX, PROGRAMS, ROOT

# A number without an account: only the tests' own files belong to it.
NUMBER = 61_083
# Programs and sources are mounted at paths that everybody may enter, wherever root keeps them.
BIND = """
set -e
mount --bind "$1" "$2/source"; mount --bind "$3" "$2/prefix"; mount --bind "$4" "$2/programs"
shift 4
exec "$@"
"""


def run_tests(names):
    """Runs tests by their names in a process of an ordinary user; returns its status and its output."""
    folder = Path(tempfile.mkdtemp(prefix="passfold-person-", dir="/tmp"))
    try:
        return _run(folder, names)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_tests_with_mounts(names):
    """Runs tests by their names in a process that can mount; it is root in its own user namespace, so it needs no permission."""
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
        # Root's own Python may be where nobody else can read it.
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
