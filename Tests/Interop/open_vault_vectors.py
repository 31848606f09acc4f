# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Opens the frozen vectors in Vectors/vault with nothing of Passfold's own code.

Written from docs/formats/vault.md; needs `cryptography` (50 or later) and `argon2-cffi` from PyPI.
Prints one line per file and exits 1 at the first vector that does not give the result it promises.
"""

import datetime
import hashlib
import hmac
import json
import pathlib
import sys
import unicodedata

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, hpke
from cryptography.hazmat.primitives.asymmetric import ed25519, mlkem, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "vault"
UNHEX = bytes.fromhex


class Refused(Exception):
    """Carries the result that the vector files name."""


def require(condition, result):
    if not condition:
        raise Refused(result)


# Deterministic CBOR (RFC 8949, 4.2.1), as much of it as the formats use.


def encode(value):
    def head(major, number):
        if number < 24:
            return bytes([major << 5 | number])
        for extra, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
            if number < 1 << 8 * size:
                return bytes([major << 5 | extra]) + number.to_bytes(size, "big")
        raise OverflowError

    if value is None or isinstance(value, bool):
        return {None: b"\xf6", True: b"\xf5", False: b"\xf4"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encode, value))
    pairs = sorted((encode(key), encode(item)) for key, item in value.items())
    return head(5, len(pairs)) + b"".join(key + item for key, item in pairs)


def decode(data):
    def item(at):
        require(at < len(data), "malformed")
        major, number = data[at] >> 5, data[at] & 31
        at += 1
        if number >= 24:
            require(number < 28, "malformed")
            size = 1 << number - 24
            require(at + size <= len(data), "malformed")
            number, at = int.from_bytes(data[at : at + size], "big"), at + size
        if major in (0, 1):
            return (number if major == 0 else -1 - number), at
        if major == 7:
            require(20 <= number <= 22, "malformed")
            return {20: False, 21: True, 22: None}[number], at
        if major in (2, 3):
            require(at + number <= len(data), "malformed")
            raw = data[at : at + number]
            try:
                return (raw if major == 2 else raw.decode()), at + number
            except UnicodeDecodeError:
                raise Refused("malformed") from None
        if major == 4:
            array = []
            for _ in range(number):
                element, at = item(at)
                array.append(element)
            return array, at
        require(major == 5, "malformed")
        mapping = {}
        for _ in range(number):
            key, at = item(at)
            mapping[key], at = item(at)
        return mapping, at

    value, end = item(0)
    require(end == len(data) and encode(value) == data, "malformed")
    return value


# Primitives.


def derive(label, key, salt=b"", length=32):
    return HKDF(hashes.SHA256(), length, salt, b"passfold/" + label).derive(key)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def commitment(key, message):
    return hmac.digest(key, message, "sha256")[:16]


def open_gcm(key, nonce, sealed, context, result="authenticationFailed"):
    try:
        return AESGCM(key).decrypt(nonce, sealed, context)
    except InvalidTag:
        raise Refused(result) from None


# Passphrase slot.


def open_slot(encoded, passphrase, device):
    slot = decode(encoded)
    require(slot.get(1) == 1 and slot.get(2) == 1, "unsupportedVersion")
    passes, memory, lanes = slot[3], slot[4], slot[5]
    require(memory >= 65536 and passes >= 3 and lanes >= 4, "costBelowFloor")
    require(memory <= 2097152 and passes <= 10 and lanes <= 16, "costAboveCeiling")
    for key, length in ((6, 16), (7, 16), (8, 12), (9, 48)):
        require(isinstance(slot[key], bytes) and len(slot[key]) == length, "malformed")
    header = encode({key: slot[key] for key in range(1, 7)})
    normal = unicodedata.normalize("NFKD", passphrase).encode()
    keys = hash_secret_raw(normal, slot[6], passes, memory, lanes, 64, Type.ID)
    expected = commitment(keys[32:], b"passfold/slot/v1" + header)
    require(hmac.compare_digest(expected, slot[7]), "wrongPassphrase")
    return open_gcm(keys[:32], slot[8], slot[9], b"passfold/slot/v1" + device + header, "slotTampered")


# Record envelope.

PADDED = {0: [256], 1: [1024], 2: [2048], 3: [4096]}


def padme(length):
    exponent = length.bit_length() - 1
    mask = (1 << exponent - exponent.bit_length()) - 1
    return length + mask & ~mask


def open_envelope(body, wrap, epoch_key, epoch, account, record):
    header, ciphertext = body[:93], body[93:]
    require(len(header) == 93 and header[:4] == b"PFD1", "malformed")
    require(header[4] == 1, "unsupportedVersion")
    purpose, padding = header[5], header[72]
    require(purpose in (1, 2) and padding <= 4 and (padding == 0) == (purpose == 2), "malformed")
    padded = len(ciphertext) - 16
    require(len(wrap) == 64 and int.from_bytes(header[73:77], "big") == len(ciphertext), "malformed")
    require(padded in PADDED[padding] if padding < 4 else 4096 < padded == padme(padded) <= padme(65537), "malformed")
    require(header[6:22] == account and header[22:38] == record, "wrongPlace")
    require(int.from_bytes(wrap[:4], "big") == epoch, "unknownEpoch")
    body_hash = sha256(b"passfold/bodyhash/v1", header, ciphertext)
    context = b"passfold/wrap/v1" + account + record + header[38:46] + wrap[:4] + body_hash
    key = open_gcm(derive(b"record-wrap/v1", epoch_key), wrap[4:16], wrap[16:], context)
    require(hmac.compare_digest(commitment(key, b"passfold/ckc/v1"), header[77:93]), "keyCommitmentMismatch")
    content = open_gcm(key, bytes(12), ciphertext, b"passfold/body/v1" + header).rstrip(b"\0")
    require(content.endswith(b"\x80"), "malformed")
    return content[:-1], body_hash


# Membership log.


def x_wing_key(seed):
    expanded = hashlib.shake_256(seed).digest(96)
    return hpke.MLKEM768X25519PrivateKey(
        mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64]), x25519.X25519PrivateKey.from_private_bytes(expanded[64:])
    )


SUITE = hpke.Suite(hpke.KEM.MLKEM768_X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_256_GCM)


class Log:
    """Who belongs to an account and which epoch holds, after every check that the format page names."""

    def __init__(self, encoded):
        entries = [decode(entry) for entry in encoded]
        for entry in entries:
            require(entry.get(1) == 1 and entry.get(5) in range(8), "unsupportedVersion")
            require(entry[5] != 0 or entry[6][6] == 1, "unsupportedVersion")
        require(entries and entries[0][5] == 0, "logInvalid")
        self.devices, self.wraps, self.checks, self.before, self.names = {}, {}, {}, {}, {}
        self.epoch, self.recovery_is_used, self.known = 0, False, set()
        self.floor, self.is_closed = 1, False
        previous = bytes(32)
        for number, entry in enumerate(entries):
            self.digest = sha256(b"passfold/log/v1", encode({key: entry[key] for key in range(1, 8)}))
            require(entry[2] == number and entry[3] == previous, "logInvalid")
            require((number == 0) == (entry[5] == 0) and (self.epoch > 0 or entry[5] in (0, 3)) and not self.is_closed, "logInvalid")
            judges = (self.found, self.add, self.rotate, self.rotate, self.set_recovery, self.raise_floor, self.close, self.rename)
            judges[entry[5]](entry, entry[6])
            previous = self.digest
        require(self.epoch > 0, "logInvalid")

    def signed(self, entry, *signers):
        require([signature[:2] for signature in entry[8]] == [[member, 1] for member, _ in signers], "logInvalid")
        for (_, _, signature), (_, key) in zip(entry[8], signers):
            try:
                ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, b"passfold/log-signature/v1" + self.digest)
            except InvalidSignature:
                raise Refused("logInvalid") from None

    def join(self, member):
        require(member not in self.known, "logInvalid")
        self.known.add(member)

    def found(self, entry, body):
        require(sorted(body) == list(range(1, 9)), "malformed")
        require(entry[7] == body[1], "logInvalid")
        self.signed(entry, (body[1], body[2]))
        self.account, self.devices[body[1]] = self.digest[:16], body[2]
        self.put_recovery(body[4], body[5])
        self.join(body[1])

    def put_recovery(self, signing, agreement):
        self.recovery, self.recovery_key = sha256(b"passfold/recovery-id/v1", signing, agreement)[:16], signing
        self.join(self.recovery)

    def add(self, entry, body):
        require(sorted(body) == list(range(1, 7)) and [len(body[key]) for key in range(1, 7)] == [16, 32, 1216, 92, 1120, 48], "malformed")
        by_paper = entry[7] == self.recovery and not self.recovery_is_used
        require(by_paper or entry[7] in self.devices, "logInvalid")
        self.signed(entry, (entry[7], self.recovery_key if by_paper else self.devices[entry[7]]), (body[1], body[2]))
        self.join(body[1])
        self.devices[body[1]], self.wraps[body[1]], self.names[body[1]] = body[2], (entry[3], body[5] + body[6]), (self.epoch, body[4])
        self.recovery_is_used |= by_paper

    def rotate(self, entry, body):
        members = [wrap[0] for wrap in body[3]]
        require({1, 2, 3} <= set(body) <= {1, 2, 3, 4, 5} and members == sorted(set(members)), "malformed")
        require((5 in body) == (entry[5] == 2) and len(body.get(4, bytes(60))) == 60, "malformed")
        removed = body.get(5, [])
        require(removed == sorted(set(removed)) and (5 not in body or removed), "malformed")
        require(entry[7] in self.devices, "logInvalid")
        self.signed(entry, (entry[7], self.devices[entry[7]]))
        require(body[1] == self.epoch + 1 and (4 in body) == (body[1] > 1), "logInvalid")
        for device in removed:
            require(device != entry[7] and self.devices.pop(device, None), "logInvalid")
        require(members == sorted([*self.devices, self.recovery]), "logInvalid")
        self.epoch, self.checks[body[1]], self.before[body[1]] = body[1], body[2], body.get(4)
        self.wraps = {wrap[0]: (entry[3], wrap[1] + wrap[2]) for wrap in body[3]}

    def set_recovery(self, entry, body):
        require(sorted(body) == list(range(1, 5)) and [len(body[key]) for key in range(1, 5)] == [32, 1216, 1120, 48], "malformed")
        require(entry[7] in self.devices, "logInvalid")
        self.signed(entry, (entry[7], self.devices[entry[7]]))
        del self.wraps[self.recovery]
        self.put_recovery(body[1], body[2])
        self.wraps[self.recovery], self.recovery_is_used = (entry[3], body[3] + body[4]), False

    def raise_floor(self, entry, body):
        require(set(body) <= {1}, "unsupportedVersion")
        require(type(body.get(1)) is int and body[1] >= 0, "malformed")
        require(entry[7] in self.devices, "logInvalid")
        self.signed(entry, (entry[7], self.devices[entry[7]]))
        require(body[1] > self.floor, "logInvalid")
        self.floor = body[1]

    def close(self, entry, body):
        require(body == {}, "unsupportedVersion")
        require(entry[7] in self.devices, "logInvalid")
        self.signed(entry, (entry[7], self.devices[entry[7]]))
        self.is_closed = True

    def rename(self, entry, body):
        require(set(body) == {1, 2}, "unsupportedVersion")
        require([type(value) is bytes and len(value) for value in (body[1], body[2])] == [16, 92], "malformed")
        require(entry[7] in self.devices, "logInvalid")
        self.signed(entry, (entry[7], self.devices[entry[7]]))
        require(body[1] in self.devices, "logInvalid")
        self.names[body[1]] = self.epoch, body[2]


def open_epoch_key(log, member, seed):
    require(member in log.wraps, "logInvalid")
    previous, wrap = log.wraps[member]
    info = b"passfold/epoch/v1" + log.account + log.epoch.to_bytes(4, "big") + member + previous
    key = SUITE.decrypt(wrap, x_wing_key(seed), info)
    require(sha256(b"passfold/ek/v1", key) == log.checks[log.epoch], "logInvalid")
    return key


def open_key_before(log, key, epoch):
    sealed = log.before[epoch]
    context = b"passfold/prev-epoch/v1" + log.account + epoch.to_bytes(4, "big")
    before = open_gcm(derive(b"prev-epoch/v1", key), sealed[:12], sealed[12:], context)
    require(sha256(b"passfold/ek/v1", before) == log.checks[epoch - 1], "logInvalid")
    return before


def open_name(log, device, key):
    epoch, sealed = log.names[device]
    context = b"passfold/device-name/v1" + log.account + device + epoch.to_bytes(4, "big")
    padded = open_gcm(derive(b"meta/v1", key), sealed[:12], sealed[12:], context).rstrip(b"\0")
    require(padded.endswith(b"\x80"), "malformed")
    return padded[:-1].decode()


def recovery_text(key):
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

    def symbols(data, count):
        bits = "".join(f"{byte:08b}" for byte in data).ljust(5 * count, "0")
        return "".join(alphabet[int(bits[5 * i : 5 * i + 5], 2)] for i in range(count))

    text = symbols(key, 52) + symbols(derive(b"recovery-check/v1", key, length=4), 4)
    return "-".join(text[i : i + 4] for i in range(0, 56, 4))


def open_local(root, wrapped, kind, epoch, account, device):
    context = b"passfold/local/v1" + account + device + bytes([kind]) + epoch.to_bytes(4, "big")
    return open_gcm(derive(b"local-wrap/v1", root), wrapped[:12], wrapped[12:], context)


# Index.


def open_index(root, sealed):
    require(len(sealed) > 28 and sealed[:4] == b"PFI1", "malformed")
    header, chunks = sealed[:28], sealed[28:]
    key = derive(b"index/v1", derive(b"index/v1", root), header[12:])
    opened, size = b"", (1 << 20) + 16
    for number, at in enumerate(range(0, len(chunks), size)):
        nonce = number.to_bytes(11, "big") + bytes([at + size >= len(chunks)])
        opened += open_gcm(key, nonce, chunks[at : at + size], b"passfold/index/v1" + header)
    return int.from_bytes(header[4:12], "big"), opened


def open_journal(root, header, journal):
    """The transactions and what they changed, as far as the journal is whole and belongs to the index of this header."""
    require(journal[:32] == b"PFJ1" + header, "otherIndex")
    key = derive(b"index-journal/v1", derive(b"index/v1", root), header[12:])
    at, last, changes = 32, int.from_bytes(header[4:12], "big"), []
    while len(journal) - at >= 12:
        length, number = int.from_bytes(journal[at : at + 4], "big"), journal[at + 4 : at + 12]
        box = journal[at + 12 : at + 12 + length]
        if len(box) < length or length < 28 or int.from_bytes(number, "big") != last + 1:
            break
        try:
            changes.append(open_gcm(key, box[:12], box[12:], b"passfold/index-journal/v1" + header + number))
        except Refused:
            break
        at, last = at + 12 + length, last + 1
    return last, changes


# Witness and copies.


def open_witness(root, account, device, file):
    """Number, last transaction, whether it carries what was not in the vault, and each record's revision."""
    require(len(file) > 24 and file[:4] == b"PFW1", "malformed")
    number, nonce = file[4:12], file[12:24]
    content = open_gcm(derive(b"witness/v1", root), nonce, file[24:], b"passfold/witness/v1" + account + device + number)
    require(len(content) >= 9 and (len(content) - 9) % 24 == 0 and content[8] < 2, "malformed")
    rows = [content[at : at + 24] for at in range(9, len(content), 24)]
    revisions = {row[:16].hex(): int.from_bytes(row[16:], "big") for row in rows}
    return int.from_bytes(number, "big"), int.from_bytes(content[:8], "big"), content[8] == 1, revisions


def open_copy(file):
    """The head of a whole copy, its key file and its database."""
    length = int.from_bytes(file[4:8], "big")
    require(file[:4] == b"PFB1" and length <= 4096 and len(file) >= 8 + length + 32, "notACopy")
    head = decode(file[8 : 8 + length])
    require(set(head) >= {1} and head[1] == 1, "tooNew")
    require(sorted(head) == list(range(1, 9)) and len(file) == 8 + length + head[7] + head[8] + 32, "notACopy")
    require(sha256(file[:-32]) == file[-32:], "notACopy")
    start = 8 + length
    return head, file[start : start + head[7]], file[start + head[7] : -32]


# Record content.

TEXTS, BYTES, FIELDS = {1, 3, 10, 12, 7, 42, 48, 60, 61, 62}, {4, 11, 13, 40, 43}, {
    1: {1, 2, 3, 4},
    2: {3, 4, 10, 11, 12, 13, 14, 15, 16, 17},
    3: {1, 2, 3, 4, 5, 6, 7, 8, 9},
    4: {1, 40},
    5: {1, 42, 43, 48},
    6: {1, 60, 61, 62},
}


def open_content(content):
    require(content, "recordDamaged")
    try:
        fields = decode(content[1:])
    except Refused:
        raise Refused("recordDamaged") from None
    require(isinstance(fields, dict), "recordDamaged")
    for key, pair in fields.items():
        require(type(key) is int and key >= 0 and isinstance(pair, list) and len(pair) == 2, "recordDamaged")
        require(isinstance(pair[1], bytes) and len(pair[1]) == 24, "recordDamaged")
    if content[0] == 0:
        # Erased: nothing but the time is left.
        return require(250 in fields and type(fields[250][0]) is int, "recordDamaged")
    require(content[0] in FIELDS, "recordTooNew")
    require(FIELDS[content[0]] <= set(fields), "recordDamaged")
    for key in FIELDS[content[0]] & (TEXTS | BYTES):
        require(isinstance(fields[key][0], str if key in TEXTS else bytes), "recordTooNew")
    require(content[0] != 3 or fields[7][0] in ("SHA1", "SHA256", "SHA512"), "recordTooNew")
    if content[0] == 3:
        check_set_up({key: fields[key][0] for key in (20, 21, 22) if key in fields})
    if content[0] == 1:
        check_password_history(fields[28][0] if 28 in fields else [])
    if content[0] == 2:
        check_passkey_extensions({key: fields[key][0] for key in (23, 24, 25, 26) if key in fields})
    if content[0] == 4:
        check_password_history(fields[41][0] if 41 in fields else [])
    if content[0] == 5:
        check_card({key: fields[key][0] for key in (44, 45, 46, 47) if key in fields})
    if content[0] == 6:
        check_identity({key: fields[key][0] for key in (63, 64, 65, 66, 67) if key in fields})
    check_annotations({key: fields[key][0] for key in (29, 30, 31, 32) if key in fields})
    attachments_of(fields)
    for identifier, (value, _) in fields[2][0].items() if 2 in fields else ():
        if value is not None:
            require(len(value) == 3 or len(value) == 4 and value[3] in (1, 2, 3), "recordTooNew")
            equal(identifier, sha256(b"passfold/service/v1", bytes([value[0]]), value[1].encode())[:8])


def check_passkey_extensions(optional):
    """The fields of passkeys that older versions did not write: PRF keys, protection, large blob."""
    for key in (23, 24, 26):
        require(isinstance(optional.get(key, b""), bytes), "recordTooNew")
    require((23 in optional) == (24 in optional), "recordDamaged")
    require(all(len(optional[key]) == 32 for key in (23, 24) if key in optional), "recordTooNew")
    level = optional.get(25, 1)
    require(level is None or type(level) is int and 1 <= level <= 3, "recordTooNew")


def check_password_history(history):
    """The previous passwords, which older versions kept elsewhere."""
    require(isinstance(history, list), "recordTooNew")
    for entry in history:
        require(isinstance(entry, list) and len(entry) == 2, "recordTooNew")
        require(type(entry[0]) is int and entry[0] >= 0 and isinstance(entry[1], bytes), "recordTooNew")


def check_card(optional):
    """Security code, PIN and the months between which a card is good."""
    for key in (44, 45):
        require(optional.get(key) is None or isinstance(optional[key], bytes), "recordTooNew")
    for key in (46, 47):
        month = optional.get(key)
        require(month is None or numbers(month, 2) and 1900 <= month[0] <= 2199 and 1 <= month[1] <= 12, "recordTooNew")


def check_identity(optional):
    """The day of birth, and what is known by its label."""
    birthday = optional.get(63)
    try:
        require(birthday is None or numbers(birthday, 3) and datetime.date(*birthday), "recordTooNew")
    except ValueError:
        raise Refused("recordTooNew") from None
    for key in (64, 65, 66, 67):
        require(isinstance(optional.get(key, {}), dict), "recordTooNew")
        for identifier, element in optional.get(key, {}).items():
            require(isinstance(identifier, bytes) and len(identifier) == 8, "recordTooNew")
            require(isinstance(element, list) and len(element) == 2, "recordTooNew")
            value, stamp = element
            require(isinstance(stamp, bytes) and len(stamp) == 24, "recordTooNew")
            if value is None:
                continue
            require(isinstance(value, list) and len(value) == 3 and isinstance(value[0], str), "recordTooNew")
            require(isinstance(value[1], bytes if key == 67 else str) and numbers(value[2:], 1), "recordTooNew")
            equal(identifier, sha256(b"passfold/labelled/v1", value[0].encode())[:8])


def numbers(value, count):
    return isinstance(value, list) and len(value) == count and all(type(number) is int and number >= 0 for number in value)


def check_annotations(optional):
    """What a person adds: favourite, tags, note, fields of their own."""
    require(isinstance(optional.get(29, False), bool), "recordTooNew")
    require(optional.get(31) is None or isinstance(optional[31], bytes), "recordTooNew")
    for key, label in ((30, b"passfold/tag/v1"), (32, b"passfold/custom-field/v1")):
        elements = optional.get(key, {})
        require(isinstance(elements, dict), "recordTooNew")
        for identifier, element in elements.items():
            require(isinstance(identifier, bytes) and len(identifier) == 8, "recordTooNew")
            require(isinstance(element, list) and len(element) == 2, "recordTooNew")
            value, stamp = element
            require(isinstance(stamp, bytes) and len(stamp) == 24, "recordTooNew")
            if value is None:
                continue
            name = value
            if key == 32:
                require(isinstance(value, list) and len(value) == 4 and value[0] in (0, 1), "recordTooNew")
                require(isinstance(value[2], bytes) and type(value[3]) is int and value[3] >= 0, "recordTooNew")
                name = value[1]
            require(isinstance(name, str), "recordTooNew")
            equal(identifier, sha256(label, name.encode())[:8])


def attachments_of(fields):
    """The files of a record's field 50: `[name, length, media type, added, blob, content key, digest]`, the oldest first."""
    elements = fields[50][0] if 50 in fields else {}
    require(isinstance(elements, dict), "recordTooNew")
    files = []
    for identifier, element in elements.items():
        require(isinstance(identifier, bytes) and len(identifier) == 8, "recordTooNew")
        require(isinstance(element, list) and len(element) == 2, "recordTooNew")
        file, stamp = element
        require(isinstance(stamp, bytes) and len(stamp) == 24, "recordTooNew")
        if file is None:
            continue
        require(isinstance(file, list) and len(file) == 7, "recordTooNew")
        name, length, media_type, added, *rest = file
        require(isinstance(name, str) and 1 <= len(name.encode()) <= 255 and name not in (".", ".."), "recordTooNew")
        require(not any(one == "/" or unicodedata.category(one) in ("Cc", "Zl", "Zp") for one in name), "recordTooNew")
        require(type(length) is int and 0 <= length < 1 << 40 and type(added) is int and added >= 0, "recordTooNew")
        require(media_type is None or isinstance(media_type, str), "recordTooNew")
        for value, size in zip(rest, (16, 32, 32)):
            require(isinstance(value, bytes) and len(value) == size, "recordTooNew")
        equal(identifier, sha256(b"passfold/attachment/v1", rest[0])[:8])
        files.append(file)
    return sorted(files, key=lambda file: (file[3], file[4]))


def check_set_up(optional):
    """The fields of codes that older versions did not write: added, pending, history."""

    def names(value):
        return isinstance(value, list) and all(isinstance(name, bytes) and len(name) == 16 for name in value)

    def is_time(value):
        return type(value) is int and value >= 0

    require(optional.get(20) is None or is_time(optional[20]), "recordTooNew")
    pending = optional.get(21)
    require(pending is None or isinstance(pending, list) and len(pending) == 2 and is_time(pending[0]) and names(pending[1]), "recordTooNew")
    history = optional.get(22, [])
    require(isinstance(history, list), "recordTooNew")
    for entry in history:
        require(isinstance(entry, list) and len(entry) == 5, "recordTooNew")
        retired, secret, algorithm, digits, form = entry
        require(is_time(retired) and isinstance(secret, bytes) and secret and is_time(digits), "recordTooNew")
        require(algorithm in ("SHA1", "SHA256", "SHA512"), "recordTooNew")
        require(isinstance(form, list) and (form == [2] or len(form) == 2 and form[0] in (0, 1) and is_time(form[1])), "recordTooNew")


# Blobs.

CHUNK = 65536


def padded_length(length):
    """The classes of records, for content of any length."""
    marked = length + 1
    for size in (1024, 2048, 4096):
        if marked <= size:
            return size
    exponent = marked.bit_length() - 1
    mask = (1 << exponent - exponent.bit_length()) - 1
    return marked + mask & ~mask


def chunk_places(length):
    """Number, first byte, end and whether it is the last, of each chunk of padded content."""
    padded = padded_length(length)
    starts = range(0, padded, CHUNK)
    return [(number, at, min(at + CHUNK, padded), number == len(starts) - 1) for number, at in enumerate(starts)]


def chunk_facts(blob, number, last):
    nonce = number.to_bytes(11, "big") + bytes([last])
    return nonce, b"passfold/blob/v1" + blob + number.to_bytes(4, "big") + bytes([last])


def seal_blob(content, key, blob):
    padded = (content + b"\x80").ljust(padded_length(len(content)), b"\0")
    sealing = AESGCM(derive(b"blob/v1" + blob, key))
    chunks = []
    for number, start, end, last in chunk_places(len(content)):
        nonce, context = chunk_facts(blob, number, last)
        chunks.append(sealing.encrypt(nonce, padded[start:end], context))
    return chunks


def open_blob(chunks, key, blob, length):
    places = chunk_places(length)
    require(len(chunks) == len(places), "malformed")
    padded = b""
    for (number, start, end, last), chunk in zip(places, chunks):
        require(len(chunk) == end - start + 16, "malformed")
        nonce, context = chunk_facts(blob, number, last)
        padded += open_gcm(derive(b"blob/v1" + blob, key), nonce, chunk, context)
    require(padded[length:] == b"\x80".ljust(len(padded) - length, b"\0"), "malformed")
    return padded[:length]


def pattern(length):
    """What the blobs of the vectors say: bytes that have no period of a chunk's length."""
    return bytes(number * 31 % 251 for number in range(length))


# PIN.


def open_pin(encoded, root, account, device, pin):
    stored = decode(encoded)
    require(stored.get(1) == 1, "unsupportedVersion")
    require(set(stored) == set(range(1, 8)), "malformed")
    passes, memory, lanes = stored[2], stored[3], stored[4]
    require(memory >= 65536 and passes >= 3 and lanes >= 4, "costBelowFloor")
    require(memory <= 2097152 and passes <= 10 and lanes <= 16, "costAboveCeiling")
    for key, length in ((5, 16), (6, 12), (7, 80)):
        require(isinstance(stored[key], bytes) and len(stored[key]) == length, "malformed")
    header = encode({key: stored[key] for key in range(1, 6)})
    kept = open_gcm(derive(b"pin/v1", root), stored[6], stored[7], b"passfold/pin/v1" + account + device + header)
    equal(kept, hash_secret_raw(pin.encode(), stored[5], passes, memory, lanes, 64, Type.ID))
    return kept


def read_idle_time(file, root):
    require(len(file) == 36, "other content")
    equal(derive(b"idle-time/v1" + file[:4], root), file[4:])
    seconds = int.from_bytes(file[:4], "big")
    require(60 <= seconds <= 43_200, "other content")
    return seconds


def check(name, cases, run):
    for case in cases:
        try:
            run(case)
            result = "opens"
        except Refused as refusal:
            result = str(refusal)
        if result != case["result"]:
            sys.exit(f"{name}: {case['id']}: {result} instead of {case['result']}")
    print(f"{name}: {len(cases)} vectors hold")


def equal(found, expected):
    require(found == expected, "other content")


def load(name):
    return json.loads((VECTORS / f"{name}.json").read_text())


def main():
    pins = load("pins")
    facts = [UNHEX(pins[name]) for name in ("root", "account", "device")]
    check("pins", pins["cases"], lambda case: equal(open_pin(UNHEX(case["file"]), *facts, case["pin"]), UNHEX(case["key"])))

    idle_times = load("idle-times")
    check("idle times", idle_times["cases"], lambda case: equal(read_idle_time(UNHEX(case["file"]), UNHEX(idle_times["root"])), case["seconds"]))
    fingers = load("fingers")
    check("fingers", fingers["cases"], lambda case: equal(derive(b"finger-choice/v1", UNHEX(fingers["root"])), UNHEX(case["file"])))

    slots = load("slots")
    check(
        "slots",
        slots["cases"],
        lambda case: equal(open_slot(UNHEX(case["slot"]), case["passphrase"], UNHEX(case["device"])), UNHEX(slots["root"])),
    )

    index = load("index")
    expected = (index["transaction"], UNHEX(index["index"]))
    check("index", index["cases"], lambda case: equal(open_index(UNHEX(index["root"]), UNHEX(case["sealed"])), expected))

    journal = load("index-journal")
    root, header = UNHEX(journal["root"]), UNHEX(journal["header"])
    check(
        "index-journal",
        journal["cases"],
        lambda case: equal(open_journal(root, header, UNHEX(case["journal"])), (case["last"], [UNHEX(one) for one in case["changes"]])),
    )

    witness = load("witness")
    own = [UNHEX(witness[key]) for key in ("root", "account", "device")]
    check(
        "witness",
        witness["cases"],
        lambda case: equal(open_witness(*own, UNHEX(case["file"])), (case["number"], case["transaction"], case["carries"], case["revisions"])),
    )

    def run_copy(case):
        head, keys, database = open_copy(UNHEX(case["file"]))
        equal((head[3], head[4], head[5], head[6], keys.hex(), database.hex()),
              tuple(case[key] for key in ("made", "reason", "transaction", "records", "keyFile", "database")))

    check("copies", load("copies")["cases"], run_copy)

    envelopes = load("envelopes")
    facts = [UNHEX(envelopes["epochKey"]), envelopes["epoch"], UNHEX(envelopes["account"]), UNHEX(envelopes["record"])]

    def run_envelope(case):
        opened = open_envelope(UNHEX(case["body"]), UNHEX(case["wrap"]), *facts)
        equal(opened, (UNHEX(case["content"]), UNHEX(case["bodyHash"])))

    check("envelopes", envelopes["cases"], run_envelope)

    check("contents", load("contents")["cases"], lambda case: open_content(UNHEX(case["content"])))

    check("passkey-extensions", load("passkey-extensions")["cases"], lambda case: open_content(UNHEX(case["content"])))
    check("password-history", load("password-history")["cases"], lambda case: open_content(UNHEX(case["content"])))
    check("annotations", load("annotations")["cases"], lambda case: open_content(UNHEX(case["content"])))
    check("tombstones", load("tombstones")["cases"], lambda case: open_content(UNHEX(case["content"])))
    check("plain-records", load("plain-records")["cases"], lambda case: open_content(UNHEX(case["content"])))
    check("attachments", load("attachments")["cases"], lambda case: open_content(UNHEX(case["content"])))
    check("code-set-ups", load("code-set-ups")["cases"], lambda case: open_content(UNHEX(case["content"])))

    blobs = load("blobs")
    key = UNHEX(blobs["contentKey"])

    def run_blob(case):
        blob, length = UNHEX(case["blob"]), case["length"]
        content = open_blob([UNHEX(chunk) for chunk in case["chunks"]], key, blob, length)
        equal(content, pattern(length))
        equal([chunk.hex() for chunk in seal_blob(content, key, blob)], case["chunks"])

    def run_long_blob(case):
        chunks = seal_blob(pattern(case["length"]), key, UNHEX(case["blob"]))
        equal([sha256(chunk).hex() for chunk in chunks], case["chunkDigests"])

    check("blobs", blobs["cases"], run_blob)
    check("long blobs", blobs["long"], run_long_blob)
    stored = {case["blob"]: case for case in blobs["cases"] if case["result"] == "opens"}
    held = next(case for case in load("attachments")["cases"] if case["id"] == "two-files")
    files = attachments_of(decode(UNHEX(held["content"])[1:]))
    for name, length, _, _, blob, content_key, digest in files:
        chunks = [UNHEX(chunk) for chunk in stored[blob.hex()]["chunks"]]
        equal(sha256(open_blob(chunks, content_key, blob, length)), digest)
    print(f"attachments: {len(files)} files of a frozen record open")

    log = load("log")
    account, device, recovery_key, root = (UNHEX(log[key]) for key in ("account", "device", "recoveryKey", "root"))

    def run_log(case):
        verified = Log([UNHEX(entry) for entry in case["entries"]])
        equal((verified.account, verified.recovery), (account, UNHEX(log["recoveryMember"])))
        epoch_key = UNHEX(log["epochKey"])
        equal(open_epoch_key(verified, device, UNHEX(log["keyAgreementSeed"])), epoch_key)
        equal(open_epoch_key(verified, verified.recovery, derive(b"recovery-kem/v1", recovery_key)), epoch_key)

    check("log", log["cases"], run_log)
    equal(recovery_text(recovery_key), log["recoveryText"])

    growth = load("log-growth")

    def run_growth(case):
        verified = Log([UNHEX(entry) for entry in case["entries"]])
        equal(verified.account, UNHEX(growth["account"]))
        keys = [UNHEX(key) for key in growth["epochKeys"]]
        seeds = {**dict(zip(map(UNHEX, growth["devices"]), map(UNHEX, growth["keyAgreementSeeds"]))),
                 verified.recovery: derive(b"recovery-kem/v1", UNHEX(growth["recoveryKeys"][case["recoveryKey"]]))}
        for member in [*verified.devices, verified.recovery]:
            key = open_epoch_key(verified, member, seeds[member])
            equal(key, keys[verified.epoch - 1])
        for epoch in range(verified.epoch, 1, -1):
            equal(open_key_before(verified, keys[epoch - 1], epoch), keys[epoch - 2])
        for device in verified.names.keys() & verified.devices.keys():
            equal(open_name(verified, device, keys[verified.names[device][0] - 1]), growth["name"])

    check("log-growth", growth["cases"], run_growth)

    def run_floor(case):
        verified = Log([UNHEX(entry) for entry in case["entries"]])
        equal((verified.floor, verified.is_closed), (case["floor"], case["closed"]))

    check("log-floor", load("log-floor")["cases"], run_floor)

    def run_name(case):
        verified = Log([UNHEX(entry) for entry in case["entries"]])
        for device, name in case["names"].items():
            epoch = verified.names[UNHEX(device)][0]
            try:
                equal(open_name(verified, UNHEX(device), UNHEX(growth["epochKeys"][epoch - 1])), name)
            except Refused:
                equal(None, name)

    check("log-names", load("log-names")["cases"], run_name)
    for kind, epoch, wrapped, key in (
        (1, 0, "wrappedSigning", "signingSeed"),
        (2, 0, "wrappedKeyAgreement", "keyAgreementSeed"),
        (3, 1, "wrappedEpochKey", "epochKey"),
    ):
        equal(open_local(root, UNHEX(log[wrapped]), kind, epoch, account, device), UNHEX(log[key]))
    print("keys: the recovery text and 3 local wraps hold")


if __name__ == "__main__":
    main()
