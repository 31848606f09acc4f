# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Derives a package manifest for a copy of some targets, for the scripts that delete checks in a copy."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def manifest(targets):
    """Returns a manifest of only these targets, without products and without treating warnings as errors, since a deletion may leave a
    value unused."""
    text = (ROOT / "Package.swift").read_text()
    names = ", ".join(f'"{name}"' for name in targets)
    for pattern, replacement in [
        (r"  \.treatAllWarnings\(as: \.error\),\n", ""),
        (r"  products: .*?(?=  traits:)", ""),
        (r"\n  targets: libraries.*?\n\)\n", f"\n  targets: (libraries + programTargets).filter {{ [{names}].contains($0.name) }}\n)\n"),
    ]:
        text, count = re.subn(pattern, replacement, text, flags=re.S)
        if count != 1:
            sys.exit(f"package_part: the manifest does not have once: {pattern}")
    return text


def require_whole(folder):
    """Exits if a target of the package in a folder depends on one of this package that the copy lacks: then it would not build."""
    listed = subprocess.run(["swift", "package", "--package-path", folder, "dump-package"], check=True, stdout=subprocess.PIPE, text=True)
    targets = json.loads(listed.stdout)["targets"]
    names = {target["name"] for target in targets}
    missing = {one["byName"][0] for target in targets for one in target["dependencies"] if "byName" in one} - names
    if missing:
        sys.exit(f"package_part: the copy lacks {', '.join(sorted(missing))}")
