# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The frames in which a page can ask for credentials, and what each may receive.

A row: its id, the page in the tab, the frames inside it from the outermost, whether fields are filled and passkeys used there, and what the
page does between the suggestion and the choice. The vault has a password, a code and a passkey of shop.example.
"""

from dataclasses import dataclass

# What an innermost page may receive: the secrets of fields, by their ids, and the answers to ceremonies.
FIELDS = frozenset({"username", "password", "code"})
PASSKEYS = frozenset({"get", "create"})
ALL = FIELDS | PASSKEYS
NOTHING = frozenset()

SHOP = "https://login.shop.example"
PAY = "https://pay.shop.example"
EVIL = "https://evil.example"
POLICY = {"allow": "publickey-credentials-get *; publickey-credentials-create *"}


@dataclass(frozen=True)
class Situation:
    id: str
    top: str
    chain: tuple
    answered: frozenset
    # A script of the page in the tab, run when the popup is open.
    between: str = ""
    # Headers of the page in the tab.
    headers: tuple = ()
    # The origin whose page opens the page in the tab by script, if any.
    opened_by: str = ""


def src(origin, **more):
    return ("src", origin, more)


def inline(kind, **more):
    return (kind, "", more)


SITUATIONS = [
    Situation("top", SHOP, (), ALL),
    Situation("same-origin", SHOP, (src(SHOP),), ALL),
    Situation("same-origin-nested", SHOP, (src(SHOP), src(SHOP)), ALL),
    Situation("same-site", SHOP, (src(PAY),), FIELDS),
    Situation("same-site-with-policy", SHOP, (src(PAY, **POLICY),), ALL),
    Situation("cross-site-inside", SHOP, (src(EVIL),), NOTHING),
    Situation("cross-site-outside", EVIL, (src(SHOP),), NOTHING),
    # The page around it cannot use a credential of the shop; a passkey's answer contains the page in which it was used.
    Situation("cross-site-outside-with-policy", EVIL, (src(SHOP, **POLICY),), PASSKEYS),
    Situation("cross-site-between", SHOP, (src(EVIL), src(SHOP)), NOTHING),
    Situation("cross-site-far-outside", EVIL, (src(SHOP), src(SHOP)), NOTHING),
    Situation("sandboxed", SHOP, (src(SHOP, sandbox="allow-scripts allow-forms"),), NOTHING),
    Situation("sandboxed-with-its-origin", SHOP, (src(SHOP, sandbox="allow-scripts allow-same-origin"),), ALL),
    Situation("sandboxed-by-header", SHOP, (), NOTHING, headers=(("Content-Security-Policy", "sandbox allow-scripts"),)),
    Situation("inside-a-sandbox", SHOP, (src(SHOP, sandbox="allow-scripts"), src(SHOP)), NOTHING),
    Situation("about-blank", SHOP, (inline("about:blank"),), ALL),
    Situation("about-blank-of-another-site", EVIL, (inline("about:blank"),), NOTHING),
    Situation("inside-about-blank", SHOP, (inline("about:blank"), src(SHOP)), ALL),
    Situation("inside-about-blank-of-another-site", EVIL, (inline("about:blank"), src(SHOP)), NOTHING),
    Situation("inside-srcdoc-of-another-site", EVIL, (inline("srcdoc"), src(SHOP)), NOTHING),
    Situation("srcdoc", SHOP, (inline("srcdoc"),), ALL),
    Situation("srcdoc-in-a-sandbox", SHOP, (inline("srcdoc", sandbox="allow-scripts"),), NOTHING),
    Situation("blob", SHOP, (inline("blob"),), NOTHING),
    Situation("blob-of-another-site", EVIL, (inline("blob"),), NOTHING),
    Situation("data", SHOP, (inline("data"),), NOTHING),
    Situation("javascript", SHOP, (inline("javascript"),), ALL),
    Situation("embed-of-another-site", EVIL, (src(SHOP, tag="embed"),), NOTHING),
    Situation("object-of-another-site", EVIL, (src(SHOP, tag="object"),), NOTHING),
    Situation("not-displayed", SHOP, (src(SHOP, style="display:none"),), NOTHING),
    Situation("removed", SHOP, (src(SHOP),), NOTHING, "document.getElementById('inner').remove()"),
    Situation("replaced", SHOP, (src(SHOP),), NOTHING, f"document.getElementById('inner').src = '{EVIL}/page?chain=W10='"),
    Situation("loaded-anew", SHOP, (src(SHOP),), NOTHING, "document.getElementById('inner').contentWindow.location.reload()"),
    Situation("top-goes-elsewhere", SHOP, (), NOTHING, f"location.href = '{EVIL}/page?chain=W10='"),
    Situation("top-loaded-anew", SHOP, (), NOTHING, "location.reload()"),
    Situation("clear-text", "http://login.shop.example", (), NOTHING),
    Situation("clear-text-outside", "http://evil.example", (src(SHOP),), NOTHING),
    Situation("clear-text-inside", SHOP, (src("http://login.shop.example"),), NOTHING),
    Situation("another-port", SHOP + ":8443", (), ALL),
    Situation("another-port-outside", SHOP + ":8443", (src(SHOP),), FIELDS),
    Situation("an-address", "http://127.0.0.1", (), NOTHING),
    Situation("letters-that-look-alike", "https://xn--shp-sna.example", (), NOTHING),
    Situation("the-name-in-front", "https://shop.example.evil.example", (), NOTHING),
    Situation("the-name-behind", "https://notshop.example", (), NOTHING),
    Situation("opened-by-another-site", SHOP, (), ALL, opened_by=EVIL),
]
