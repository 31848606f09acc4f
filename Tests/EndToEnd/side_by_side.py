# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Which end-to-end tests there are, and one group of them with the time that each took.

    python3 Tests/EndToEnd/side_by_side.py             prints the groups in the order in which to begin them, one class a line: `waiting`, `beside`
                                                       or `alone`, how many tests, MODULE.CLASS
    python3 Tests/EndToEnd/side_by_side.py GROUP…      runs groups (MODULE.CLASS) and says behind each test how long it took

Each test has a world of its own: a folder, free ports, a display and buses that nobody else has. So groups run side by side, but for those of `ALONE`.
"""

import faulthandler
import signal
import sys
import time
import unittest
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

# Modules and classes that run with nothing beside them, and why.
ALONE = {
    "test_attacks.HostileClientTests": "measures how long others wait for the broker, and what it computes, under a flood",
    "test_firefox.FirefoxTests": "clicks in a popup that takes no click while it changes, which a busy machine draws out",
    "test_page_windows.FirefoxPageWindowTests": "the same in a window of its own",
    "test_faults": "kills and delays parts against their time limits",
    "test_leaving": "measures how long the computer's sleep waits for the vault",
    "test_providers.FaultTests": "measures how long others wait, and counts the machine's processes that a provider leaves behind",
    "test_sandbox.SandboxTests": "counts the machine's processes that a fork bomb leaves behind",
    "test_ordinary_user.SandboxOfOrdinaryUserTests": "does the same as another user, of whom the kernel counts all processes",
}

# Groups that take long, most of it in waiting for a popup that must not come or for the next one-time codes: they run one after the other, beside as
# many others as without them.
WAITING = ["test_hostile_pages.HostilePageTests", "test_journey.JourneyTests", "test_ordinary_user.OrdinaryUserTests"]


# No test takes half as long on a busy machine.
LONGEST = 900


class TimedResult(unittest.TextTestResult):
    """Says behind each test how many seconds it took, preparations included. A test that waits for what never comes fails, and says where it waits."""

    def startTest(self, test):
        super().startTest(test)
        self._start = time.monotonic()
        signal.alarm(LONGEST)
        # Where the test does not take the signal, or waits again in its tidying up.
        faulthandler.dump_traceback_later(LONGEST + 120, exit=True)

    def stopTest(self, test):
        signal.alarm(0)
        faulthandler.cancel_dump_traceback_later()
        super().stopTest(test)

    def addSuccess(self, test):
        unittest.TestResult.addSuccess(self, test)
        self.stream.writeln(f"ok ({time.monotonic() - self._start:.1f} s)")
        self.stream.flush()


def groups(suite):
    """The classes of a suite's tests in their order, with how many tests each has."""
    found = Counter()

    def walk(tests):
        for test in tests:
            if isinstance(test, unittest.TestSuite):
                walk(test)
            else:
                # A module that cannot be loaded is a test of the loader's own, which fails by that module's name.
                name = test.id() if type(test).__module__.startswith("unittest.") else f"{type(test).__module__}.{type(test).__qualname__}"
                found[name.removeprefix("unittest.loader._FailedTest.")] += 1
    walk(suite)
    return found


def kind(group):
    """How a group runs, which does not depend on the others there are."""
    if group in ALONE or group.split(".")[0] in ALONE:
        return "alone"
    return "waiting" if group in WAITING else "beside"


def _give_up(*_):
    raise TimeoutError(f"the test did not end within {LONGEST} s")


def main():
    sys.path.insert(0, str(FOLDER))
    if not sys.argv[1:]:
        found = groups(unittest.defaultTestLoader.discover(str(FOLDER)))
        for group in sorted(found, key=lambda group: -found[group]):
            print(kind(group), found[group], group)
        return
    signal.signal(signal.SIGALRM, _give_up)
    suite = unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:])
    result = unittest.TextTestRunner(verbosity=2, resultclass=TimedResult).run(suite)
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)


if __name__ == "__main__":
    main()
