// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import WebAuthnModel
package import WebAuthnRelyingParty

/// The default name of a new passkey: its provider or device, as far as known.
package enum DeviceName {
  /// Suggests a name for a passkey.
  ///
  /// - Parameters:
  ///   - aaguid: The model, as the authenticator states it; a hint, not a proof.
  ///   - transports: The authenticator's transports, as the browser reports them.
  ///   - browser: The browser in which the passkey was created.
  ///   - metadata: The FIDO Alliance's metadata, if the site has them.
  package static func suggest(aaguid: AAGUID, transports: [String], browser: String, metadata: MetadataBlob?) -> String {
    if let name = providers[aaguid.description] { return name }
    if let name = metadata?.entries(for: aaguid).first?.description, !name.isEmpty { return String(name.prefix(Passkeys.longestName)) }
    let transports = Set(transports)
    if !transports.isDisjoint(with: ["usb", "nfc", "ble", "smart-card"]) { return "Security key" }
    if transports.contains("internal") { return browser }
    return transports.contains("hybrid") ? "Phone or tablet" : "Passkey"
  }

  /// Well-known providers. The FIDO metadata list hardware.
  private static let providers = [
    "59918d62-d421-4873-a245-40e7c6e787ad": "Passfold",
    "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
    "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
    "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "Apple Passwords (managed)",
    "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
    "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
    "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
    "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
    "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
    "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
    "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
    "b84e4048-15dc-4dd0-8640-f4f60813c8af": "NordPass",
    "0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6": "Keeper",
    "f3809540-7f14-49c1-a8b3-8f813b225541": "Enpass",
    "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
    "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
    "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  ]
}
