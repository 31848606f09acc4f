# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""One page of tests, from its address to its results."""

import time

from demo.devtools import DevToolsError

NO_RESULT = {"status": -1, "message": "no result in time", "tests": []}


def visit(tab, address, timeout):
    """Loads a test and waits for its results, those of the subtests that have ended where it does not end itself."""
    end, is_there = time.monotonic() + timeout, False
    while time.monotonic() < end:
        try:
            if not is_there:
                tab.navigate("about:blank")
                tab.navigate(address)
                is_there = True
            time.sleep(0.1)
            outcome = tab.results()
        except DevToolsError:
            continue
        if outcome is not None:
            return outcome
    return NO_RESULT
