#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Stands in for passfold-browser-host: speaks docs/protocols/native-messaging.md with made-up credentials.

For looking at the extension alone. Register it as `org.passfold.browser_host` in a throw-away browser profile.
Environment: FAKE_HOST_LOG (a file that gets every message), FAKE_HOST_LOCKED=1 (the provider is locked at first),
FAKE_HOST_BROKER=0 (answer `unavailable`).
"""

import base64
import json
import os
import struct
import sys
import threading
import time

LOG = os.environ.get("FAKE_HOST_LOG")
OUT = threading.Lock()
locked = os.environ.get("FAKE_HOST_LOCKED") == "1"
requests = {}
tokens = {}


def log(direction, message):
    if LOG:
        with open(LOG, "a", encoding="utf-8") as file:
            file.write(f"{direction} {json.dumps(message)}\n")


def send(message):
    data = json.dumps(message).encode()
    with OUT:
        log(">", message)
        sys.stdout.buffer.write(struct.pack("=I", len(data)) + data)
        sys.stdout.buffer.flush()


def receive():
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack("=I", head)
    message = json.loads(sys.stdin.buffer.read(length))
    log("<", message)
    return message


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def code_rows(offset=0):
    names = [("shop.example", "anne", True), ("mail.example", "anne@mail.example", False),
             ("a-very-long-service-name.with-many-labels.department.example", "firstname.lastname+verification@long-company-name.example", False),
             ("متجر.example", "آن", False), ("bank.example", "4711", False), ("git.example", "anne", False)]
    until = (time.time() // 30 + 1) * 30
    return [{"id": f"r{n}", "title": title, "subtitle": account, "code": f"{(n * 137911 + int(until)) % 1000000:06}",
             "validUntil": until, "period": 30, "match": match} for n, (title, account, match) in enumerate(names)]


def passkey_response(kind):
    credential = b64(b"credential-id-16")
    response = {"clientDataJSON": b64(json.dumps({"type": f"webauthn.{kind}"}).encode()), "authenticatorData": b64(bytes(37))}
    if kind == "create":
        response |= {"attestationObject": b64(b"\xa0"), "transports": ["internal"], "publicKeyAlgorithm": -7,
                     "publicKey": b64(b"public key")}
    else:
        response |= {"signature": b64(b"signature"), "userHandle": b64(b"anne")}
    return {"id": credential, "rawId": credential, "type": "public-key", "response": response,
            "authenticatorAttachment": "platform", "clientExtensionResults": {}}


def present(number, request, **view):
    send({"type": "present", "id": request, "view": {"number": number, "source": "Passfold", "message": None} | view})


def live_list(request):
    while request in requests:
        present(1, request, kind="list", title="One-time codes", rows=code_rows(), searchable=True)
        time.sleep(1)


def provide_after_unlock(request):
    global locked
    present(1, request, kind="message", title="Unlock Passfold",
            message="Answer in the window that has opened.", busy=True)
    time.sleep(1.5)
    if request not in requests:
        return
    locked = False
    send({"type": "dismiss", "id": request})
    send({"type": "credential", "id": request, "kind": "one-time-code", "code": "123456"})


def suggestions(message):
    field = message["field"]
    request = message["id"]
    kinds = {"one-time-code": ["one-time-code"], "current-password": ["password"],
             "username": ["passkey", "password"] if "passkey" in message else ["password"]}[field]
    if locked:
        kinds = []
    items = []
    for kind in kinds:
        for account in (["anne", "anne.work@shop.example"] if kind == "one-time-code" else ["anne"]):
            token = b64(os.urandom(9))
            tokens[token] = kind
            items.append({"token": token, "kind": kind, "service": "shop.example", "account": account, "provider": "Passfold"})
    tokens["locked"] = "locked"
    send({"type": "suggestions", "id": request, "items": items, "canList": True,
          "locked": [{"token": "locked", "provider": "Passfold"}] if locked else []})


def handle(message):
    kind, request = message["type"], message.get("id")
    if kind == "suggestions":
        return suggestions(message)
    if kind == "status":
        return send({"type": "status", "id": request,
                     "providers": [{"name": "Passfold", "state": "locked" if locked else "unlocked"}]})
    if kind == "cancel":
        requests.pop(request, None)
        return send({"type": "failure", "id": request, "code": "userCanceled"})
    if kind == "view-event":
        return view_event(message, requests.get(request))
    requests[request] = message
    if kind == "provide":
        what = tokens.pop(message["token"], None)
        if what is None:
            return send({"type": "failure", "id": request, "code": "tokenExpired"})
        if what == "locked":
            return threading.Thread(target=provide_after_unlock, args=[request], daemon=True).start()
        return credential(request, what)
    if kind == "list":
        return threading.Thread(target=live_list, args=[request], daemon=True).start()
    if kind == "set-up-code":
        if "secret=" not in message["url"]:
            return send({"type": "failure", "id": request, "code": "badSetUpLink", "detail": "missingSecret"})
        return present(1, request, kind="confirmation", title="Add a one-time code?", confirmLabel="Add",
                       message="Passfold will make one-time codes for this account.", destructive=False,
                       details=[{"label": "Service", "value": "shop.example"}, {"label": "Account", "value": "anne"}])
    if kind == "create-passkey":
        return present(1, request, kind="confirmation", title="Save a passkey?", confirmLabel="Save passkey", destructive=False,
                       details=[{"label": "Site", "value": message["options"]["rp"].get("id") or "shop.example"},
                                {"label": "Account", "value": message["options"]["user"]["name"]}])
    if kind == "get-passkey":
        return present(1, request, kind="choice", title="Sign in with a passkey", rows=[
            {"id": "p1", "title": "anne", "subtitle": "Passkey · shop.example", "match": True},
            {"id": "p2", "title": "anne.work", "subtitle": "Passkey · shop.example", "match": True}], searchable=False)


def credential(request, what):
    requests.pop(request, None)
    values = {"one-time-code": {"code": "123456"}, "password": {"user": "anne", "password": "correct horse"},
              "passkey": {"response": passkey_response("get")}}[what]
    send({"type": "credential", "id": request, "kind": what} | values)


def view_event(message, request):
    number = message["id"]
    if request is None:
        return
    requests.pop(number, None)
    if message["action"] == "cancel":
        return send({"type": "failure", "id": number, "code": "userCanceled", "exception": "NotAllowedError"})
    if request["type"] == "list":
        credential(number, "one-time-code")
    elif request["type"] == "set-up-code":
        send({"type": "set-up-done", "id": number, "service": "shop.example", "account": "anne"})
    elif request["type"] == "create-passkey":
        send({"type": "passkey-created", "id": number, "response": passkey_response("create")})
    elif request["type"] == "get-passkey":
        send({"type": "passkey-asserted", "id": number, "response": passkey_response("get")})


if os.environ.get("FAKE_HOST_BROKER") == "0":
    send({"type": "unavailable", "code": "brokerUnreachable"})
    sys.exit(0)
send({"type": "welcome", "protocol": 1})
while (received := receive()) is not None:
    handle(received)
