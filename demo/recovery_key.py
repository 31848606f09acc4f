# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A person who writes the recovery key down and types two of its groups back."""

import re

KEY = re.compile(r"((?:[A-Z2-7]{4}-){13}[A-Z2-7]{4}).*Press Enter once", re.DOTALL)
GROUP = re.compile(r"Group (\d+) of 14[^:]*: $")


class Scribe:
    """Answers what `passfold init` and its like ask on a terminal once they have shown a key."""

    def __init__(self):
        self.key = None

    def __call__(self, seen):
        """What the person types next, seeing what has come since they typed last; None where they go on reading."""
        if self.key is None and (match := KEY.search(seen)):
            self.key = match.group(1)
            return ""
        if self.key is not None and (match := GROUP.search(seen)):
            return self.key.split("-")[int(match.group(1)) - 1]
        return None
