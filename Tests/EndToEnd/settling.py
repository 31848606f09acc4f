# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The pause of a person who reads a question before they answer it: a view accepts no answer in its first moments."""

import re
import time
from pathlib import Path

VIEW = Path(__file__).resolve().parents[2] / "Sources/PresentedViews/PresentedView.swift"
# The number of seconds for which a view accepts no answer, as the views themselves have it.
SETTLE = float(re.search(r"static let settleTime = ([\d.]+)$", VIEW.read_text(), re.MULTILINE)[1])
# A busy machine shows a view later than its broker says.
MARGIN = 0.4


def let_it_settle():
    """Waits until the view that has just come into sight accepts answers."""
    time.sleep(SETTLE + MARGIN)
