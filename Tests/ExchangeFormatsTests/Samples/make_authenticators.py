#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Writes the samples of authenticator programs beside this file, each as its program writes it, with every member that it has.

Needs cryptography, argon2-cffi and PyNaCl. Salts and nonces are fixed, so that the files come out the same each time.
"""

import base64, hashlib, json, pathlib, struct, urllib.parse
import nacl.bindings as sodium
from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

HERE = pathlib.Path(__file__).parent
PASSPHRASE = "Grüße, 7 Tassen".encode()
SECRET = b"12345678901234567890"
SEED = base64.b32encode(SECRET).decode()
LONG_SECRET = b"1234567890" * 6 + b"1234"
LONG_SEED = base64.b32encode(LONG_SECRET).decode().rstrip("=")


def fixed(name, count):
    return hashlib.shake_128(name.encode()).digest(count)


def b64(data):
    return base64.b64encode(data).decode()


def write(path, content):
    path = HERE / path
    path.parent.mkdir(exist_ok=True)
    if not isinstance(content, (str, bytes)):
        content = json.dumps(content, ensure_ascii=False, indent=2)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def pbkdf2(hash, salt, rounds):
    return PBKDF2HMAC(hash, 32, salt, rounds).derive(PASSPHRASE)


def gcm(name, key, text, associated=None):
    nonce = fixed(name + " nonce", 12)
    return nonce, AESGCM(key).encrypt(nonce, text, associated)


# Aegis -----------------------------------------------------------------------------------------------------------------------------


def aegis_entry(kind, name, issuer, info, **more):
    return {"type": kind, "uuid": "3ae6f1ad-2e65-4ed2-a953-1ec0dff2386d", "name": name, "issuer": issuer, "note": "", "favorite": False,
            "icon": None, "info": info, "groups": []} | more


GROUPS = [{"uuid": "0d8aa8f6-0b40-4d6c-9a3e-2a41b1e0f0a1", "name": "Work"}, {"uuid": "0d8aa8f6-0b40-4d6c-9a3e-2a41b1e0f0a2", "name": "Heim"}]
AEGIS = [
    aegis_entry("totp", "ada@shop.example", "Shop", {"secret": SEED, "algo": "SHA1", "digits": 6, "period": 30}, note="behind the\ncounter",
                favorite=True, icon="PHN2Zy8+", icon_mime="image/svg+xml", icon_hash="00", groups=[g["uuid"] for g in GROUPS]),
    aegis_entry("totp", "bo", "Bank", {"secret": LONG_SEED, "algo": "SHA256", "digits": 8, "period": 60}),
    aegis_entry("totp", "", "Club", {"secret": LONG_SEED, "algo": "SHA512", "digits": 7, "period": 15}),
    aegis_entry("hotp", "cy", "", {"secret": SEED, "algo": "SHA1", "digits": 6, "counter": 7}),
    aegis_entry("steam", "gaben", "Steam", {"secret": SEED, "algo": "SHA1", "digits": 5, "period": 30}),
    aegis_entry("motp", "old", "Office", {"secret": "NBSWY3DPEB3W64TM", "algo": "MD5", "digits": 6, "period": 10, "pin": "1234"}),
    aegis_entry("yandex", "ya", "Yandex", {"secret": "LA2V6KMCGYMWWVEW64RNP3JA3I", "algo": "SHA256", "digits": 8, "period": 30, "pin": "5239"}),
    aegis_entry("totp", "md5", "Mistake", {"secret": SEED, "algo": "MD5", "digits": 6, "period": 30}),
    aegis_entry("totp", "ten", "Digits", {"secret": SEED, "algo": "SHA1", "digits": 10, "period": 30}, groups=["0d8aa8f6-0b40-4d6c-9a3e-2a41b1e0f0ff"],
                colour="red"),
]
AEGIS_PLAIN = {"version": 1, "header": {"slots": None, "params": None},
               "db": {"version": 3, "entries": AEGIS, "groups": GROUPS, "icons_optimized": True}}


def aegis_seal(name, key, text):
    nonce, sealed = gcm(name, key, text)
    return sealed[:-16], {"nonce": nonce.hex(), "tag": sealed[-16:].hex()}


def aegis():
    write("aegis/plain-v3.json", AEGIS_PLAIN)
    older = [dict(AEGIS[0], group="Work"), dict(AEGIS[1], group=None)]
    for entry in older:
        del entry["groups"], entry["favorite"], entry["note"]
    write("aegis/plain-v2.json", {"version": 1, "header": {"slots": None, "params": None}, "db": {"version": 2, "entries": older}})
    write("aegis/empty.json", dict(AEGIS_PLAIN, db={"version": 3, "entries": [], "groups": [], "icons_optimized": True}))
    master = fixed("aegis master", 32)
    slots = []
    for number, passphrase in enumerate([b"of another", PASSPHRASE]):
        salt = fixed(f"aegis salt {number}", 32)
        key = Scrypt(salt, 32, 1024, 8, 1).derive(passphrase)
        sealed, params = aegis_seal(f"aegis slot {number}", key, master)
        slots.append({"type": 1, "uuid": "a8325752-c1be-458a-9b3e-5e0a8154d9ec", "key": sealed.hex(), "key_params": params, "n": 1024, "r": 8,
                      "p": 1, "salt": salt.hex(), "repaired": True, "is_backup": number == 1})
    finger = {"type": 2, "uuid": "a8325752-c1be-458a-9b3e-5e0a8154d9ed", "key": "00" * 32, "key_params": {"nonce": "00" * 12, "tag": "00" * 16}}
    content, params = aegis_seal("aegis db", master, json.dumps(AEGIS_PLAIN["db"], indent=4).encode())
    write("aegis/sealed.json", {"version": 1, "header": {"slots": [finger] + slots, "params": params}, "db": b64(content)})


# 2FAS ------------------------------------------------------------------------------------------------------------------------------


def two_fas_service(name, otp, **more):
    return {"name": name, "secret": SEED, "updatedAt": 1700000000123, "serviceTypeID": "d50d085c-87a1-4c03-80aa-d2384971c6f3", "otp": otp,
            "order": {"position": 0}, "badge": {"color": "Pink"}, "icon": {"selected": "Label", "label": {"text": "SH", "backgroundColor": "Brown"},
                                                                          "iconCollection": {"id": "a5b3fb65-4ec5-43e6-8ec1-49e24ca9e7ad"}}} | more


TWO_FAS = [
    two_fas_service("Shop", {"link": f"otpauth://totp/Shop:ada?secret={SEED}&issuer=Shop", "label": "ada", "account": "ada", "issuer": "shop.example",
                             "digits": 6, "period": 30, "algorithm": "SHA1", "tokenType": "TOTP", "source": "Link"},
                    groupId="0d8aa8f6-0b40-4d6c-9a3e-2a41b1e0f0a1"),
    two_fas_service("Bank", {"label": "Bank:bo", "account": "bo", "issuer": "Bank", "digits": 8, "period": 60, "algorithm": "SHA256",
                             "tokenType": "TOTP", "source": "Manual"}, secret=LONG_SEED.lower()),
    two_fas_service("Club", {"label": "by hand", "account": "di", "issuer": "Club", "digits": 7, "period": 15, "algorithm": "SHA512",
                             "tokenType": "TOTP"}, secret=LONG_SEED),
    two_fas_service("Door", {"account": "cy", "digits": 6, "algorithm": "SHA1", "counter": 7, "tokenType": "HOTP", "source": "Link"}),
    two_fas_service("Steam", {"account": "gaben", "digits": 5, "period": 30, "algorithm": "SHA1", "tokenType": "STEAM", "counter": 0}),
    two_fas_service("Strange", {"account": "x", "digits": 6, "period": 30, "algorithm": "SHA384", "tokenType": "TOTP"}, groupId="gone", mood="blue"),
]
TWO_FAS_GROUPS = [{"id": "0d8aa8f6-0b40-4d6c-9a3e-2a41b1e0f0a1", "name": "Work", "isExpanded": True, "updatedAt": 1700000000000}]


def two_fas():
    outside = {"updatedAt": 1700000000456, "schemaVersion": 4, "appVersionCode": 5000030, "appVersionName": "5.4.9", "appOrigin": "android"}
    write("2fas/plain-v4.2fas", {"services": TWO_FAS, "groups": TWO_FAS_GROUPS} | outside)
    oldest = {"name": "Shop", "secret": SEED, "type": "Unknown", "updatedAt": 1618417205843, "order": {"position": 0},
              "otp": {"label": "Shop:ada", "account": "ada", "issuer": "Shop"}}
    write("2fas/plain-v1.2fas", {"appOrigin": "android", "appVersionCode": 300101, "appVersionName": "3.1.1", "schemaVersion": 1,
                                 "services": [oldest], "updatedAt": 1618417377507})
    write("2fas/empty.2fas", {"services": [], "groups": []} | outside)
    salt = fixed("2fas salt", 256)
    key = pbkdf2(hashes.SHA256(), salt, 10_000)

    def seal(name, text):
        nonce, sealed = gcm(name, key, text)
        return ":".join(map(b64, (sealed, salt, nonce)))

    write("2fas/sealed-v4.2fas", {"services": [], "groups": TWO_FAS_GROUPS} | outside | {
        "servicesEncrypted": seal("2fas services", json.dumps(TWO_FAS).encode()), "reference": seal("2fas reference", fixed("2fas", 64).hex().encode())})


# Ente Auth -------------------------------------------------------------------------------------------------------------------------


def ente_link(kind, name, parameters, **display):
    shown = {"pinned": False, "trashed": False, "lastUsedAt": 0, "tapCount": 0, "tags": [], "note": "", "position": 0, "iconSrc": "", "iconID": ""}
    query = urllib.parse.urlencode(parameters | {"codeDisplay": json.dumps(shown | display, separators=(",", ":"))})
    return f"otpauth://{kind}/{urllib.parse.quote(name)}?{query}"


ENTE = "\n".join([
    ente_link("totp", "Shop:ada@shop.example", {"algorithm": "sha1", "digits": 6, "issuer": "Shop", "period": 30, "secret": SEED}, pinned=True,
              tags=["Work", "größer"], note="a note", lastUsedAt=1700000000000000, tapCount=3, iconSrc="customIcon", iconID="shop"),
    ente_link("totp", "Bank:bo", {"secret": LONG_SEED, "issuer": "Bank", "algorithm": "SHA256", "digits": 8, "period": 60}, trashed=True),
    ente_link("totp", "Club:", {"secret": LONG_SEED, "issuer": "Club", "algorithm": "SHA512", "digits": 7, "period": 15}, mood="blue"),
    ente_link("hotp", ":cy", {"secret": SEED, "issuer": "", "algorithm": "SHA1", "digits": 6, "counter": 7}),
    ente_link("steam", "Steam:gaben", {"secret": SEED, "issuer": "Steam", "algorithm": "SHA1", "digits": 5, "period": 30}),
]) + "\n"


def ente():
    write("ente-auth/plain.txt", ENTE)
    salt, header, memory, passes = fixed("ente salt", 16), fixed("ente header", 24), 1 << 20, 2
    key = sodium.crypto_pwhash_alg(32, PASSPHRASE, salt, passes, memory, sodium.crypto_pwhash_ALG_ARGON2ID13)
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    # The header is drawn at random by the library; it is fixed by beginning the stream as its reader does.
    sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, header, key)
    sealed = sodium.crypto_secretstream_xchacha20poly1305_push(state, ENTE.encode(), None, sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL)
    write("ente-auth/sealed.json", {"version": 1, "kdfParams": {"memLimit": memory, "opsLimit": passes, "salt": b64(salt)},
                                    "encryptedData": b64(sealed), "encryptionNonce": b64(header)})


# andOTP ----------------------------------------------------------------------------------------------------------------------------

ANDOTP = [
    {"secret": SEED, "issuer": "Shop", "label": "ada@shop.example", "digits": 6, "type": "TOTP", "algorithm": "SHA1", "thumbnail": "Default",
     "last_used": 1608146844162, "used_frequency": 3, "period": 30, "tags": ["Work", "Heim"]},
    {"secret": LONG_SEED, "issuer": "Bank", "label": "bo", "digits": 8, "type": "TOTP", "algorithm": "SHA256", "thumbnail": "Default",
     "last_used": 0, "used_frequency": 0, "period": 60, "tags": []},
    {"secret": LONG_SEED, "issuer": "Club", "label": "", "digits": 7, "type": "TOTP", "algorithm": "SHA512", "thumbnail": "Default",
     "last_used": 0, "used_frequency": 0, "period": 15, "tags": []},
    {"secret": SEED, "issuer": "Door", "label": "cy", "digits": 6, "type": "HOTP", "algorithm": "SHA1", "thumbnail": "Default",
     "last_used": 0, "used_frequency": 0, "counter": 7, "tags": []},
    {"secret": SEED, "issuer": "Steam", "label": "gaben", "digits": 5, "type": "STEAM", "algorithm": "SHA1", "thumbnail": "Steam",
     "last_used": 0, "used_frequency": 0, "period": 30, "tags": []},
    {"secret": "e1f2a3b4c5d6e7f8", "issuer": "Office", "label": "old", "digits": 6, "type": "MOTP", "algorithm": "SHA1", "thumbnail": "Default",
     "last_used": 0, "used_frequency": 0, "period": 10, "tags": []},
]


def and_otp():
    write("andotp/plain.json", json.dumps(ANDOTP, separators=(",", ":")))
    write("andotp/plain-2017.json", json.dumps([{"secret": SEED, "label": "Shop - ada", "period": 30, "type": "TOTP"},
                                                {"secret": SEED, "label": "alone", "period": 30, "digits": 8, "type": "TOTP", "algorithm": "SHA1"}]))
    salt, rounds, text = fixed("andotp salt", 12), 100_003, json.dumps(ANDOTP).encode()
    nonce, sealed = gcm("andotp", pbkdf2(hashes.SHA1(), salt, rounds), text)
    write("andotp/sealed.json.aes", rounds.to_bytes(4, "big") + salt + nonce + sealed)
    nonce, sealed = gcm("andotp older", hashlib.sha256(PASSPHRASE).digest(), text)
    write("andotp/sealed-older.json.aes", nonce + sealed)


# FreeOTP+ --------------------------------------------------------------------------------------------------------------------------


def signed(secret):
    return [byte - 256 if byte > 127 else byte for byte in secret]


def free_otp():
    high = bytes([0xED, 0x40, 0x80, 0xFF, 0x00, 0x7F, 0x12, 0x34, 0x56, 0x78])
    tokens = [
        {"algo": "SHA1", "counter": 0, "digits": 6, "issuerExt": "Shop", "issuerInt": "shop.example", "label": "ada", "period": 30,
         "secret": signed(SECRET), "type": "TOTP", "alias": "my shop", "category": "Work", "iconKey": "shop", "image": "content://shop"},
        {"algo": "SHA256", "counter": 0, "digits": 8, "issuerExt": "Bank", "issuerInt": "Bank", "label": "bo", "period": 60,
         "secret": signed(LONG_SECRET), "type": "TOTP"},
        {"algo": "SHA512", "counter": 0, "digits": 7, "issuerExt": "", "issuerInt": "", "label": "di", "period": 15, "secret": signed(high),
         "type": "TOTP"},
        {"algo": "SHA1", "counter": 6, "digits": 6, "issuerExt": "Door", "label": "cy", "period": 30, "secret": signed(SECRET), "type": "HOTP"},
        {"algo": "SHA1", "counter": 0, "digits": 5, "issuerExt": "Steam", "issuerInt": "Steam", "label": "gaben", "period": 30,
         "secret": signed(SECRET), "type": "TOTP"},
        {"algo": "MD5", "counter": 0, "digits": 6, "issuerExt": "Old", "issuerInt": "Old", "label": "m", "period": 30, "secret": signed(SECRET),
         "type": "TOTP"},
    ]
    order = [f"{token['issuerExt']}:{token['label']}" for token in tokens]
    write("freeotp-plus/export.json", json.dumps({"tokenOrder": order, "tokens": tokens}, separators=(",", ":")))
    write("freeotp-plus/empty.json", json.dumps({"tokenOrder": [], "tokens": []}))


# FreeOTP 2 -------------------------------------------------------------------------------------------------------------------------


def java_text(text):
    # The UTF-8 of Java: both halves of a surrogate pair in three bytes each.
    data = b"".join(chr(unit).encode("utf-8", "surrogatepass") for unit in struct.unpack(f">{len(text.encode('utf-16-be')) // 2}H", text.encode("utf-16-be")))
    return b"\x74" + struct.pack(">H", len(data)) + data


def java_map(pairs):
    def name(text):
        return struct.pack(">H", len(text)) + text.encode()

    head = b"\xac\xed\x00\x05sr" + name("java.util.HashMap") + bytes.fromhex("0507dac1c31660d103") + struct.pack(">H", 2)
    fields = b"F" + name("loadFactor") + b"I" + name("threshold") + b"xp" + struct.pack(">fi", 0.75, 12)
    return head + fields + b"w\x08" + struct.pack(">ii", 16, len(pairs)) + b"".join(map(java_text, sum(pairs, ()))) + b"x"


def free_otp_2():
    def sealed(name, key, secret, token):
        nonce, content = gcm("freeotp " + name, key, secret, token.encode())
        return {"mCipher": "AES/GCM/NoPadding", "mCipherText": signed(content), "mParameters": signed(b"\x30\x11\x04\x0c" + nonce + b"\x02\x01\x10"),
                "mToken": token}

    salt, master, rounds = fixed("freeotp salt", 32), fixed("freeotp master", 32), 1000
    key = sealed("master", pbkdf2(hashes.SHA512(), salt, rounds), master, "AES")
    pairs = [("masterKey", json.dumps({"mAlgorithm": "PBKDF2withHmacSHA512", "mEncryptedKey": key, "mIterations": rounds, "mSalt": signed(salt)}))]
    tokens = [
        ("4a770c9c", SECRET, {"algo": "SHA1", "digits": 6, "issuerExt": "Shop", "issuerInt": "shop.example", "label": "ada 😀", "period": 30, "type": "TOTP",
                              "color": "#ff0000", "image": "content://shop", "lock": True}),
        ("afcc63b4", LONG_SECRET, {"algo": "SHA256", "digits": 8, "issuerExt": "Bank", "issuerInt": "Bank", "label": "bo", "period": 60, "type": "TOTP"}),
        ("e9c8bf21", SECRET, {"counter": 7, "digits": 6, "issuerExt": "Door", "issuerInt": "Door", "label": "cy", "type": "HOTP"}),
        ("f8cf4725", SECRET, {"issuerExt": "Plain", "label": "di", "type": "TOTP"}),
    ]
    for name, secret, token in tokens:
        inner = json.dumps(sealed(name, master, secret, "Hmac" + token.get("algo", "SHA1")))
        pairs += [(name + "-token", json.dumps(token, ensure_ascii=False)), (name, json.dumps({"key": inner}))]
    write("freeotp/externalBackup.xml", java_map(pairs))


# Proton Authenticator --------------------------------------------------------------------------------------------------------------


def proton():
    def entry(uri, kind, name, note=None):
        return {"id": "a19e0019-47e3-4d3b-af63-6dad0cb49e31", "content": {"uri": uri, "entry_type": kind, "name": name}, "note": note}

    plain = {"version": 1, "entries": [
        entry(f"otpauth://totp/ada%40shop.example?secret={SEED}&issuer=Shop&algorithm=SHA1&digits=6&period=30", "Totp", "ada@shop.example", "a note"),
        entry(f"otpauth://totp/Bank%3Abo?secret={LONG_SEED}&issuer=Bank&algorithm=SHA256&digits=8&period=60", "Totp", "bo"),
        entry(f"otpauth://totp/di?secret={LONG_SEED}&algorithm=SHA512&digits=7&period=15", "Totp", "di"),
        entry(f"steam://{SEED}", "Steam", "gaben"),
        entry("otpauth://totp/bad?secret=01890189", "Totp", "bad"),
    ]}
    write("proton-authenticator/plain.json", plain)
    write("proton-authenticator/empty.json", {"version": 1, "entries": []})
    salt = fixed("proton salt", 16)
    key = hash_secret_raw(PASSPHRASE, salt, 2, 19 * 1024, 1, 32, Type.ID)
    nonce, sealed = gcm("proton", key, json.dumps(plain).encode(), b"proton.authenticator.export.v1")
    write("proton-authenticator/sealed.json", {"version": 1, "salt": b64(salt), "content": b64(nonce + sealed)})


# Stratum ---------------------------------------------------------------------------------------------------------------------------


def stratum():
    def entry(kind, issuer, user, secret, **more):
        return {"Type": kind, "Icon": "shop", "Issuer": issuer, "Username": user, "Secret": secret, "Pin": None, "Algorithm": 0, "Digits": 6,
                "Period": 30, "Counter": 0, "CopyCount": 2, "Ranking": 1} | more

    third = base64.b32encode(b"another secret, third").decode().rstrip("=")
    plain = {"Authenticators": [
        entry(2, "Shop", "ada@shop.example", SEED),
        entry(2, "Bank", "bo", LONG_SEED, Algorithm=1, Digits=8, Period=60),
        entry(2, "Club", None, third, Algorithm=2, Digits=7, Period=15),
        entry(1, "Door", "cy", base64.b32encode(SECRET[::-1]).decode(), Counter=7),
        entry(4, "Steam", "gaben", base64.b32encode(SECRET[1:]).decode().rstrip("="), Digits=5),
        entry(3, "Office", "old", "e1f2a3b4c5d6e7f8", Pin="1234", Period=10),
        entry(5, "Yandex", "ya", "LA2V6KMCGYMWWVEW64RNP3JA3I", Pin="5239", Digits=8),
    ], "Categories": [{"Id": "0f5e1b7a", "Name": "Work", "Ranking": 0}, {"Id": "1c2d3e4f", "Name": "Heim", "Ranking": 1}],
        "AuthenticatorCategories": [{"CategoryId": "0f5e1b7a", "AuthenticatorSecret": SEED, "Ranking": 0},
                                    {"CategoryId": "1c2d3e4f", "AuthenticatorSecret": SEED, "Ranking": 0},
                                    {"CategoryId": "ffffffff", "AuthenticatorSecret": LONG_SEED, "Ranking": 0}],
        "CustomIcons": [{"Id": "aabbccdd", "Data": "AAAA"}]}
    write("stratum/plain.json", json.dumps(plain, separators=(",", ":")))
    text = json.dumps(plain).encode()
    salt = fixed("stratum salt", 16)
    nonce, sealed = gcm("stratum", hash_secret_raw(PASSPHRASE, salt, 3, 65536, 4, 32, Type.ID), text)
    write("stratum/sealed.stratum", b"AUTHENTICATORPRO" + salt + nonce + sealed)
    salt, vector = fixed("stratum older salt", 20), fixed("stratum older vector", 16)
    padder = padding.PKCS7(128).padder()
    cipher = Cipher(algorithms.AES(pbkdf2(hashes.SHA1(), salt, 64_000)), modes.CBC(vector)).encryptor()
    write("stratum/sealed-older.authpro", b"AuthenticatorPro" + salt + vector + cipher.update(padder.update(text) + padder.finalize()) + cipher.finalize())


# Raivo, LastPass Authenticator, lists of links -------------------------------------------------------------------------------------


def others():
    raivo = {"pinned": "true", "account": "ada@shop.example", "issuer": "Shop", "secret": SEED, "kind": "TOTP", "algorithm": "SHA1", "digits": "6",
             "timer": "30", "counter": "0", "iconType": "raivo_repository", "iconValue": "shop.png"}
    write("raivo/raivo-otp-export.json", [raivo, raivo | {"pinned": "false", "issuer": "Door", "account": "cy", "kind": "HOTP", "counter": "7"},
                                          raivo | {"pinned": "false", "issuer": "Bank", "account": "bo", "algorithm": "SHA256", "digits": "8",
                                                   "timer": "60", "secret": LONG_SEED}])
    last_pass = {"accountID": "c9ebcb42-6d85-4bf0-8bb4-414138c4660d", "lmiUserId": "1", "issuerName": "Shop", "originalIssuerName": "shop.example",
                 "userName": "ada", "originalUserName": "ada@shop.example", "pushNotification": True, "secret": SEED, "timeStep": 30, "digits": 6,
                 "creationTimestamp": 1738075355820, "isFavorite": False, "algorithm": "SHA1", "folderData": {"folderId": 2, "position": 0}}
    write("lastpass-authenticator/export.json", {
        "deviceId": "1", "deviceSecret": "2", "localDeviceId": "9dae8be5-83f1-4600-aefb-d50bafb071d1", "deviceName": "Pixel", "version": 3,
        "accounts": [last_pass, last_pass | {"issuerName": "Bank", "originalIssuerName": "Bank", "userName": "bo", "originalUserName": "bo",
                                             "secret": LONG_SEED, "timeStep": 60, "digits": 8, "algorithm": "SHA256", "isFavorite": True,
                                             "creationTimestamp": 1746694099, "folderData": {"folderId": 1, "position": 0}}],
        "folders": [{"id": 1, "name": "Favorites", "isOpened": True}, {"id": 0, "name": "Other accounts", "isOpened": True},
                    {"id": 2, "name": "Work", "isOpened": False}],
        "backupInfo": {"creationDate": "2025-01-28T16:55:54.040", "deviceOS": "android", "appVersion": "2.21.3"}})
    links = [("Shop", f"otpauth://totp/Shop%3Aada?secret={SEED}&algorithm=SHA1&digits=6&period=30&issuer=Shop", "Shop", 30, 6),
             ("Bank", f"otpauth://totp/Bank%3Abo?secret={LONG_SEED}&algorithm=SHA256&digits=8&period=60&issuer=Bank", "Bank", 60, 8),
             ("gaben", f"steam://{SEED}", "gaben", 30, 6)]
    write("bitwarden-authenticator/export.json", {"encrypted": False, "items": [
        {"id": "37bf650d-2154-4d92-9547-d96b75a5317e", "name": name, "folderId": None, "organizationId": None, "collectionIds": None, "notes": None,
         "type": 1, "login": {"totp": link}, "favorite": name == "Bank"} for name, link, *_ in links]})
    # The last three cells of each line have no heading.
    write("bitwarden-authenticator/export.csv", "folder,favorite,type,name,login_uri,login_totp\n" + "".join(
        f",{'1' if name == 'Bank' else ''},1,{name},,{link},{issuer},{period},{digits}\n" for name, link, issuer, period, digits in links))
    write("otpauth/list.txt", "\r\n".join([
        "\ufeff# codes of ada", "",
        f"otpauth://totp/Shop:ada%40shop.example?secret={SEED}&issuer=Shop",
        f"  OTPAUTH://TOTP/Bank:bo?secret={LONG_SEED}&issuer=bank.example&algorithm=SHA256&digits=8&period=60  ",
        f"apple-otpauth://totp/Club:di?secret={LONG_SEED}&issuer=club.example&algorithm=SHA512&digits=7&period=15",
        f"otpauth://hotp/Door:cy?secret={SEED}&issuer=Door&counter=7&image=https%3A%2F%2Fdoor.example%2Fa.png",
        f"steam://{SEED}",
        "# one letter too many, which every program passes over",
        f"otpauth://totp/Long?secret={SEED}A&digits=6",
        f"otpauth://totp/New:n?secret={SEED}&mood=blue+sky",
        "motp://Office:old?secret=e1f2a3b4c5d6e7f8",
        "otpauth://totp/Short:x?secret=GEZDGNBV&digits=5",
        "what is this",
    ]))


for make in (aegis, two_fas, ente, and_otp, free_otp, free_otp_2, proton, stratum, others):
    make()
