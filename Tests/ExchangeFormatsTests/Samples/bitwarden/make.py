#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Makes the samples of this folder, with ciphers of Python's own: python3 make.py (needs `cryptography` 44 or later)."""
import base64, hashlib, hmac, json, zipfile
from cryptography.hazmat.primitives import hashes, padding, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

KEY = ec.derive_private_key(int.from_bytes(bytes(range(1, 33)), "big"), ec.SECP256R1()).private_bytes(
    serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def b64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def passkey(**changes):
    return {"credentialId": "00112233-4455-6677-8899-aabbccddeeff", "keyType": "public-key", "keyAlgorithm": "ECDSA", "keyCurve": "P-256",
            "keyValue": b64url(KEY), "rpId": "shop.example", "userHandle": b64url(b"handle-1"), "userName": "ada", "counter": "0",
            "rpName": "The Shop", "userDisplayName": "Ada L.", "discoverable": "true", "creationDate": "2024-02-03T04:05:06.789Z"} | changes


def item(kind, name, **members):
    return {"passwordHistory": None, "revisionDate": "2024-05-06T07:08:09.100Z", "creationDate": "2023-01-02T03:04:05.600Z",
            "deletedDate": None, "archivedDate": None, "id": f"00000000-0000-4000-8000-{kind:012}", "organizationId": None, "folderId": None,
            "type": kind, "reprompt": 0, "name": name, "notes": None, "favorite": False, "collectionIds": None} | members


def login(**members):
    return {"uris": [], "fido2Credentials": [], "username": None, "password": None, "totp": None} | members


FULL = {"encrypted": False, "folders": [{"id": "f1", "name": "Work/Shops"}, {"id": "f2", "name": "Home"}], "items": [
    item(1, "Shop ✓", id="i-login", folderId="f1", favorite=True, notes="first line\nsecond \"line\"", reprompt=1, key="2.key|of|account",
         fields=[{"name": "Colour", "value": "blue", "type": 0, "linkedId": None}, {"name": "Answer", "value": "forty-two", "type": 1},
                 {"name": "Newsletter", "value": "true", "type": 2}, {"name": "Same as", "value": None, "type": 3, "linkedId": 100},
                 {"name": "Answer", "value": "again", "type": 1}, {"name": "Empty", "value": None, "type": 0}],
         passwordHistory=[{"lastUsedDate": "2024-03-01T00:00:00.000Z", "password": "newer one"},
                          {"lastUsedDate": "2023-03-01T00:00:00.000Z", "password": "older one"}],
         login=login(username="ada@shop.example", password="pass\\word\u00e9 \U0001f511",
                     uris=[{"match": None, "uri": "https://shop.example/login"}, {"match": 0, "uri": "pay.shop.example"},
                           {"match": 1, "uri": "https://one.example"}, {"match": 2, "uri": "https://two.example/start"},
                           {"match": 3, "uri": "https://three.example/whole?q=1"}, {"match": 4, "uri": "^https://[a-z]+\\.four\\.example"},
                           {"match": 5, "uri": "https://five.example"}, {"match": 1, "uri": "https://port.example:8443"},
                           {"match": 5, "uri": "https://shop.example/admin"}, {"match": None, "uri": "androidapp://com.example.shop"},
                           {"match": None, "uri": None}, {"match": None, "uri": "not an address"}],
                     totp="otpauth://totp/Shop:ada?secret=JBSWY3DPEHPK3PXP&issuer=Shop&algorithm=SHA256&digits=8&period=60",
                     fido2Credentials=[passkey(), passkey(credentialId="b64." + b64url(bytes(range(32))), counter="7", discoverable="false",
                                                          rpId="login.shop.example")])),
    item(1, "Bare code", login=login(username="u", password="p", totp="jbsw y3dp ehpk 3pxp")),
    item(1, "Steam", login=login(username="s", password="p", totp="steam://JBSWY3DPEHPK3PXP")),
    item(1, "Broken code", login=login(username="b", password="p", totp="otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=12")),
    item(1, "Passkey alone", login=login(fido2Credentials=[passkey()])),
    item(1, "Passkey with an address", login=login(username="ada", uris=[{"match": None, "uri": "https://login.shop.example/in"}],
                                                   fido2Credentials=[passkey()])),
    item(1, "Passkey and more", login=login(username="bo", uris=[{"match": None, "uri": "https://other.example"}],
                                            fido2Credentials=[passkey()])),
    item(1, "Unusable passkey", login=login(username="x", fido2Credentials=[passkey(keyValue="AAAA")])),
    item(2, "Note", notes="the text", secureNote={"type": 0}, archivedDate="2024-06-01T00:00:00.000Z"),
    item(3, "Card", notes="remark", card={"cardholderName": "A. Lovelace", "brand": "Visa", "number": "4111 1111 1111 1111", "expMonth": "8",
                                          "expYear": "2029", "code": "123"}),
    item(3, "Odd card", card={"cardholderName": None, "brand": "Girocard", "number": "12-X", "expMonth": "13", "expYear": "29", "code": None}),
    item(4, "Person", identity={"title": "Dr", "firstName": "Ada", "middleName": "King", "lastName": "Lovelace", "address1": "1 Road",
                                "address2": "Flat 2", "address3": "Back", "city": "London", "state": "England", "postalCode": "N1",
                                "country": "GB", "company": "Engines", "email": "ada@home.example", "phone": "+44 1", "ssn": "SSN-1",
                                "username": "ada", "passportNumber": "P-1", "licenseNumber": "L-1"}),
    item(5, "SSH", sshKey={"privateKey": "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----",
                           "publicKey": "ssh-ed25519 AAAA", "keyFingerprint": "SHA256:x"}),
    item(6, "Bank", bankAccount={"bankName": "B", "nameOnAccount": "A. L.", "accountType": "checking", "accountNumber": "1234",
                                 "routingNumber": "5678", "branchNumber": "9", "pin": "0000", "swiftCode": "SWIFT", "iban": "GB00",
                                 "bankContactPhone": "+44 2"}),
    item(7, "Licence", driversLicense={"firstName": "Ada", "middleName": None, "lastName": "Lovelace", "dateOfBirth": "1990-12-10",
                                       "licenseNumber": "DL-1", "issuingCountry": "GB", "issuingState": "ENG", "issueDate": "2020-01-01",
                                       "expirationDate": "2030-01-01", "issuingAuthority": "DVLA", "licenseClass": "B"}),
    item(8, "Passport", passport={"givenName": "Ada", "surname": "Lovelace", "dateOfBirth": "no day", "passportNumber": "PP-1",
                                  "nationalIdentificationNumber": "NI-1", "passportType": "P", "nationality": "British",
                                  "birthPlace": "London", "sex": "F", "issuingCountry": "GB", "issueDate": "2020-01-01",
                                  "expirationDate": "2030-01-01", "issuingAuthority": "HMPO"}),
    item(1, "Thrown away", deletedDate="2024-07-01T00:00:00.000Z", login=login(username="t", password="p")),
    item(9, "From the future", teleport={"place": "Mars", "codes": ["one", "two"]}, folderId="nowhere"),
    "no entry", item(1, "Odd dates", creationDate="yesterday", login=login(username="o"), newMember="new"),
]}

ORGANISATION = {"encrypted": False, "collections": [
    {"id": "c1", "organizationId": "o", "name": "Team/Web", "externalId": None, "groups": [], "users": []},
    {"id": "c2", "organizationId": "o", "name": "All", "externalId": "x"}], "items": [
    item(1, "Shared", organizationId="o", collectionIds=["c1", "c2"], login=login(username="team", password="p"))]}

# As versions before 2021 wrote it.
OLD = {"folders": [], "items": [{"id": "1", "organizationId": None, "folderId": None, "type": 1, "name": "Old", "notes": "", "favorite": False,
       "fields": [], "login": {"uris": [{"match": None, "uri": "https://old.example"}], "username": "o", "password": "p", "totp": ""},
       "collectionIds": None}]}

# Under the key of an account: nobody else can open it.
ACCOUNT = {"encrypted": True, "encKeyValidation_DO_NOT_EDIT": "2.AAAA|AAAA|AAAA", "folders": [],
           "items": [item(1, "2.AAAA|AAAA|AAAA", login=login(username="2.AAAA|AAAA|AAAA"))]}


def enc_string(key, text, iv):
    enc, mac = (HKDFExpand(hashes.SHA256(), 32, info).derive(key) for info in (b"enc", b"mac"))
    padder = padding.PKCS7(128).padder()
    cipher = Cipher(algorithms.AES(enc), modes.CBC(iv)).encryptor()
    sealed = cipher.update(padder.update(text) + padder.finalize()) + cipher.finalize()
    tag = hmac.new(mac, iv + sealed, hashlib.sha256).digest()
    return "2." + "|".join(base64.b64encode(part).decode() for part in (iv, sealed, tag))


def sealed(text, passphrase, kdf):
    salt = base64.b64encode(bytes(range(16))).decode()
    if kdf["kdfType"] == 0:
        key = hashlib.pbkdf2_hmac("sha256", passphrase, salt.encode(), kdf["kdfIterations"])
    else:
        key = Argon2id(salt=hashlib.sha256(salt.encode()).digest(), length=32, iterations=kdf["kdfIterations"], lanes=kdf["kdfParallelism"],
                       memory_cost=kdf["kdfMemory"] * 1024).derive(passphrase)
    return {"encrypted": True, "passwordProtected": True, "salt": salt} | kdf | {
        "encKeyValidation_DO_NOT_EDIT": enc_string(key, b"5a9c4f2e-0000-4000-8000-000000000000", bytes(range(16, 32))),
        "data": enc_string(key, text, bytes(range(32, 48)))}


def write(name, value):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    write("full.json", FULL)
    write("organisation.json", ORGANISATION)
    write("old.json", OLD)
    write("account.json", ACCOUNT)
    text = json.dumps(FULL, indent=2).encode()
    write("sealed-pbkdf2.json", sealed(text, "correct höfse".encode(), {"kdfType": 0, "kdfIterations": 10000, "kdfMemory": None,
                                                                        "kdfParallelism": None}))
    write("sealed-argon2id.json", sealed(text, "correct höfse".encode(), {"kdfType": 1, "kdfIterations": 2, "kdfMemory": 16,
                                                                          "kdfParallelism": 2}))
    with zipfile.ZipFile("files.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        def put(name, content):
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
        put("data.json", text)
        put("attachments/i-login/scan ä.png", b"\x89PNG picture")
        put("attachments/i-login/empty.txt", b"")
        put("attachments/gone/lost.txt", b"of no entry")
    with open("table.csv", "w", encoding="utf-8", newline="") as file:
        file.write("folder,favorite,type,name,notes,fields,reprompt,archivedDate,login_uri,login_username,login_password,login_totp\r\n"
                   'Work/Shops,1,login,Shop,"a ""note""\nof two lines","Colour: blue\nAnswer: one: two\nof two lines",1,,'
                   '"https://shop.example/a,b?c=1,d,https://pay.example,androidapp://com.example.shop",ada,"p,w""",JBSWY3DPEHPK3PXP\r\n'
                   ",,note,Note,the text,,0,2024-06-01T00:00:00.000Z,,,,\r\n"
                   ",,card,Card,remark,,0,,,,,\r\n")
    with open("organisation.csv", "w", encoding="utf-8", newline="") as file:
        file.write('collections,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n'
                   '"Team/Web,All",login,Shared,,,,https://team.example,team,p,\n')
