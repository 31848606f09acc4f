# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Searches a process's writable memory for secrets, which root may do; and derives the vault's keys as described in the format's
documentation."""

import ctypes
import ctypes.util
import hashlib
import hmac
import unicodedata

CHUNK = 1 << 20


def found_in(process, needles):
    """Returns the names of the needles that are in a process's writable memory."""
    longest = max(map(len, needles.values()))
    found = set()
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        for line in maps:
            span, permissions = line.split()[:2]
            if "w" not in permissions or not permissions.startswith("r"):
                continue
            start, end = (int(number, 16) for number in span.split("-"))
            tail = b""
            for at in range(start, end, CHUNK):
                try:
                    memory.seek(at)
                    bytes_read = memory.read(min(CHUNK, end - at))
                except OSError:
                    # Unmapped meanwhile, or without a page.
                    break
                window = tail + bytes_read
                found |= {name for name, needle in needles.items() if needle in window}
                tail = window[-longest:]
    return found


def hkdf(key, label):
    extracted = hmac.digest(bytes(32), key, "sha256")
    return hmac.digest(extracted, b"passfold/" + label + b"\1", "sha256")


def decode(data, at=0):
    """Decodes the part of CBOR that a key file uses: returns the value at a position, and the position after it."""
    major, number = data[at] >> 5, data[at] & 31
    at += 1
    if number >= 24:
        size = 1 << number - 24
        number, at = int.from_bytes(data[at:at + size], "big"), at + size
    if major == 0:
        return number, at
    if major == 2:
        return data[at:at + number], at + number
    values = []
    for _ in range(number * (2 if major == 5 else 1)):
        value, at = decode(data, at)
        values.append(value)
    return (dict(zip(values[::2], values[1::2])) if major == 5 else values), at


def argon2id(passphrase, slot):
    library = ctypes.CDLL(ctypes.util.find_library("argon2"))
    output = ctypes.create_string_buffer(64)
    assert library.argon2id_hash_raw(
        ctypes.c_uint32(slot[3]), ctypes.c_uint32(slot[4]), ctypes.c_uint32(slot[5]), passphrase, ctypes.c_size_t(len(passphrase)), slot[6],
        ctypes.c_size_t(len(slot[6])), output, ctypes.c_size_t(64)) == 0
    return output.raw


def open_without_tag(key, nonce, box):
    """Returns AES-256-GCM's plaintext with only its counter mode, from counter 2; a wrong key becomes apparent since nothing fits
    afterwards."""
    library = ctypes.CDLL(ctypes.util.find_library("crypto"))
    library.EVP_CIPHER_CTX_new.restype = library.EVP_aes_256_ctr.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.EVP_CIPHER_CTX_new())
    output, length = ctypes.create_string_buffer(len(box)), ctypes.c_int()
    assert library.EVP_DecryptInit_ex(context, ctypes.c_void_p(library.EVP_aes_256_ctr()), None, key, nonce + (2).to_bytes(4, "big")) == 1
    assert library.EVP_DecryptUpdate(context, output, ctypes.byref(length), box[:-16], len(box) - 16) == 1
    library.EVP_CIPHER_CTX_free(context)
    return output.raw[:len(box) - 16]


def keys_of(key_file, passphrase):
    """Returns the vault's keys by their names in docs/formats/vault.md."""
    file, _ = decode(key_file)
    slot = file[4]
    derived = argon2id(unicodedata.normalize("NFKD", passphrase).encode(), slot)
    root = open_without_tag(derived[:32], slot[8], slot[9])
    wrapping = hkdf(root, b"local-wrap/v1")
    signing, agreement, epoch = (open_without_tag(wrapping, wrap[:12], wrap[12:]) for wrap in (file[5], file[6], file[7][0][1]))
    return {"slot key": derived[:32], "slot commitment key": derived[32:], "LK": root, "LW": wrapping, "DSK": signing, "DXK": agreement,
            "EK": epoch, "KW": hkdf(epoch, b"record-wrap/v1"), "index key": hkdf(root, b"index/v1")}
