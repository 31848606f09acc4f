# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Verifies a sign-in repeatedly with py_webauthn: py_webauthn_turns.py SIGN-IN.json

For each line of standard input with a count, prints the seconds for that many verifications. Runs in the environment of Tests/Interop.
"""

import json
import sys
import time

import webauthn
from webauthn.helpers import base64url_to_bytes


def main():
    with open(sys.argv[1]) as file:
        told = json.load(file)
    expected = {
        "expected_challenge": base64url_to_bytes(told["challenge"]), "expected_rp_id": told["relyingPartyID"], "expected_origin": told["origin"],
        "credential_public_key": base64url_to_bytes(told["publicKey"]), "credential_current_sign_count": 0,
    }
    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            webauthn.verify_authentication_response(credential=told["response"], **expected)
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()
