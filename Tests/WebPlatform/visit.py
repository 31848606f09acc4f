# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""One page of tests, from its address to its results."""

import time

from demo.devtools import DevToolsError

NO_RESULT = {"status": -1, "message": "no result in time", "tests": []}


def visit(page, address, timeout):
    """Loads a test and waits for its results, those of the subtests that have ended where it does not end itself."""
    page.call("Page.navigate", {"url": "about:blank"})
    page.call("Page.navigate", {"url": address})
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        time.sleep(0.1)
        try:
            outcome = page.read("globalThis.passfoldResults ?? null")
        except DevToolsError:
            continue
        if outcome is not None:
            return outcome
    return NO_RESULT
