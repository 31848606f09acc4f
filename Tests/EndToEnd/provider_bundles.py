# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Provider bundles in a throw-away world, as a user would put them there."""

import json
import os
import plistlib
import shutil

from demo.world import NO_DISPLAY, ROOT

DEMO = "org.example.DemoProvider"
CODE_LINK = "otpauth://totp/shop.example:anne?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=shop.example"


def install_demo(world, shows_setup=False):
    """Installs the example provider with one account; unless it shows its set-up, it is on as soon as it is enabled, without the user
    having to look at it."""
    bundle = world.data / "passfold/providers/Demo.provider"
    bundle.mkdir(parents=True)
    shutil.copy(world.programs / "DemoProvider", bundle / "DemoProvider")
    information = plistlib.loads((ROOT / "Examples/DemoProvider/Info.plist").read_bytes())
    if shows_setup:
        # If the broker finds a usable display, it opens a window and waits for the user.
        world.environment.pop("WAYLAND_DISPLAY", None)
        world.environment["DISPLAY"] = NO_DISPLAY
    else:
        del information["NSExtension"]["NSExtensionAttributes"]["ASCredentialProviderExtensionCapabilities"]["ShowsConfigurationUI"]
    (bundle / "Info.plist").write_bytes(plistlib.dumps(information))
    own = world.data / "passfold/provider-data" / DEMO
    own.mkdir(parents=True)
    account = {"id": "1", "service": "shop.example", "user": "anne", "password": "hunter2", "codeLink": CODE_LINK}
    (own / "accounts.json").write_text(json.dumps([account]))


def install_misbehaving(world, number, access=(), exchanges=False):
    """Installs a provider with a fault, which declares access to some things or that it exports its credentials; returns its identifier."""
    identifier = f"org.example.misbehaving{number}"
    bundle = world.data / f"passfold/providers/Misbehaving{number}.provider"
    bundle.mkdir(parents=True)
    try:
        os.link(world.programs / "MisbehavingProvider", bundle / "MisbehavingProvider")
    except OSError:
        shutil.copy(world.programs / "MisbehavingProvider", bundle / "MisbehavingProvider")
    capabilities = {"ProvidesOneTimeCodes": True, "ProvidesPasskeys": True, "ProvidesPasswords": True}
    if exchanges:
        capabilities.update({"SupportsCredentialExchange": True, "SupportedCredentialExchangeVersions": ["1.0"]})
    (bundle / "Info.plist").write_bytes(plistlib.dumps({
        "CFBundleIdentifier": identifier, "CFBundleDisplayName": f"Misbehaving {number}", "CFBundleExecutable": "MisbehavingProvider",
        "NSExtension": {"NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui",
                        "NSExtensionPrincipalClass": "None.None",
                        "NSExtensionAttributes": {"ASCredentialProviderExtensionCapabilities": capabilities, "PassfoldProviderAccess": list(access)}}}))
    return identifier


def install_script(world, name, script, access=()):
    """Installs a provider whose program is a shell script, which declares access to some things; returns its identifier."""
    identifier = f"org.example.{name.lower()}"
    bundle = world.data / f"passfold/providers/{name}.provider"
    bundle.mkdir(parents=True)
    (bundle / "program").write_text(f"#!/bin/sh\n{script}\n")
    (bundle / "program").chmod(0o755)
    (bundle / "Info.plist").write_bytes(plistlib.dumps({
        "CFBundleIdentifier": identifier, "CFBundleDisplayName": name, "CFBundleExecutable": "program",
        "NSExtension": {"NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui",
                        "NSExtensionPrincipalClass": "None.None",
                        "NSExtensionAttributes": {"ASCredentialProviderExtensionCapabilities": {"ProvidesPasswords": True},
                                                    "PassfoldProviderAccess": list(access)}}}))
    return identifier
