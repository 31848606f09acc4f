#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Writes packed/: samples of this folder as people pack them, by Python's gzip and zipfile and by GnuPG."""

import gzip
import subprocess
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE / "packed"

TARGET.mkdir(exist_ok=True)
table = (HERE / "chromium/chromium.csv").read_bytes()
(TARGET / "chromium.csv.gz").write_bytes(gzip.compress(table, mtime=0))
(TARGET / "letter.gz").write_bytes(gzip.compress(b"Dear Anne,\nit is late.\n", mtime=0))
with zipfile.ZipFile(TARGET / "folder.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content in (("Export/Passwords.csv", (HERE / "apple/apple.csv").read_bytes()), ("Export/aegis.json", (HERE / "aegis/plain-v3.json").read_bytes()),
                          ("Export/holiday.jpg", b"\xff\xd8\xff"), ("Export/.DS_Store", b"\0"), ("__MACOSX/Export/._Passwords.csv", b"\0")):
        archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content)
subprocess.run(["gpg", "--batch", "--yes", "--armor", "--symmetric", "--cipher-algo", "AES256", "--pinentry-mode", "loopback", "--passphrase", "seven cups",
                "--output", TARGET / "chromium.csv.asc", HERE / "chromium/chromium.csv"], check=True)
