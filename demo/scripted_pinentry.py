#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A pinentry that needs no hands: it speaks the real Assuan protocol and reads its answers from a file.

PASSFOLD_DEMO_ANSWERS names the file: JSON lines of {"prompt": …, "pin": …} or {"prompt": …, "cancel": true}. The first line whose prompt
words occur in the shown texts is removed and answered; "*" matches everything; a line with "keep" stays; a line with "waitFor" is answered
once that file exists, and one with "pinFrom" with that file's content at the time. The shown texts, but never the answers, are appended to
the file named by PASSFOLD_DEMO_PROMPTS.
"""

import fcntl
import json
import os
import sys
import time
from urllib.parse import unquote_to_bytes

GPG_ERR_CANCELED = 83886179
GPG_ERR_NOT_CONFIRMED = 83886194
GPG_ERR_UNKNOWN_COMMAND = 83886355
KNOWN_TEXTS = ("SETDESC", "SETPROMPT", "SETTITLE", "SETOK", "SETCANCEL", "SETNOTOK", "SETERROR", "SETREPEAT", "SETREPEATERROR",
               "SETREPEATOK", "SETKEYINFO", "SETQUALITYBAR", "SETQUALITYBAR_TT", "SETGENPIN", "SETGENPIN_TT", "SETTIMEOUT")


def say(line):
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def escaped(text):
    """Percent-escapes the characters that an Assuan data line must not contain."""
    return b"".join(b"%%%02X" % byte if byte in b"%\r\n" else bytes([byte]) for byte in text.encode())


def shown(texts):
    return {name[3:].lower(): value for name, value in texts.items() if value}


def note(kind, texts, places):
    path = os.environ.get("PASSFOLD_DEMO_PROMPTS")
    if path:
        with open(path, "a", encoding="utf-8") as log:
            log.write(json.dumps({"kind": kind, **shown(texts), **places}) + "\n")


def take_answer(kind, texts):
    """Removes the first matching answer from the file, under a lock, because two prompts may be open at once."""
    path = os.environ.get("PASSFOLD_DEMO_ANSWERS", "")
    on_screen = " ".join([kind, *texts.values()]).lower()
    try:
        with open(path, "r+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            lines = [json.loads(line) for line in file if line.strip()]
            for number, line in enumerate(lines):
                if line["prompt"] == "*" or line["prompt"].lower() in on_screen:
                    if not line.get("keep"):
                        del lines[number]
                        file.seek(0)
                        file.truncate()
                        file.writelines(json.dumps(rest) + "\n" for rest in lines)
                    return line
    except FileNotFoundError:
        pass
    return {"cancel": True}


def wait_for(path, timeout=60.0):
    """Keeps the prompt open until the file exists, so that there is time to look at it."""
    end = time.monotonic() + timeout
    while path and not os.path.exists(path) and time.monotonic() < end:
        time.sleep(0.02)


def converse(lines):
    texts = {}
    # The place where a program with windows would appear.
    places = {"display": os.environ["DISPLAY"]} if os.environ.get("DISPLAY") else {}
    say(b"OK Pleased to meet you")
    for raw in lines:
        command, _, argument = raw.rstrip(b"\r\n").partition(b" ")
        command = command.decode("ascii", "replace").upper()
        if command in KNOWN_TEXTS:
            texts[command] = unquote_to_bytes(argument).decode("utf-8", "replace")
            say(b"OK")
        elif command == "OPTION" and argument.startswith(b"ttyname="):
            places["terminal"] = argument[8:].decode("utf-8", "replace")
            say(b"OK")
        elif command in ("OPTION", "NOP", "", "CLEARPASSPHRASE") or command.startswith("#"):
            say(b"OK")
        elif command == "RESET":
            texts = {}
            say(b"OK")
        elif command == "GETINFO":
            answer = {b"flavor": b"scripted", b"version": b"1.2.1", b"pid": str(os.getpid()).encode(), b"ttyinfo": b"- - -"}.get(argument)
            if answer:
                say(b"D " + answer)
                say(b"OK")
            else:
                say(b"ERR %d unknown <Pinentry>" % GPG_ERR_UNKNOWN_COMMAND)
        elif command in ("GETPIN", "CONFIRM", "MESSAGE"):
            note(command.lower(), texts, places)
            answer = take_answer(command.lower(), texts)
            wait_for(answer.get("waitFor") or answer.get("pinFrom"))
            if answer.get("pinFrom"):
                with open(answer["pinFrom"], encoding="utf-8") as file:
                    answer["pin"] = file.read().strip()
            if answer.get("cancel"):
                code = GPG_ERR_NOT_CONFIRMED if answer.get("notConfirmed") else GPG_ERR_CANCELED
                say(b"ERR %d Operation cancelled <Pinentry>" % code)
            else:
                if command == "GETPIN":
                    if "SETREPEAT" in texts:
                        say(b"S PIN_REPEATED")
                    say(b"D " + escaped(answer.get("pin", "")))
                say(b"OK")
            texts.pop("SETERROR", None)
            texts.pop("SETREPEAT", None)
        elif command == "BYE":
            say(b"OK closing connection")
            return
        else:
            say(b"ERR %d Unknown command <Pinentry>" % GPG_ERR_UNKNOWN_COMMAND)


if __name__ == "__main__":
    converse(iter(sys.stdin.buffer.readline, b""))
