# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Kills of sync servers; what reads and writes the formats is that of the other tests without Passfold's own code."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Interop"))
