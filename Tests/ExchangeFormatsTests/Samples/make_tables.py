#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Makes the samples of 1Password, Proton Pass, Enpass and Dashlane, with every member that their formats have."""
import base64, io, json, os, struct, subprocess, tempfile, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, content):
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def archive(files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6)), content, method)
    return buffer.getvalue()


# --- 1Password -------------------------------------------------------------------------------------------------------------------------
def field(title, value, id=None):
    return {
        "title": title, "id": id or title, "value": value, "indexAtSource": 0, "guarded": False, "multiline": False, "dontGenerate": False,
        "inputTraits": {"keyboard": "default", "correction": "default", "capitalization": "default"},
    }


def section(title, *fields):
    return {"title": title, "name": "Section_x", "fields": list(fields)}


def item(category, title, details=None, overview=None, **more):
    base = {"loginFields": [], "notesPlain": "", "sections": [], "passwordHistory": []}
    over = {"subtitle": "", "icons": None, "title": title, "url": "", "watchtowerExclusions": None}
    return {
        "uuid": "item" + title, "favIndex": 0, "createdAt": 1600000000, "updatedAt": 1600000001, "state": "active", "categoryUuid": category,
        "details": base | (details or {}), "overview": over | (overview or {}),
    } | more


address = {"street": "1 Road", "city": "London", "country": "gb", "zip": "N1", "state": "England"}
every = section(
    "Every", field("text", {"string": "plain"}), field("hidden", {"concealed": "secret"}),
    field("code", {"totp": "otpauth://totp/Shop:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Shop&digits=8"}), field("bad code", {"totp": "1 8 0"}),
    field("day", {"date": 1451649660}), field("month", {"monthYear": 202906}),
    field("mail", {"email": {"email_address": "ada@mail.example", "provider": None}}), field("old mail", {"email": "old@mail.example"}),
    field("phone", {"phone": "441234"}), field("address", {"address": address}), field("link", {"url": "https://link.example"}),
    field("kind of card", {"creditCardType": "visa"}), field("card", {"creditCardNumber": "4111111111111111"}),
    field("other", {"reference": "itemNote"}), field("lost", {"reference": "nowhere"}),
    field("file", {"file": {"fileName": "a.txt", "documentId": "doc1", "decryptedSize": 5}}),
    field("gone", {"file": {"fileName": "b.txt", "documentId": "doc9", "decryptedSize": 5}}),
    field("choice", {"menu": "one"}), field("gender", {"gender": "female"}),
    field("key", {"sshKey": {"privateKey": "-----BEGIN KEY-----", "metadata": {
        "privateKey": "-----BEGIN KEY-----", "publicKey": "ssh-ed25519 AAAA", "fingerprint": "SHA256:x", "keyType": "ed25519"}}}),
    field("new", {"hologram": {"a": [1, "x"]}}), field("empty", {"string": ""}), field("text", {"string": "second"}))
login = item(
    "001", "Shop", {
        "loginFields": [
            {"value": "ada", "id": "", "name": "username", "fieldType": "T", "designation": "username"},
            {"value": "p\"w", "id": "", "name": "password", "fieldType": "P", "designation": "password"},
            {"value": "✓", "id": "remember", "name": "remember", "fieldType": "C"},
            {"value": "1234", "id": "pin", "name": "pin", "fieldType": "P", "designation": ""}],
        "notesPlain": "a note", "sections": [every],
        "passwordHistory": [{"value": "newer", "time": 1500000002}, {"value": "older", "time": 1500000001}]},
    {"url": "https://shop.example/login", "tags": ["b", "a"], "ps": 1, "pbe": 2.5, "pgrng": True, "ainfo": "ada",
     "urls": [{"label": "website", "url": "https://shop.example/login", "mode": "default"}, {"label": "admin", "url": "https://two.example"},
              {"label": "website", "url": "not an address"}]},
    favIndex=1)
card = item("002", "Card", {"sections": [
    section("", field("cardholder name", {"string": "Ada Lovelace"}, "cardholder"), field("type", {"creditCardType": "visa"}, "type"),
            field("number", {"creditCardNumber": "4111 1111 1111 1111"}, "ccnum"), field("verification number", {"concealed": "123"}, "cvv"),
            field("expiry date", {"monthYear": 203108}, "expiry"), field("valid from", {"monthYear": 202001}, "validFrom")),
    section("Contact Information", field("issuing bank", {"string": "Engines Bank"}, "bank")),
    section("Additional Details", field("PIN", {"concealed": "9876"}, "pin"), field("credit limit", {"string": "100"}, "creditLimit"))]})
person = item("004", "Me", {"sections": [
    section("Identification", field("first name", {"string": "Ada"}, "firstname"), field("initial", {"string": "K"}, "initial"),
            field("last name", {"string": "Lovelace"}, "lastname"), field("birth date", {"date": -4861425540}, "birthdate"),
            field("company", {"string": "Engines"}, "company")),
    section("Address", field("address", {"address": address}, "address"), field("cell", {"phone": "07000"}, "cellphone")),
    section("Internet Details", field("email", {"email": {"email_address": "ada@mail.example", "provider": None}}, "email"))]})
items = [
    login, card, item("003", "Note", {"notesPlain": "the note"}, {"tags": ["x"]}), person,
    item("005", "Password", {"password": "only"}, state="archived"),
    item("006", "Document", {"documentAttributes": {"fileName": "pic.png", "documentId": "doc2", "decryptedSize": 4}}),
    item("110", "Server", {"sections": [section("", field("URL", {"string": "https://host.example"}, "url"),
                                                field("username", {"string": "root"}, "username"),
                                                field("password", {"concealed": "toor"}, "password"))]}),
    item("106", "Passport", {"sections": [section("", field("full name", {"string": "Ada Lovelace"}, "fullname"),
                                                  field("number", {"string": "P123"}, "number"),
                                                  field("expiry date", {"date": 1893499260}, "expiry_date"))]}),
    item("999", "Hologram", {"passkey": {"privateKey": "k"}}, {"glow": "red"}, extra=1), "no object"]
second = {"attrs": {"uuid": "v2", "desc": "what we share", "avatar": "pic.png", "name": "Shared", "type": "U"}, "items": [
    {"item": item("001", "Wrapped", {"loginFields": [{"value": {"email_address": "linked@mail.example"}, "id": "", "name": "username",
                                                      "fieldType": "T", "designation": "username"}]}, trashed=True)},
    {"file": {"attrs": {"uuid": "f", "name": "old.txt", "type": "file"}, "path": "files/old.txt"}}]}
data = {"accounts": [{
    "attrs": {"accountName": "Ada", "name": "Ada", "avatar": "", "email": "ada@mail.example", "uuid": "A", "domain": "https://my.1password.com/"},
    "vaults": [{"attrs": {"uuid": "v1", "desc": "", "avatar": "", "name": "Personal", "type": "P"}, "items": items}, second]}]}
attributes = {"version": 3, "description": "1Password Unencrypted Export", "createdAt": 1600000000}
write("1password/every-field.1pux", archive({
    "export.attributes": json.dumps(attributes), "export.data": json.dumps(data, ensure_ascii=False), "files/doc1__a.txt": b"hello",
    "files/doc2__pic.png": b"\x89PNG", "files/old.txt": b"old", "files/pic.png": b"avatar", "files/stray.bin": b"stray"}))
write("1password/empty.1pux", archive({"export.attributes": json.dumps(attributes), "export.data": '{"accounts":[]}'}))

pif = [
    {"uuid": "f1", "updatedAt": 1600000001, "securityLevel": "SL5", "contentsHash": "x", "title": "Work", "typeName": "system.folder.Regular",
     "secureContents": {}, "createdAt": 1600000000},
    {"uuid": "i1", "folderUuid": "f1", "updatedAt": 1600000001, "locationKey": "shop.example", "securityLevel": "SL5", "contentsHash": "x",
     "openContents": {"tags": ["t"], "faveIndex": 3}, "title": "Shop", "location": "https://shop.example/", "createdAt": 1600000000,
     "typeName": "webforms.WebForm", "secureContents": {
         "fields": [{"value": "ada", "id": "u", "name": "username", "type": "T", "designation": "username"},
                    {"value": "pw", "id": "p", "name": "password", "type": "P", "designation": "password"}],
         "URLs": [{"label": "website", "url": "https://shop.example/"}], "notesPlain": "a note", "htmlMethod": "post",
         "passwordHistory": [{"value": "before", "time": 1500000000}],
         "sections": [{"title": "More", "name": "m", "fields": [
             {"k": "string", "n": "n1", "v": "plain", "t": "text", "inputTraits": {}, "a": {"multiline": "yes"}},
             {"k": "concealed", "n": "TOTP_1", "v": "GEZDGNBVGY3TQOJQ", "t": "one-time password"},
             {"k": "concealed", "n": "n2", "v": "hid", "t": "hidden"}, {"k": "URL", "n": "n3", "v": "https://two.example", "t": "link"}]}]}},
    {"uuid": "i2", "updatedAt": 1600000001, "securityLevel": "SL5", "contentsHash": "x", "title": "Card", "createdAt": 1600000000,
     "typeName": "wallet.financial.CreditCard", "trashed": True, "secureContents": {
         "cardholder": "Ada Lovelace", "ccnum": "4111111111111111", "cvv": "123", "expiry_mm": "8", "expiry_yy": "2031", "type": "visa",
         "pin": "9876", "customerServicePhone": "441234"}},
    {"uuid": "i3", "updatedAt": 1600000001, "securityLevel": "SL5", "contentsHash": "x", "title": "Note", "createdAt": 1600000000,
     "typeName": "securenotes.SecureNote", "secureContents": {"notesPlain": "the note"}},
]
mark = "***5642bee8-a5ff-11dc-8314-0800200c9a66***"
write("1password/data.1pif", "".join(json.dumps(one) + "\n" + mark + "\n" for one in pif))


# The tables of 1Password 7: on macOS quotes within a cell stand behind a backslash, and tags are described as a set; on Windows columns are numbered.
mac = ["address(address)", "cardholder name(cardholder)", "Created Date", "email(email)", "expiry date(expiry)", "first name(firstname)", "Modified Date", "Notes",
       "number(ccnum)", "Password", "PIN(pin)", "Scope", "Tags", "Title", "Type", "type(type)", "URL", "URLs", "Username", "username(username)",
       "valid from(validFrom)", "verification number(cvv)", ""]


def mac_line(**cells):
    names = {"name": "first name(firstname)", "mail": "email(email)", "user2": "username(username)", "card": "number(ccnum)", "cvv": "verification number(cvv)",
             "holder": "cardholder name(cardholder)", "expiry": "expiry date(expiry)", "start": "valid from(validFrom)", "pin": "PIN(pin)", "kind": "type(type)",
             "created": "Created Date", "modified": "Modified Date", "address": "address(address)"}
    found = {names.get(key, key): value for key, value in cells.items()}
    return ",".join('"' + found[name].replace("\\", "\\\\").replace('"', '\\"') + '"' if name in found else "" for name in mac) + "\n"


tags = '{(\n    "Starter Kit",\n    blue\n)}'
write("1password/mac.csv", ",".join(f'"{name}"' if name else "" for name in mac) + "\n"
      + mac_line(Title="Shop", Type="Login", Username="ada", Password='p\\"w,', URL="https://shop.example", URLs="https://shop.example https://other.example", Notes="a\nb", Tags=tags,
                 created="1606923754", modified="1607020972", Scope="Default")
      + mac_line(Title="Welcome", Type="Secure Note", Notes="read me", created="1606923754", Tags="{(\n)}")
      + mac_line(Title="Card", Type="Credit Card", holder="Ada L", card="4111 1111 1111 1111", cvv="111", expiry="01/2030", start="sometime", pin="1234", kind="visa")
      + mac_line(Title="Me", Type="Identity", name="Ada", mail="ada@mail.example", Username="ada", user2="ada", address="1 Road\nLondon", Notes="who I am"))
write("1password/windows.csv",
      '"UUID","TITLE","USERNAME","PASSWORD","URL","URLS","SCOPE","AUTOSUBMIT","TAGS","NOTES","NAME 1: FIRST NAME","1: CARDHOLDER NAME","2: NUMBER","3: VERIFICATION NUMBER","4: EXPIRY DATE"\r\n'
      '"a1","Shop","ada","p""w","https://shop.example","https://shop.example, https://other.example","Default","Default","red,blue","a note","","","","",""\r\n'
      '"a2","Me","","","","","Default","Default","","hello","Ada","","","",""\r\n'
      '"a3","Card","","","","","Default","Default","","","","Ada L","4111111111111111","111","1/3/1970 12:23 AM"\r\n'
      '"a4","Words","","","","","Default","Default","","words alone","","","","",""\r\n')
write("1password/eight.csv", "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\n"
      '"Shop","https://shop.example","ada","p","otpauth://totp/Shop:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Shop&digits=8","true","false","red,blue","a\nb"\n'
      '"Old","","","q","","false","true","",""\n')


# --- Proton Pass -----------------------------------------------------------------------------------------------------------------------
def pack(value):
    """MessagePack, as rmp_serde writes it: bytes as arrays of numbers, and every name spelled out."""
    if value is None:
        return b"\xc0"
    if isinstance(value, int):
        if 0 <= value < 128:
            return bytes([value])
        if 0 <= value < 256:
            return b"\xcc" + bytes([value])
        return struct.pack("b", value) if -32 <= value < 0 else b"\xd3" + struct.pack(">q", value)
    if isinstance(value, str):
        text = value.encode()
        return (bytes([0xA0 + len(text)]) if len(text) < 32 else b"\xd9" + bytes([len(text)])) + text
    if isinstance(value, dict):
        return bytes([0x80 + len(value)]) + b"".join(pack(k) + pack(v) for k, v in value.items())
    head = bytes([0x90 + len(value)]) if len(value) < 16 else b"\xdc" + struct.pack(">H", len(value))
    return head + b"".join(pack(one) for one in value)


def label(number):
    return {"t": "int", "c": number}


def number(value):
    return {"t": "int", "c": {"inner": value.to_bytes(16, "little", signed=True)}}


def passkey(name, functions=True, count=None, version=1):
    key = {
        "kty": {"t": "assign", "c": "EC2"}, "kid": b"", "alg": {"t": "assign", "c": "ES256"}, "kops": [{"t": "assign", "c": "Sign"}],
        "biv": b"", "par": [(label(-1), number(1)), (label(-2), {"t": "bytes", "c": bytes(32)}), (label(-3), {"t": "bytes", "c": bytes(32)}),
                            (label(-4), {"t": "bytes", "c": bytes(range(1, 33))})]}
    hmac = {"cred_with_uv": bytes([7] * 32), "cred_without_uv": None} if functions else None
    inner = {"key": key, "cid": bytes([0xC1] * 16), "rid": "shop.example", "uhd": b"handle", "cnt": count, "ext": {"hmac_secret": hmac},
             "udn": "Ada L", "un": "ada"}
    return {
        "keyId": "k", "content": base64.b64encode(pack({"c": pack(inner), "v": version})).decode(), "domain": "shop.example",
        "rpId": "shop.example", "rpName": "Shop", "userName": "ada", "userDisplayName": "Ada L", "userId": base64.b64encode(b"handle").decode(),
        "createTime": 1600000002, "note": name, "credentialId": base64.b64encode(bytes([0xC1] * 16)).decode(),
        "userHandle": base64.b64encode(b"handle").decode(),
        "creationData": {"osName": "Linux", "osVersion": "1", "deviceName": "d", "appVersion": "1"}}


def extra(name, kind, **data):
    return {"fieldName": name, "type": kind, "data": data}


fields = [
    extra("plain", "text", content="x"), extra("hid", "hidden", content="y"), extra("second", "totp", totpUri="GEZDGNBVGY3TQOJQ"),
    extra("day", "timestamp", timestamp="2020-01-02T00:00:00.000Z"), extra("old day", "timestamp", timestamp={"seconds": "1577923200", "nanos": 0}),
    extra("odd", "hologram", content="z")]


def proton(kind, name, content, note="", state=1, **more):
    return {
        "itemId": "i", "shareId": "s", "data": {
            "metadata": {"name": name, "note": note, "itemUuid": "u"}, "extraFields": fields if kind == "login" else [], "type": kind,
            "platformSpecific": {"android": {"allowedApps": [{"packageName": "com.example.shop", "hashes": ["h"], "appName": "Shop"}]}}
            if kind == "login" else None, "content": content},
        "state": state, "aliasEmail": None, "contentFormatVersion": 6, "createTime": 1600000000, "modifyTime": 1600000001, "pinned": False,
    } | more


sections = [{"sectionName": "More", "sectionFields": [extra("plain", "text", content="x")]}]
identity = {
    "fullName": "Ada King Lovelace", "email": "ada@mail.example", "phoneNumber": "1", "firstName": "Ada", "middleName": "King",
    "lastName": "Lovelace", "birthdate": "1815-12-10", "gender": "f", "extraPersonalDetails": [extra("p", "text", content="1")],
    "organization": "Engines", "streetAddress": "1 Road", "zipOrPostalCode": "N1", "city": "London", "stateOrProvince": "England",
    "countryOrRegion": "GB", "floor": "2nd", "county": "Middlesex", "extraAddressDetails": [extra("a", "text", content="2")],
    "socialSecurityNumber": "S1", "passportNumber": "P1", "licenseNumber": "L1", "website": "https://ada.example", "xHandle": "@ada",
    "secondPhoneNumber": "2", "linkedin": "in", "reddit": "r", "facebook": "f", "yahoo": "y", "instagram": "i",
    "extraContactDetails": [extra("c", "hidden", content="3")], "company": "Engines", "jobTitle": "Director",
    "personalWebsite": "https://me.example", "workPhoneNumber": "3", "workEmail": "work@mail.example",
    "extraWorkDetails": [extra("w", "hidden", content="4")], "extraSections": sections}
vaults = {
    "s1": {"name": "Personal", "description": "mine", "display": {"icon": 0, "color": 0}, "folders": [
        {"folderId": "f1", "parentFolderId": None, "name": "Work"}, {"folderId": "f2", "parentFolderId": "f1", "name": "Shops"}], "items": [
        proton("login", "Shop", {
            "itemEmail": "ada@mail.example", "password": "p\"w", "urls": ["https://shop.example/", "not an address"],
            "totpUri": "otpauth://totp/Shop:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Shop&algorithm=SHA1&digits=6&period=30",
            "passkeys": [passkey("first"), passkey("", False, 5), passkey("", version=2)], "itemUsername": "ada",
            "autofillUrls": [{"url": "https://exact.example/", "mode": 1}]}, "a note", pinned=True, folderId="f2",
            files=["ab12cd34ab12cd34", "0000000000000000"]),
        proton("note", "Note", {}, "the note", 2),
        proton("creditCard", "Card", {"cardholderName": "Ada Lovelace", "cardType": 2, "number": "4111111111111111", "verificationNumber": "123",
                                      "expirationDate": "2031-08", "pin": "9876"}, "card note"),
        proton("creditCard", "Old card", {"cardholderName": "", "cardType": 0, "number": "", "verificationNumber": "", "expirationDate": "082031",
                                          "pin": ""}),
        proton("identity", "Me", identity)]},
    "s2": {"name": "Second", "description": "", "display": {}, "items": [
        proton("alias", "Alias", {}, "why", aliasEmail="alias@passmail.example"),
        proton("login", "Old login", {"username": "old@mail.example", "password": "pw", "urls": [], "totpUri": "", "passkeys": []}),
        proton("sshKey", "Key", {"privateKey": "PRIVATE", "publicKey": "PUBLIC", "sections": sections}),
        proton("wifi", "Net", {"ssid": "net", "password": "pw", "security": 2, "sections": []}),
        proton("custom", "Custom", {"sections": sections}),
        proton("hologram", "Hologram", {"glow": "red"})]}}
proton_data = json.dumps({"version": "1.31.0", "userId": "u", "encrypted": False, "vaults": vaults})
write("proton-pass/every-field.json", proton_data)
write("proton-pass/every-field.zip", archive(
    {"Proton Pass/data.json": proton_data, "Proton Pass/files/ab12cd34ab12cd34-pic-1.png": b"\x89PNG", "Proton Pass/files/stray": b"x"},
    zipfile.ZIP_STORED))


def sealed(content, *options):
    """Under a passphrase, by GnuPG; the salt and the session key are others each time."""
    with tempfile.TemporaryDirectory() as home:
        command = ["gpg", "--homedir", home, "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "seven cups, Grüße", "--armor",
                   *options, "--symmetric"]
        return subprocess.run(command, input=content, stdout=subprocess.PIPE, check=True).stdout


# As Proton's web clients seal: AES-256, SHA-256, nothing packed, the most rounds.
as_proton = ("--cipher-algo", "AES256", "--s2k-digest-algo", "SHA256", "--s2k-count", "65011712", "--compress-algo", "none")
zipped = open(os.path.join(HERE, "proton-pass/every-field.zip"), "rb").read()
write("proton-pass/sealed.pgp", sealed(zipped, *as_proton))
write("proton-pass/sealed-older.pgp", sealed(proton_data.encode(), "--cipher-algo", "AES", "--s2k-digest-algo", "SHA1", "--s2k-count", "1024", "--compress-algo", "zip"))
write("proton-pass/sealed-zlib.pgp", sealed(zipped, "--cipher-algo", "AES192", "--s2k-mode", "1", "--s2k-digest-algo", "SHA512", "--compress-algo", "zlib"))
write("proton-pass/sealed.zip", archive({
    "Proton Pass/data.pgp": sealed(proton_data.encode(), *as_proton), "Proton Pass/files/ab12cd34ab12cd34-pic-1.png": sealed(b"\x89PNG", *as_proton),
    "Proton Pass/files/stray": b"x"}))


def row(*cells):
    return ",".join('"' + cell.replace('"', '""') + '"' if any(c in cell for c in '",\n') else cell for cell in cells) + "\n"


write("proton-pass/pass.csv", row(*"type,name,url,email,username,password,note,totp,createTime,modifyTime,vault".split(",")) + row(
    "login", "Shop", "https://shop.example/, https://two.example/", "ada@mail.example", "ada", "p,w", "a note", "GEZDGNBVGY3TQOJQ", "1600000000",
    "1600000001", "Personal") + row(
    "alias", "Alias", "", "alias@passmail.example", "", "", "", "", "1600000000", "1600000001", "Personal") + row(
    "note", "Note", "", "", "", "", "the note", "", "1600000000", "1600000001", "Personal") + row(
    "creditCard", "Card", "", "", "", "", json.dumps({"cardholderName": "Ada Lovelace", "cardType": 0, "number": "4111111111111111",
                                                       "verificationNumber": "123", "expirationDate": "2031-08", "pin": "9876", "note": "n"}), "",
    "1600000000", "1600000001", "Second") + row("identity", "Me", "", "", "", "", json.dumps(identity | {"note": "n"}), "", "1600000000",
                                                "1600000001", "Second"))


# --- Enpass ----------------------------------------------------------------------------------------------------------------------------
def enpass_field(label, kind, value, sensitive=0, deleted=0, **more):
    return {"deleted": deleted, "label": label, "order": 1, "sensitive": sensitive, "type": kind, "uid": 1, "updated_at": 1600000001,
            "value": value, "value_updated_at": 1600000001} | more


def enpass(category, title, fields, **more):
    return {"archived": 0, "auto_submit": 1, "category": category, "createdAt": 1600000000, "favorite": 0, "fields": fields,
            "icon": {"fav": "", "image": {"file": "x"}, "type": 1, "uuid": ""}, "note": "", "subtitle": "s", "template_type": category + ".default",
            "title": title, "trashed": 0, "updated_at": 1600000001, "uuid": title} | more


write("enpass/every-field.json", json.dumps({
    "folders": [{"icon": "1", "parent_uuid": "", "title": "Work", "updated_at": 1, "uuid": "f1"},
                {"icon": "1", "parent_uuid": "f1", "title": "Shops", "updated_at": 1, "uuid": "f2"}],
    "items": [
        enpass("login", "Shop", [
            enpass_field("Username", "username", "ada"), enpass_field("E-mail", "email", "ada@mail.example"),
            enpass_field("Password", "password", "p\"w", 1, history=[{"encrypted": False, "updated_at": 1500000002, "value": "newer"},
                                                                    {"encrypted": False, "updated_at": 1500000001, "value": "older"}]),
            enpass_field("Website", "url", "https://shop.example/"), enpass_field("ADDITIONAL DETAILS", "section", ""),
            enpass_field("Phone number", "phone", "441234", history=[{"encrypted": False, "updated_at": 1500000001, "value": "0"}]),
            enpass_field("One-time code", "totp", "gezd gnbv gy3t qojq"), enpass_field("Security answer", "text", "blue", 1),
            enpass_field("Gone", "text", "deleted", 0, 1)],
            folders=["f2", "nowhere"], favorite=1, note="a note", attachments=[
                {"data": base64.b64encode(b"hello").decode(), "kind": "text/plain", "name": "a.txt", "order": 1, "updated_at": 1, "uuid": "a"}]),
        enpass("login", "Mail only", [enpass_field("Username", "username", ""), enpass_field("E-mail", "email", "ada@mail.example"),
                                      enpass_field("Password", "password", "pw", 1)], archived=1),
        enpass("creditcard", "Card", [
            enpass_field("Cardholder", "ccName", "Ada Lovelace"), enpass_field("Type", "ccType", "Visa"),
            enpass_field("Number", "ccNumber", "4111 1111 1111 1111"), enpass_field("CVC", "ccCvc", "123", 1), enpass_field("PIN", "ccPin", "9876", 1),
            enpass_field("Expiry date", "ccExpiry", "08/31"), enpass_field("Issuing bank", "ccBankname", "Engines Bank"),
            enpass_field("Valid from", "ccValidfrom", "someday")], trashed=1),
        enpass("identity", "Me", [
            enpass_field("First name", "text", "Ada"), enpass_field("Last name", "text", "Lovelace"), enpass_field("Gender", "text", "f"),
            enpass_field("ADDRESS", "section", ""), enpass_field("Street", "text", "1 Road"), enpass_field("City", "text", "London"),
            enpass_field("ZIP", "text", "N1"), enpass_field("Country", "text", "GB"), enpass_field("E-mail", "email", "ada@mail.example"),
            enpass_field("Home phone", "phone", "441234")]),
        {k: v for k, v in enpass("note", "Note", [], note="the note").items() if k != "fields"}]}, indent=4))

# --- Dashlane --------------------------------------------------------------------------------------------------------------------------
write("dashlane/dashlane.zip", archive({
    "credentials.csv": row(*"username,username2,username3,title,password,note,url,category,otpUrl".split(",")) + row(
        "ada", "ada2", "", "Shop", "p,w", "a note", "https://shop.example", "Work",
        "otpauth://totp/Shop:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Shop") + row("", "", "bob3", "Third", "pw", "", "", "", ""),
    "securenotes.csv": row("title", "note") + row("Note", "two\nlines"),
    "payments.csv": row(*("type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,"
                          "country,issuing_bank,note,name").split(",")) + row(
        "payment_card", "Ada Lovelace", "", "4111111111111111", "123", "03", "2031", "", "", "GB", "Engines Bank", "card note", "My card") + row(
        "bank", "Ada Lovelace", "Ada", "", "", "", "", "RN1", "AN2", "GB", "Engines Bank", "", "Account"),
    "personalInfo.csv": row(*("type,title,first_name,middle_name,last_name,login,date_of_birth,place_of_birth,email,email_type,item_name,"
                              "phone_number,address,country,state,city,zip,address_recipient,address_building,address_apartment,"
                              "address_floor,address_door_code,job_title,url").split(",")) + row(
        "name", "MS", "Ada", "King", "Lovelace", "adak", "1815-12-10", "London", *[""] * 16) + row(
        "email", *[""] * 7, "ada@mail.example", "personal", "Mail", *[""] * 13) + row(
        "address", *[""] * 9, "Home", "", "1 Road", "GB", "", "London", "N1", "Ada", "B", "2", "3", "4711", "", ""),
    "ids.csv": row(*"type,number,name,issue_date,expiration_date,place_of_issue,state".split(",")) + row(
        "passport", "P123", "Ada Lovelace", "2020-01-01", "2030-01-01", "London", ""),
    "wifi.csv": row(*"ssid,passphrase,name,note,hidden,encryption_type".split(",")) + row("net", "secret", "Home net", "", "false", "WPA2")}))
