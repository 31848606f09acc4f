# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Lists the end-to-end tests, or runs groups of them and prints the duration of each test.

    python3 Tests/EndToEnd/side_by_side.py             prints the groups in the order in which to start them, one class per line: `waiting`,
                                                       `beside` or `alone`, the number of tests, MODULE.CLASS
    python3 Tests/EndToEnd/side_by_side.py GROUP…      runs groups (MODULE.CLASS) and prints each test's duration after it

Each test has a separate world: a folder, ports, a display and buses. Therefore all groups except those in `ALONE` can run side by side.
"""

import faulthandler
import signal
import sys
import time
import unittest
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

# Modules and classes that run on their own, with the reason.
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

# Long groups that mostly wait, for a popup that must not appear or for the next one-time codes. They run one after another, in addition
# to the other groups.
WAITING = ["test_hostile_pages.HostilePageTests", "test_journey.JourneyTests", "test_ordinary_user.OrdinaryUserTests"]


# More than twice what any test takes on a busy machine.
LONGEST = 900


class TimedResult(unittest.TextTestResult):
    """Prints the seconds that each test took, including its set-up. A test that hangs fails and shows where."""

    def startTest(self, test):
        super().startTest(test)
        self._start = time.monotonic()
        signal.alarm(LONGEST)
        # If the test ignores the signal, or hangs again while it cleans up.
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
    """Returns the classes of a suite's tests in order, with the number of tests in each."""
    found = Counter()

    def walk(tests):
        for test in tests:
            if isinstance(test, unittest.TestSuite):
                walk(test)
            else:
                # The loader represents a module that cannot be loaded by a test that fails with the module's name.
                name = test.id() if type(test).__module__.startswith("unittest.") else f"{type(test).__module__}.{type(test).__qualname__}"
                found[name.removeprefix("unittest.loader._FailedTest.")] += 1
    walk(suite)
    return found


def kind(group):
    """Returns how a group runs: `waiting`, `beside` or `alone`."""
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
