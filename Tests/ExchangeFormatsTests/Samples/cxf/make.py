#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Makes the samples of this folder: python3 make.py (needs `cryptography`)."""
import base64, json, zlib
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519


def b64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def pkcs8(key):
    return key.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def deflated(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


P256 = pkcs8(ec.derive_private_key(int.from_bytes(bytes(range(1, 33)), "big"), ec.SECP256R1()))
ED25519 = pkcs8(ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64))))


def field(kind, value, **members):
    return {"fieldType": kind, "value": value} | members


def text(value):
    return field("string", value)


def hidden(value):
    return field("concealed-string", value)


def item(name, title, *credentials, **members):
    return {"id": b64url(name.encode()), "creationAt": 1700000000, "modifiedAt": 1710000000, "title": title,
            "credentials": list(credentials)} | members


def passkey(key, **members):
    return {"type": "passkey", "credentialId": b64url(bytes(range(20))), "rpId": "shop.example", "username": "ada",
            "userDisplayName": "Ada L.", "userHandle": b64url(b"handle-1"), "key": b64url(key)} | members


def link(name, **members):
    return {"item": b64url(name.encode())} | members


BLOB = b"what the relying party keeps" * 4
SHARED = {"name": "shared", "accessors": [{"type": "user", "accountId": "AAAA", "name": "Bo", "permissions": ["read", "manage"]}]}
DOCUMENT = {"issuingCountry": field("country-code", "GB"), "nationality": text("British"), "fullName": text("Ada Lovelace"),
            "birthDate": field("date", "1990-12-10"), "birthPlace": text("London"), "sex": text("F"), "issueDate": field("date", "2020-01-01"),
            "expiryDate": field("date", "2030-01-01"), "issuingAuthority": text("HMPO")}

ITEMS = [
    item("login", "Shop ✓",
         {"type": "basic-auth", "username": field("string", "ada", id="AAAA", label="User"),
          "password": hidden("pass\\word\u00e9 \U0001f511")},
         {"type": "totp", "secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "period": 60, "digits": 8, "username": "ada@shop.example",
          "algorithm": "sha256", "issuer": "Shop"},
         passkey(P256, fido2Extensions={
             "hmacCredentials": {"algorithm": "hmac-sha256", "credWithUV": b64url(bytes([1] * 32)), "credWithoutUV": b64url(bytes([2] * 32))},
             "credBlob": b64url(b"small"), "largeBlob": {"uncompressedSize": len(BLOB), "data": b64url(deflated(BLOB))}, "payments": True}),
         {"type": "note", "content": text("a note\nof two lines")},
         {"type": "custom-fields", "id": "AAAA", "label": "Section", "fields": [
             field("string", "blue", label="Colour"), field("concealed-string", "forty-two", label="Answer"),
             field("boolean", "true", label="Newsletter"), field("email", "a@b.example"), field("string", "", label="Empty")],
          "extensions": [{"name": "vendor", "of": "ours"}]},
         {"type": "file", "id": "AAAA", "name": "scan.pdf", "decryptedSize": 10, "integrityHash": "AAAA"},
         {"type": "item-reference", "reference": link("card")}, {"type": "item-reference", "reference": link("nobody")},
         subtitle="ada", favorite=True, tags=["work", "money"], extensions=[SHARED, {"name": "vendor"}],
         scope={"urls": ["https://shop.example/login", "shop.example", "https://pay.example:8443", "no address"], "androidApps": [
             {"bundleId": "com.example.shop", "name": "Shop", "certificate": {"fingerprint": "AAAA", "hashAlg": "sha256"}}]}),
    item("ed", "Ed25519", passkey(ED25519, rpId="id.example"), scope={"urls": ["https://login.id.example", "https://other.example"],
                                                                     "androidApps": []}),
    item("user", "Passkey with its user", {"type": "basic-auth", "username": text("ada")}, passkey(P256),
         scope={"urls": ["https://shop.example"], "androidApps": []}),
    item("card", "Card", {"type": "credit-card", "number": hidden("4111 1111 1111 1111"), "fullName": text("A. Lovelace"),
                          "cardType": text("visa"), "verificationNumber": hidden("123"), "pin": hidden("0000"),
                          "expiryDate": field("year-month", "2029-08"), "validFrom": field("year-month", "2024-13")}),
    item("name", "Name", {"type": "person-name"} | {name: text(name) for name in (
        "title", "given", "givenInformal", "given2", "surnamePrefix", "surname", "surname2", "credentials", "generation")},
        {"type": "address", "streetAddress": text("1 Road\nFlat 2"), "postalCode": text("N1"), "city": text("London"),
         "territory": field("subdivision-code", "ENG"), "country": field("country-code", "GB"), "tel": text("+44 1")}, subtitle="at home"),
    item("id", "Identity document", {"type": "identity-document", "documentNumber": text("D-1"), "identificationNumber": text("I-1")} | DOCUMENT),
    item("pass", "Passport", {"type": "passport", "passportType": text("P"), "passportNumber": text("P-1"),
                              "nationalIdentificationNumber": text("N-1")} | DOCUMENT),
    item("drive", "Licence", {"type": "drivers-license", "fullName": text("Ada Lovelace"), "birthDate": field("date", "10 December"),
                              "issueDate": field("date", "2020-01-01"), "expiryDate": field("date", "2030-01-01"),
                              "issuingAuthority": text("DVLA"), "territory": field("subdivision-code", "ENG"),
                              "country": field("country-code", "GB"), "licenseNumber": text("L-1"), "licenseClass": text("B")}),
    item("api", "API", {"type": "api-key", "key": hidden("secret key"), "username": text("bot"), "keyType": text("Bearer"),
                        "url": text("https://api.example"), "validFrom": field("date", "2024-01-01"), "expiryDate": field("date", "2025-01-01")}),
    item("ssh", "SSH", {"type": "ssh-key", "keyType": "ssh-ed25519", "privateKey": b64url(ED25519), "keyComment": "work",
                        "creationDate": field("date", "2024-01-01"), "expiryDate": field("date", "2025-01-01"),
                        "keyGenerationSource": text("OpenSSH")}),
    item("wifi", "Wi-Fi", {"type": "wifi", "ssid": text("Home"), "networkSecurityType": field("wifi-network-security-type", "wpa2-personal"),
                           "passphrase": hidden("wifi pass"), "hidden": field("boolean", "false")},
         {"type": "note", "content": text("behind the sofa")}),
    item("gen", "Generated", {"type": "generated-password", "password": "KozyS!cf"}, scope={"urls": ["https://gen.example"], "androidApps": []}),
    item("note", "Notes", {"type": "note", "content": text("one")}, {"type": "note", "content": text("two")}),
    item("code", "Code alone", {"type": "totp", "secret": "GEZDGNBVGY3TQOJQ", "period": 30, "digits": 12, "algorithm": "md5"},
         {"type": "custom-fields", "fields": [field("string", "otpauth://totp/Two:b?secret=GEZDGNBVGY3TQOJQ&issuer=Two", label="otp")]},
         scope={"urls": ["https://code.example"], "androidApps": []}),
    item("odd", "Odd passkeys", passkey(b"no key"), passkey(P256, userHandle=""),
         passkey(P256, fido2Extensions={"largeBlob": {"uncompressedSize": 5, "data": b64url(b"plain")}, "hmacSecret": {
             "algorithm": "HS256", "secret": "AAAA"}})),
    item("future", "From the future", {"type": "teleporter", "place": "Mars", "codes": ["one"]}, "no credential", newMember="new"),
    "no item",
]

FULL = {"version": {"major": 1, "minor": 0}, "exporterRpId": "exporter.example", "exporterDisplayName": "Exporter", "timestamp": 1720000000,
        "accounts": [
            {"id": "QQ", "username": "ada", "email": "ada@home.example", "fullName": "Ada Lovelace", "items": ITEMS, "collections": [
                {"id": "AQ", "creationAt": 1700000000, "title": "Work", "subtitle": "of the day", "items": [link("login")],
                 "subCollections": [{"id": "Ag", "title": "Money", "items": [link("card", account="QQ"), link("login"), link("gone")]}],
                 "extensions": [SHARED]},
                {"id": "Aw", "title": "Empty", "items": []}], "extensions": [{"name": "vendor"}]},
            {"id": "Qg", "username": "", "email": "", "collections": [{"id": "AQ", "title": "Second", "items": [link("login")]}],
             "items": [item("login", "Other account", {"type": "basic-auth"})]}]}

# As the working draft of 3 October 2024 has it.
DRAFT = {"version": 0, "exporter": "exporter.example", "timestamp": 1720000000, "accounts": [
    {"id": "QQ", "userName": "ada", "email": "", "icon": "AAAA", "collections": [], "items": [
        item("login", "Draft", {"type": "basic-auth", "urls": ["https://draft.example"], "username": field("string", "ada", id="AAAA"),
                                "password": hidden("pw")},
             {"type": "totp", "secret": "GEZDGNBVGY3TQOJQ", "period": 30, "digits": 6, "username": "ada", "algorithm": "sha1"},
             {"type": "passkey", "credentialId": b64url(b"id") + "==", "rpId": "draft.example", "userName": "ada", "userDisplayName": "Ada",
              "userHandle": b64url(b"h"), "key": base64.b64encode(P256).decode(),
              "fido2Extensions": {"supplementalKeys": {"device": True}, "largeBlob": {"size": len(BLOB), "alg": "DEFLATE",
                                                                                     "data": b64url(deflated(BLOB))}}},
             type="login"),
        item("note", "Plain note", {"type": "note", "content": "as a bare text"}, type="document"),
        item("card", "Plain card", {"type": "creditCard", "number": "4111111111111111", "fullName": "A. L.", "cardType": "Visa",
                                    "verificationNumber": "123", "expiryDate": "2029-08", "validFrom": "01/24"}, type="identity")]}]}


def write(name, value):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=False)


write("full.json", FULL)
write("draft.json", DRAFT)
# What programs hand to each other on one device: an account without a header.
write("account.json", FULL["accounts"][1])
