#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""A web service whose passkeys are verified by libraries that are not ours: py_webauthn under /py_webauthn/, python-fido2's server under /fido2/.

    outside_server.py CERTIFICATE KEY PAGE      serves the page at each path, prints "listening on port N", and ends with its input

The page asks POST /LIBRARY/STEP?account=NAME, STEP being register-options, register, sign-in-options or sign-in.
"""

import json
import secrets
import ssl
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import webauthn
from fido2.server import Fido2Server
from fido2.webauthn import PublicKeyCredentialRpEntity, PublicKeyCredentialUserEntity
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

RP_ID = "shop.example"


class PyWebAuthn:
    """A service on py_webauthn, as its documentation has it."""

    def __init__(self):
        self.credentials = {}
        self.challenge = None

    def register_options(self, account):
        options = webauthn.generate_registration_options(
            rp_id=RP_ID, rp_name="Shop", user_id=secrets.token_bytes(32), user_name=account,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=id) for id, (owner, _) in self.credentials.items() if owner == account],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.PREFERRED, user_verification=UserVerificationRequirement.PREFERRED))
        self.challenge = options.challenge
        return json.loads(webauthn.options_to_json(options))

    def register(self, account, response, origin, is_conditional):
        # A passkey that was made unasked says that nobody was there.
        verified = webauthn.verify_registration_response(
            credential=response, expected_challenge=self.challenge, expected_rp_id=RP_ID, expected_origin=origin,
            require_user_presence=not is_conditional, require_user_verification=False)
        self.credentials[verified.credential_id] = (account, verified)

    def sign_in_options(self, account):
        known = [PublicKeyCredentialDescriptor(id=id) for id, (owner, _) in self.credentials.items() if owner == account]
        options = webauthn.generate_authentication_options(
            rp_id=RP_ID, allow_credentials=known or None, user_verification=UserVerificationRequirement.PREFERRED)
        self.challenge = options.challenge
        return json.loads(webauthn.options_to_json(options))

    def sign_in(self, response, origin):
        account, registered = self.credentials[webauthn.base64url_to_bytes(response["id"])]
        webauthn.verify_authentication_response(
            credential=response, expected_challenge=self.challenge, expected_rp_id=RP_ID, expected_origin=origin,
            credential_public_key=registered.credential_public_key, credential_current_sign_count=registered.sign_count,
            require_user_verification=False)
        return account


class Fido2:
    """A service on python-fido2's server, as its example has it."""

    def __init__(self):
        self.credentials = []
        self.state = None
        self.origin = None
        self.server = Fido2Server(PublicKeyCredentialRpEntity(id=RP_ID, name="Shop"), verify_origin=lambda origin: origin == self.origin)

    def register_options(self, account):
        options, self.state = self.server.register_begin(
            PublicKeyCredentialUserEntity(id=secrets.token_bytes(32), name=account, display_name=account),
            [data for owner, data in self.credentials if owner == account], resident_key_requirement="preferred", user_verification="preferred")
        return dict(options)["publicKey"]

    def register(self, account, response, origin, is_conditional):
        self.origin = origin
        self.credentials.append((account, self.server.register_complete(self.state, response).credential_data))

    def sign_in_options(self, account):
        known = [data for owner, data in self.credentials if owner == account]
        options, self.state = self.server.authenticate_begin(known or None, user_verification="preferred")
        return dict(options)["publicKey"]

    def sign_in(self, response, origin):
        self.origin = origin
        used = self.server.authenticate_complete(self.state, [data for _, data in self.credentials], response)
        return next(owner for owner, data in self.credentials if data.credential_id == used.credential_id)


def answer(services, path, body, origin):
    """What the service says to one request: a JSON value."""
    address = urllib.parse.urlsplit(path)
    _, library, step = address.path.split("/")
    query = dict(urllib.parse.parse_qsl(address.query))
    service = services[library]
    if step == "register-options":
        return service.register_options(query["account"])
    if step == "sign-in-options":
        return service.sign_in_options(query.get("account"))
    try:
        if step == "register":
            service.register(query["account"], body, origin, "conditional" in query)
            return {"said": f"registered {query['account']}"}
        return {"said": f"signed in as {service.sign_in(body, origin)}"}
    except Exception as error:
        return {"said": f"refused: {error}"}


def main():
    certificate, key, page = sys.argv[1:]
    body = Path(page).read_bytes()
    services = {"py_webauthn": PyWebAuthn(), "fido2": Fido2()}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.answer(body, "text/html; charset=utf-8")

        def do_POST(self):
            given = self.rfile.read(int(self.headers["Content-Length"]))
            said = answer(services, self.path, json.loads(given or b"null"), f"https://{self.headers['Host']}")
            self.answer(json.dumps(said).encode(), "application/json")

        def answer(self, data, kind):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"listening on port {server.server_port}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
