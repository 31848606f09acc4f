# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A user who writes down the recovery key and types two of its groups."""

import re

KEY = re.compile(r"((?:[A-Z2-7]{4}-){13}[A-Z2-7]{4}).*Press Enter once", re.DOTALL)
GROUP = re.compile(r"Group (\d+) of 14[^:]*: $")


class Scribe:
    """Answers the questions on a terminal after `passfold init` and similar commands have shown a key."""

    def __init__(self):
        self.key = None

    def __call__(self, seen):
        """Returns what the user types next, given the output since they last typed; None if they keep reading."""
        if self.key is None and (match := KEY.search(seen)):
            self.key = match.group(1)
            return ""
        if self.key is not None and (match := GROUP.search(seen)):
            return self.key.split("-")[int(match.group(1)) - 1]
        return None
