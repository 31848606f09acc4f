#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A provider for the measurements: it announces thousands of codes and answers each request with one immediately.

Its bundle is PREFIX-NUMBER.provider; the number makes its identities unique. It follows BrokerProtocol: frames on descriptor 3, each with a
32-bit big-endian length of the JSON, another of the secret, and then both; identities are in the compact form of IdentityRecord.
"""

import base64
import json
import socket
import struct
import sys
from pathlib import Path

COUNT = 10_000
PAGE = 180 * 1024
SITES = 2_500


def length(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def field(text):
    return length(len(text)) + text


def optional(text):
    return length(len(text) + 1) + text


def record(number, identity):
    """Returns a one-time code for a site shared by four accounts; together the providers know every site."""
    service = f"login.shop{identity % SITES}.example".encode()
    user = f"person{identity}.of{number}@mail.example".encode()
    body = bytes([2, 0]) + field(service) + field(user) + optional(f"{identity:032x}".encode()) + bytes(4) + struct.pack("<q", identity)
    return length(len(body)) + body


def main():
    number = int(Path(sys.argv[0]).resolve().parent.stem.rpartition("-")[2])
    line = socket.socket(fileno=3)

    def send(message, secret=b""):
        text = json.dumps(message).encode()
        line.sendall(struct.pack(">II", len(text), len(secret)) + text + secret)

    def exactly(count):
        data = bytearray()
        while len(data) < count:
            part = line.recv(count - len(data))
            if not part:
                sys.exit(0)
            data += part
        return bytes(data)

    send({"ready": {"protocolVersion": 1}})
    send({"lockState": {"_0": "unlocked"}})
    pages, page = [], bytearray()
    for identity in range(COUNT):
        one = record(number, identity)
        if len(page) + len(one) > PAGE:
            pages.append(bytes(page))
            page = bytearray()
        page += one
    pages.append(bytes(page))
    for index, content in enumerate(pages):
        kind = "replace" if index == len(pages) - 1 else "page"
        send({"store": {"request": 1, "frame": {kind: {"_0": base64.b64encode(content).decode()}}}})
    del pages, page
    while True:
        size, secret = struct.unpack(">II", exactly(8))
        message = json.loads(exactly(size))
        exactly(secret)
        call = message.get("call", {})
        if "provideCredentialWithoutUserInteraction" in call.get("payload", {}):
            send({"complete": {"call": call["number"], "result": {"oneTimeCode": {}}}}, b"123456")


if __name__ == "__main__":
    main()
