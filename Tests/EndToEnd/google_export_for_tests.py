# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The contents of the QR codes of Google Authenticator's export (docs/formats/imports/otpauth.md)."""

import base64
import urllib.parse


def exported_parts(accounts, per_part):
    """Returns links with the given number of accounts each; an account is a secret in Base32, a name and an issuer."""
    def member(number, content):
        return bytes([number << 3 | 2, len(content)]) + content

    parts = [accounts[start:start + per_part] for start in range(0, len(accounts), per_part)]
    for number, part in enumerate(parts):
        payload = b"".join(member(1, member(1, base64.b32decode(secret)) + member(2, name.encode()) + member(3, issuer.encode())
                                  + bytes([4 << 3, 1, 5 << 3, 1, 6 << 3, 2])) for secret, name, issuer in part)
        payload += bytes([2 << 3, 1, 3 << 3, len(parts), 4 << 3, number, 5 << 3, 7])
        yield "otpauth-migration://offline?data=" + urllib.parse.quote(base64.b64encode(payload), safe="")
