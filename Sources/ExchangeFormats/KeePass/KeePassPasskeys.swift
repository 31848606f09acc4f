// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory

/// The passkeys of an entry: KeePassXC stores one, KeePassDX several.
struct KeePassPasskeys {
  private(set) var passkeys: [ExchangedPasskey] = []
  /// The names of the values that the passkeys were made from.
  private(set) var used: Set<String> = []
  /// The names of values that claim to be passkeys but are not usable, with the reason.
  private(set) var refused: [(names: [String], reason: ImportFinding.Reason)] = []
  /// The path of a passkey that counts its signatures, if there is one.
  private(set) var counting: String?

  // KeePassXC before 2.7.7 and Strongbox use this name for the user.
  private static let oldUser = "KPXC_PASSKEY_USERNAME"
  private static let names = [
    "CREDENTIAL_ID", "PRIVATE_KEY_PEM", "RELYING_PARTY", "USERNAME", "USER_HANDLE", "FLAG_BE", "FLAG_BS", "PRF", "GENERATED_USER_ID",
  ].map { KeePassNames.passkeyPrefix + $0 }

  init(_ entry: KeePassEntry) {
    let keyName = KeePassNames.passkeyPrefix + "PRIVATE_KEY_PEM"
    let suffixes = entry.texts.compactMap { text in
      text.value.byteCount > 0 && KeePassNames.number(of: text.name, in: keyName) != nil ? String(text.name.dropFirst(keyName.count)) : nil
    }
    for suffix in suffixes { read(entry, suffix) }
    // Values such as the relying party or user name, without a key.
    let left = Self.names.filter { entry.value($0) != nil }
    if suffixes.isEmpty, !left.isEmpty { refused.append((left, .missingMember)) }
  }

  private mutating func read(_ entry: KeePassEntry, _ suffix: String) {
    func value(_ name: String) -> SharedSecret? { entry.value(KeePassNames.passkeyPrefix + name + suffix) }
    func bytes(_ text: SharedSecret?) -> [UInt8]? { text?.withBytes { Base64Text.shared($0) }?.withBytes { Array($0) } }
    func own(_ name: String) -> SharedSecret? { suffix.isEmpty ? entry.value(KeePassNames.passkey + name) : nil }
    let names = Self.names.map { $0 + suffix }.filter { entry.value($0) != nil } + (suffix.isEmpty ? Self.ownNames(entry) : [])
    guard let relyingParty = value("RELYING_PARTY")?.string, let credentialID = bytes(value("GENERATED_USER_ID") ?? value("CREDENTIAL_ID")),
      let userHandle = bytes(value("USER_HANDLE")), let text = value("PRIVATE_KEY_PEM")
    else { return refused.append((names, .missingMember)) }
    guard !credentialID.isEmpty, (1...64).contains(userHandle.count), let pkcs8 = text.withBytes({ Self.pem($0) }) else {
      return refused.append((names, .malformedValue))
    }
    guard let key = pkcs8.withBytes({ PasskeyKey(pkcs8: $0) }) else { return refused.append((names, .unsupportedKey)) }
    let oldUser = suffix.isEmpty ? entry.value(Self.oldUser) : nil
    let user = (oldUser ?? value("USERNAME"))?.string ?? ""
    var passkey = ExchangedPasskey(
      relyingPartyID: relyingParty, relyingPartyName: own("RELYING_PARTY_NAME")?.string, userHandle: userHandle, userName: user,
      displayName: own("DISPLAY_NAME")?.string ?? user, credentialID: credentialID, algorithm: key.algorithm, privateKey: key.secret,
      signatureCount: own("SIGNATURE_COUNT").flatMap { UInt32($0.string) } ?? 0, backupEligible: Self.flag(value("FLAG_BE")),
      backupState: Self.flag(value("FLAG_BS")), created: own("CREATED").flatMap { DateText.iso8601($0.string) },
      protection: own("PROTECTION").flatMap { Int($0.string) } ?? 1, largeBlob: own("LARGE_BLOB")?.withBytes { Base64Text.shared($0) })
    if own("DISPLAY_NAME") == nil, own("NO_DISPLAY_NAME") != nil { passkey.displayName = "" }
    if let text = value("PRF") {
      // KeePassDX has a single secret for both, with and without user verification.
      let secret = text.withBytes { Base64Text.shared($0) }
      let other = (own("PRF_WITHOUT_VERIFICATION") ?? text).withBytes { Base64Text.shared($0) }
      guard let secret, let other, secret.byteCount == 32, other.byteCount == 32 else { return refused.append((names, .malformedValue)) }
      passkey.pseudoRandomFunction = PasskeyPRFKeys(withUserVerification: secret, withoutUserVerification: other)
    }
    if passkey.signatureCount > 0 { counting = keyPath(suffix) }
    used.formUnion(names)
    if oldUser != nil { used.insert(Self.oldUser) }
    passkeys.append(passkey)
  }

  private func keyPath(_ suffix: String) -> String { KeePassNames.passkey + "SIGNATURE_COUNT" + suffix }

  private static func ownNames(_ entry: KeePassEntry) -> [String] {
    entry.texts.map(\.name).filter { $0.hasPrefix(KeePassNames.passkey) }
  }

  private static func flag(_ text: SharedSecret?) -> Bool? {
    switch text?.string {
    case "1", "true", "True": true
    case "0", "false", "False": false
    default: nil
    }
  }

  /// Returns the bytes between the lines of dashes (RFC 7468), or those of bare Base64.
  private static func pem(_ text: UnsafeRawBufferPointer) -> SharedSecret? {
    let dash = UInt8(ascii: "-")
    let begin = text.drop { $0 <= 0x20 }
    guard begin.starts(with: "-----BEGIN ".utf8) else { return Base64Text.shared(text) }
    // -----BEGIN …-----, then the bytes up to the next dash.
    let label = begin.drop { $0 == dash }.drop { $0 != dash }
    let body = label.drop { $0 == dash }.prefix { $0 != dash }
    return Base64Text.shared(UnsafeRawBufferPointer(rebasing: body))
  }
}
