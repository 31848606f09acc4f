#!/usr/bin/env python3
# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Makes keepass/everything.xml and everything-*.kdbx: one document, in the open, sealed by KeePassXC as KDBX 4 and here as KDBX 3.1.

Needs keepassxc-cli, and pycryptodomex for KDBX 3.1.
"""
import base64, datetime, gzip, hashlib, pathlib, struct, subprocess, tempfile
from xml.sax.saxutils import escape

here = pathlib.Path(__file__).resolve().parent / "keepass"
passphrase = "Grüße, 7 Tassen"


def pkcs8(head, name):
    text = base64.b64encode(bytes.fromhex(head) + hashlib.sha256(name.encode()).digest()).decode()
    return "-----BEGIN PRIVATE KEY-----\n" + "\n".join(text[i:i + 64] for i in range(0, len(text), 64)) + "\n-----END PRIVATE KEY-----\n"


# Keys of nobody's, for P-256 and Ed25519.
pem = pkcs8("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420", "P-256")
ed = pkcs8("302e020100300506032b657004220420", "Ed25519")


def uuid(name):
    return base64.b64encode(hashlib.sha256(name.encode()).digest()[:16]).decode()


def uuid_hex(name):
    return hashlib.sha256(name.encode()).digest()[:16].hex().upper()


def when(day):
    return (datetime.datetime(2021, 3, 1, 12, 0, 0) + datetime.timedelta(days=day)).strftime("%Y-%m-%dT%H:%M:%SZ")


def times(created, modified, expiry=None):
    return (
        f"<Times><LastModificationTime>{when(modified)}</LastModificationTime><CreationTime>{when(created)}</CreationTime>"
        f"<LastAccessTime>{when(modified)}</LastAccessTime><ExpiryTime>{when(expiry or 0)}</ExpiryTime>"
        f"<Expires>{'True' if expiry else 'False'}</Expires><UsageCount>3</UsageCount><LocationChanged>{when(created)}</LocationChanged></Times>"
    )


def string(name, value):
    hidden = name in ("Password", "otp", "TOTP Seed", "PIN") or "Secret" in name or "KEY_PEM" in name or "CREDENTIAL_ID" in name or "HANDLE" in name
    attribute = ' ProtectInMemory="True"' if hidden else ""
    return f"<String><Key>{escape(name)}</Key><Value{attribute}>{escape(value)}</Value></String>"


def entry(title, values, created=0, modified=1, tags="", history=(), files=(), expiry=None, extra="", auto=""):
    strings = "".join(string(k, v) for k, v in [("Title", title)] + list(values.items()))
    binaries = "".join(f'<Binary><Key>{escape(n)}</Key><Value Ref="{r}"/></Binary>' for n, r in files)
    body = (
        f"<UUID>{uuid(title)}</UUID><IconID>0</IconID><ForegroundColor></ForegroundColor><BackgroundColor>#FF0000</BackgroundColor>"
        f"<OverrideURL></OverrideURL><Tags>{escape(tags)}</Tags>{times(created, modified, expiry)}{strings}{binaries}"
        f"<AutoType><Enabled>True</Enabled><DataTransferObfuscation>0</DataTransferObfuscation>{auto or '<DefaultSequence></DefaultSequence>'}</AutoType>{extra}"
    )
    old = "".join(history or ())
    return f"<Entry>{body}<History>{old}</History></Entry>" if history is not None else f"<Entry>{body}</Entry>"


def group(name, entries, groups=""):
    return (
        f"<Group><UUID>{uuid('group ' + name)}</UUID><Name>{escape(name)}</Name><Notes></Notes><IconID>48</IconID>{times(0, 0)}"
        f"<IsExpanded>True</IsExpanded><DefaultAutoTypeSequence></DefaultAutoTypeSequence><EnableAutoType>null</EnableAutoType>"
        f"<EnableSearching>null</EnableSearching><LastTopVisibleEntry>{base64.b64encode(bytes(16)).decode()}</LastTopVisibleEntry>{''.join(entries)}{groups}</Group>"
    )


binaries = [b"hello\n", bytes(range(256)) * 40, b""]
shop = {"UserName": "zoë", "Password": "s3crét & <more>", "URL": "https://shop.example/login?a=1&b=2", "Notes": "Line 1\nLine 2 <&>"}
root = group(
    "Root",
    [
        entry(
            "Shop",
            shop | {"KP2A_URL": "https://other.example", "KP2A_URL_1": "androidapp://com.example.shop", "AndroidApp": "org.example.app",
                    "KP2A_URL_2": '"https://exact.example/page"', "PIN": "1234", "Colour": "red"},
            created=0, modified=30, tags="blue;green,Favorite", files=[("hello.txt", 0), ("all bytes.bin", 1), ("empty", 2)], expiry=400,
            history=[
                entry("Shop", shop | {"Password": "first", "otp": "JBSWY3DPEHPK3PXP"}, modified=10, history=None),
                entry("Shop", shop | {"Password": "second"}, modified=20, history=None),
            ],
            auto="<DefaultSequence>{USERNAME}{ENTER}</DefaultSequence><Association><Window>Shop*</Window><KeystrokeSequence>{PASSWORD}</KeystrokeSequence></Association>",
        ),
        entry("Reference", {"UserName": "{REF:U@I:%s}" % uuid_hex("Shop"), "Password": "a{REF:P@I:%s}b" % uuid_hex("Shop"), "URL": "cmd://not an address",
                            "Notes": "{REF:T@I:00000000000000000000000000000000}"}),
        entry("KeePassXC code", {"UserName": "u", "Password": "p", "otp": "otpauth://totp/KeePassXC%20code:u?secret=JBSWY3DPEHPK3PXP&period=60&digits=8&issuer=KeePassXC%20code&algorithm=SHA256"}),
        entry("KeePassXC Steam", {"otp": "otpauth://totp/KeePassXC%20Steam:none?secret=JBSWY3DPEHPK3PXP&period=30&digits=5&issuer=KeePassXC%20Steam&encoder=steam"}),
        entry("TrayTOTP", {"UserName": "u", "TOTP Seed": "jbsw y3dp ehpk 3pxp", "TOTP Settings": "45;7;https://time.example"}),
        entry("TrayTOTP Steam", {"UserName": "u", "TOTP Seed": "JBSWY3DPEHPK3PXP", "TOTP Settings": "30;S"}),
        entry("KeeOtp", {"UserName": "u", "Password": "p", "otp": "key=JBSWY3DPEHPK3PXP&size=8&step=20&otpHashMode=Sha512"}),
        entry("KeePass Base32", {"Password": "p", "TimeOtp-Secret-Base32": "JBSWY3DPEHPK3PXP", "TimeOtp-Length": "8", "TimeOtp-Period": "15", "TimeOtp-Algorithm": "HMAC-SHA-512"}),
        entry("KeePass Hex", {"Password": "p", "TimeOtp-Secret-Hex": "48 65 6C 6C 6F 21 DE AD BE EF"}),
        entry("KeePass Base64", {"Password": "p", "TimeOtp-Secret-Base64": "SGVsbG8h3q2+7w=="}),
        entry("KeePass text", {"Password": "p", "TimeOtp-Secret": "Hello!ÄÖ"}),
        entry("KeePass counter", {"Password": "p", "HmacOtp-Secret-Base32": "JBSWY3DPEHPK3PXP", "HmacOtp-Counter": "17"}),
        entry("Two alike", {"Password": "p", "otp": "otpauth://totp/x:y?secret=JBSWY3DPEHPK3PXP", "TOTP Seed": "JBSWY3DPEHPK3PXP", "TOTP Settings": "30;6"}),
        entry("No code", {"Password": "p", "otp": "otpauth://totp/x:y?secret=JBSWY3DPEHPK3PXP&digits=10"}),
        entry("Passkey", {"UserName": "zoë", "URL": "https://passkey.example", "KPEX_PASSKEY_USERNAME": "zoë", "KPEX_PASSKEY_CREDENTIAL_ID": "AAECAwQFBgcICQoLDA0ODw-_",
                          "KPEX_PASSKEY_PRIVATE_KEY_PEM": pem, "KPEX_PASSKEY_RELYING_PARTY": "passkey.example", "KPEX_PASSKEY_USER_HANDLE": "_-8BAg",
                          "KPEX_PASSKEY_FLAG_BE": "1", "KPEX_PASSKEY_FLAG_BS": "0"}),
        entry("Older passkey", {"UserName": "old", "Password": "p", "KPXC_PASSKEY_USERNAME": "old", "KPEX_PASSKEY_GENERATED_USER_ID": "AQID",
                                "KPEX_PASSKEY_PRIVATE_KEY_PEM": ed, "KPEX_PASSKEY_RELYING_PARTY": "passkey.example", "KPEX_PASSKEY_USER_HANDLE": "AQ"}),
        entry("Broken passkey", {"KPEX_PASSKEY_CREDENTIAL_ID": "AQID", "KPEX_PASSKEY_PRIVATE_KEY_PEM": "none", "KPEX_PASSKEY_RELYING_PARTY": "x.example",
                                 "KPEX_PASSKEY_USER_HANDLE": "AQ", "KPEX_PASSKEY_USERNAME": "u"}),
        entry("Note alone", {"Notes": "now"}, modified=9, history=[entry("Note alone", {"Notes": "before"}, modified=2, history=None)]),
        entry("Only a user", {"UserName": "u"}),
        entry("Ünï \U0001F600", {"Password": "päß\U0001F600"}, extra="<CustomData><Item><Key>plug-in</Key><Value>kept</Value></Item></CustomData>"),
    ],
    group("Work", [entry("Inner", {"UserName": "i", "Password": "i"})], group("Web / shops", [entry("Innermost", {"Password": "x"})]))
    + group("Recycle Bin", [entry("Gone", {"Password": "g"})], group("Old folder", [entry("Gone with its folder", {"Password": "g"})])),
)


def document(meta):
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<KeePassFile><Meta><Generator>make_keepass.py</Generator>'
        f"<DatabaseName>Everything</DatabaseName><DatabaseDescription>A description</DatabaseDescription><RecycleBinEnabled>True</RecycleBinEnabled>"
        f"<RecycleBinUUID>{uuid('group Recycle Bin')}</RecycleBinUUID><RecycleBinChanged>{when(0)}</RecycleBinChanged>{meta}</Meta>"
        f"<Root>{root}<DeletedObjects/></Root></KeePassFile>"
    )


def pool(protected):
    lines = ""
    for number, content in enumerate(binaries):
        if number == 1 and not protected:
            lines += f'<Binary ID="{number}" Compressed="True">{base64.b64encode(gzip.compress(content, mtime=0)).decode()}</Binary>'
        else:
            lines += f'<Binary ID="{number}">{base64.b64encode(content).decode()}</Binary>'
    return f"<Binaries>{lines}</Binaries>"


def keepassxc():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "everything.xml"
        source.write_text(document(pool(False)))
        target = here / "everything-keepassxc.kdbx"
        target.unlink(missing_ok=True)
        subprocess.run(["keepassxc-cli", "import", "-q", "-p", "-t", "100", str(source), str(target)], input=f"{passphrase}\n{passphrase}\n", text=True, check=True)


def third():
    from Cryptodome.Cipher import AES, Salsa20
    from xml.etree import ElementTree

    def seeded(name, count):
        return hashlib.shake_256(name.encode()).digest(count)

    fields = {2: bytes.fromhex("31c1f2e6bf714350be5805216afc5aff"), 3: struct.pack("<I", 1), 4: seeded("master", 32), 5: seeded("transform", 32),
              6: struct.pack("<Q", 1000), 7: seeded("iv", 16), 8: seeded("inner", 32), 9: seeded("start", 32), 10: struct.pack("<I", 2), 0: b"\r\n\r\n"}
    header = bytes.fromhex("03d9a29a67fb4bb501000300") + b"".join(struct.pack("<BH", k, len(v)) + v for k, v in fields.items())
    tree = ElementTree.fromstring(document(f"<HeaderHash>{base64.b64encode(hashlib.sha256(header).digest()).decode()}</HeaderHash>" + pool(False)))
    stream = Salsa20.new(hashlib.sha256(fields[8]).digest(), bytes.fromhex("e830094b97205d2a"))
    for element in tree.iter():
        plain = None
        if element.tag == "Value" and element.attrib.pop("ProtectInMemory", None):
            plain = (element.text or "").encode()
        if element.tag == "Binary" and element.get("ID") == "0":
            plain = base64.b64decode(element.text or "")
        if plain is not None:
            element.set("Protected", "True")
            element.text = base64.b64encode(stream.encrypt(plain)).decode()
    packed = gzip.compress(ElementTree.tostring(tree, encoding="utf-8", xml_declaration=True), mtime=0)
    blocks = struct.pack("<I", 0) + hashlib.sha256(packed[:3000]).digest() + struct.pack("<I", 3000) + packed[:3000]
    blocks += struct.pack("<I", 1) + hashlib.sha256(packed[3000:]).digest() + struct.pack("<I", len(packed) - 3000) + packed[3000:]
    blocks += struct.pack("<I", 2) + bytes(32) + struct.pack("<I", 0)
    composite = hashlib.sha256(hashlib.sha256(passphrase.encode()).digest()).digest()
    cipher = AES.new(fields[5], AES.MODE_ECB)
    for _ in range(1000):
        composite = cipher.encrypt(composite)
    key = hashlib.sha256(fields[4] + hashlib.sha256(composite).digest()).digest()
    content = fields[9] + blocks
    padding = 16 - len(content) % 16
    sealed = AES.new(key, AES.MODE_CBC, fields[7]).encrypt(content + bytes([padding]) * padding)
    (here / "everything-3.1.kdbx").write_bytes(header + sealed)


(here / "everything.xml").write_text(document(pool(False)))
keepassxc()
third()
