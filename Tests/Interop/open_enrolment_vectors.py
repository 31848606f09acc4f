# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Takes both sides of the frozen enrolments in Vectors/enrolment with nothing of Passfold's own code.

Written from docs/formats/enrolment.md, on top of what open_vault_vectors.py reads of the vault's formats.
Prints one line per file and exits 1 at the first vector that does not give the result it promises.
"""

import json
import pathlib
import re
import urllib.parse

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ed25519, mlkem, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from open_vault_vectors import SUITE, UNHEX, Refused, check, decode, derive, encode, equal, hashlib, open_gcm, require, sha256, x_wing_key

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "enrolment"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def load(name):
    return json.loads((VECTORS / f"{name}.json").read_text())


# The code, the place and the link.


def read_code(text):
    symbols = text.replace(" ", "").replace("-", "").upper()
    require(len(symbols) == 30 and all(symbol in ALPHABET for symbol in symbols), "enrolmentCodeMistyped")
    bits = "".join(f"{ALPHABET.index(symbol):05b}" for symbol in symbols)
    secret = int(bits[:128], 2).to_bytes(16, "big")
    check_bits = f"{int.from_bytes(derive(b'enrol/check/v1', secret, length=4), 'big'):032b}"[:20]
    require(bits[128:130] == "00" and bits[130:] == check_bits, "enrolmentCodeMistyped")
    return secret


def read_place(text):
    text = text.strip()
    require(text and len(text.encode()) <= 256 and not re.search(r"[\x00-\x1f\x7f]", text), "enrolmentPlaceUnfit")
    if text.startswith("/"):
        return text
    form = r"(?:(https?)://)?((?:[a-z0-9_]|[a-z0-9_][a-z0-9_-]*[a-z0-9_])(?:\.(?:[a-z0-9_]|[a-z0-9_][a-z0-9_-]*[a-z0-9_]))*|\[[0-9a-f:.]*:[0-9a-f:.]*\])(?::([1-9][0-9]{0,4}))?/?"
    found = re.fullmatch(form, text.lower())
    require(found and int(found[3] or 1) < 65536, "enrolmentPlaceUnfit")
    scheme, port = found[1] or "https", int(found[3] or 0)
    return f"{scheme}://{found[2]}" + (f":{port}" if port not in (0, {"https": 443, "http": 80}[scheme]) else "")


def read_link(text):
    text = text.strip()
    require(text[:15].lower() == "passfold-enrol:", "malformed")
    version, _, rest = text[15:].partition("?")
    require(version == "1", "unsupportedVersion" if re.fullmatch("[1-9][0-9]*", version) else "malformed")
    place, mark, code = rest.removeprefix("u=").partition("&s=")
    require(rest.startswith("u=") and mark and re.fullmatch(r"(?:[A-Za-z0-9._~:/-]|%[0-9A-Fa-f]{2})*", place), "malformed")
    try:
        place = urllib.parse.unquote(place, errors="strict")
    except UnicodeDecodeError:
        raise Refused("malformed") from None
    return read_place(place), read_code(code)


# The messages.


class Dialogue:
    def __init__(self, secret):
        self.secret = secret
        self.transcript = sha256(b"passfold/enrol/transcript/v1", derive(b"enrol/mailbox/v1", secret, length=16))

    def cipher(self, slot):
        return derive((b"enrol/o2n/v1", b"enrol/n2o/v1")[slot % 2], self.secret), b"passfold/enrol/message/v1" + bytes([slot]) + self.transcript

    def note(self, slot, message):
        self.transcript = sha256(b"passfold/enrol/transcript/v1", self.transcript, bytes([slot]), message)

    def open(self, slot, message, length=None):
        require(28 <= len(message) <= 4096, "malformed")
        key, context = self.cipher(slot)
        content = open_gcm(key, message[:12], message[12:], context)
        require(length in (None, len(content)), "malformed")
        self.note(slot, message)
        return content

    def seal(self, slot, content, nonce):
        key, context = self.cipher(slot)
        message = nonce + AESGCM(key).encrypt(nonce, content, context)
        self.note(slot, message)
        return message


class Counting:
    """The randomness of the vectors: one number after the other."""

    def __init__(self, start):
        self.next = start

    def take(self, count):
        self.next += count
        return bytes(number % 256 for number in range(self.next - count, self.next))


def commitment_to(genesis, reveal):
    return sha256(b"passfold/enrol/c/v1", genesis, reveal)


def digits_of(genesis, commitment, challenge, reveal):
    return f"{int.from_bytes(sha256(b'passfold/enrol/sas/v1', genesis, commitment, challenge, reveal)[:8], 'big') % 1_000_000:06d}"


def pair(value):
    require(isinstance(value, list) and len(value) == 2 and type(value[0]) is int and isinstance(value[1], bytes) and len(value[1]) == 32, "malformed")
    return value


def run_newcomer(file, case):
    messages = [UNHEX(message) for message in case["messages"]]
    keys, randomness, dialogue = file["newcomer"], Counting(file["newcomer"]["randomFrom"]), Dialogue(UNHEX(file["secret"]))
    device, signing = UNHEX(keys["device"]), ed25519.Ed25519PrivateKey.from_private_bytes(UNHEX(keys["signingSeed"]))
    seed = UNHEX(keys["keyAgreementSeed"])
    expanded = hashlib.shake_256(seed).digest(96)
    agreement = (mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64]).public_key().public_bytes_raw()
                 + x25519.X25519PrivateKey.from_private_bytes(expanded[64:]).public_key().public_bytes_raw())
    public = signing.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    # 1. The account that the code is of.
    content = dialogue.open(0, messages[0], 48)
    genesis = content[:32]
    require(derive(b"enrol/code/v1" + genesis, content[32:], length=16) == dialogue.secret, "enrolmentMismatch")
    # 2. to 5. Commitment, challenge, reveal and digits.
    name = keys["name"].encode() + b"\x80"
    reveal = device + public + agreement + name + bytes(64 - len(name)) + randomness.take(16)
    commitment = commitment_to(genesis, reveal)
    equal(dialogue.seal(1, commitment, randomness.take(12)) == messages[1], True)
    challenge = dialogue.open(2, messages[2], 16)
    sealed = dialogue.seal(3, reveal, randomness.take(12))
    equal(sealed == messages[3] and digits_of(genesis, commitment, challenge, reveal) == case["digits"], True)
    # 7. The draft.
    fields = decode(dialogue.open(4, messages[4]))
    require(isinstance(fields, dict) and sorted(fields) == [1, 2] and type(fields[1]) is int and fields[1] < 1 << 32, "malformed")
    draft = decode(fields[2])
    body = draft[6]
    require(draft[5] == 1 and [signature[0] for signature in draft[8]] == [draft[7]], "malformed")
    require((body[1], body[2], body[3]) == (device, public, agreement), "wrongPlace")
    info = b"passfold/epoch/v1" + genesis[:16] + fields[1].to_bytes(4, "big") + device + draft[3]
    try:
        SUITE.decrypt(body[5] + body[6], x_wing_key(seed), info)
    except InvalidTag:
        raise Refused("authenticationFailed") from None
    entry = sha256(b"passfold/log/v1", encode({key: draft[key] for key in range(1, 8)}))
    equal(dialogue.seal(5, signing.sign(b"passfold/log-signature/v1" + entry), randomness.take(12)) == messages[5], True)
    # 10. The word.
    word = decode(dialogue.open(6, messages[6]))
    require(isinstance(word, dict) and {1, 2} <= set(word) <= {1, 2, 3}, "malformed")
    log, commit, root = pair(word[1]), pair(word[2]), pair(word[3]) if 3 in word else None
    require((commit[0] == 0) == (commit[1] == bytes(32)), "malformed")
    require(log[0] > draft[2] or log == [draft[2], entry], "enrolmentMismatch")
    for found, promised in ((log, case["log"]), (commit, case["commit"]), (root, case["root"])):
        equal([found[0], found[1].hex()] if found else None, promised)


def run_sponsor(file, case):
    messages = [UNHEX(message) for message in case["messages"]]
    randomness, dialogue = Counting(file["sponsor"]["randomFrom"]), Dialogue(UNHEX(file["secret"]))
    genesis, opening = UNHEX(file["genesis"]), UNHEX(file["opening"])
    equal(dialogue.seal(0, genesis + opening, randomness.take(12)) == messages[0], True)
    commitment = dialogue.open(1, messages[1], 32)
    challenge = randomness.take(16)
    equal(dialogue.seal(2, challenge, randomness.take(12)) == messages[2], True)
    reveal = dialogue.open(3, messages[3], 1344)
    name = reveal[1264:1328].rstrip(b"\0")
    require(name.endswith(b"\x80"), "malformed")
    try:
        name = name[:-1].decode()
    except UnicodeDecodeError:
        raise Refused("malformed") from None
    require(commitment_to(genesis, reveal) == commitment, "enrolmentMismatch")
    equal((digits_of(genesis, commitment, challenge, reveal), name), (case["digits"], file["newcomer"]["name"]))


def main():
    codes = load("codes")

    def run_code(case):
        equal(read_code(case["text"]).hex(), case["secret"])

    def run_link(case):
        equal(read_link(case["text"]), (case["place"], read_code(codes["code"])))
        equal(read_link(case["link"]), (case["place"], read_code(codes["code"])))

    check("codes", codes["codes"], run_code)
    check("links", codes["links"], run_link)

    file = load("dialogues")
    equal(derive(b"enrol/code/v1" + UNHEX(file["genesis"]), UNHEX(file["opening"]), length=16).hex(), file["secret"])
    equal(derive(b"enrol/mailbox/v1", UNHEX(file["secret"]), length=16).hex(), file["mailbox"])
    first = decode(UNHEX(file["log"][0]))
    equal(sha256(b"passfold/log/v1", encode({key: first[key] for key in range(1, 8)})).hex(), file["genesis"])
    check("newcomer", file["newcomerCases"], lambda case: run_newcomer(file, case))
    check("sponsor", file["sponsorCases"], lambda case: run_sponsor(file, case))

    words = load("words")
    equal(len(set(words["words"])), 1024)
    for case in words["cases"]:
        bits = f"{int.from_bytes(sha256(b'passfold/compare/v1', UNHEX(case['log']), UNHEX(case['commit'])), 'big'):0256b}"
        equal([words["words"][int(bits[place : place + 10], 2)] for place in range(0, 60, 10)], case["words"])
    print(f"words: {len(words['cases'])} vectors hold")


if __name__ == "__main__":
    main()
