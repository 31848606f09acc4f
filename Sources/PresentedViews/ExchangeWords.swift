// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The words about other programs' files, shared by the command and the window.
package enum ExchangeWords {
  /// A number of entries.
  package static func entries(_ count: Int) -> String { translated(count, one: "\(count) entry", other: "\(count) entries") }

  /// The number of records of each kind, by the names of `VaultEntry.Kind`.
  package static func kinds(_ counts: [String: Int]) -> String {
    let kinds = ["password", "passkey", "one-time-code", "note", "card", "identity"]
    let parts = kinds.compactMap { kind in counts[kind].flatMap { counted($0, of: kind) } }
    return parts.isEmpty ? translated("No entries") : parts.joined(separator: ", ")
  }

  private static func counted(_ count: Int, of kind: String) -> String? {
    switch kind {
    case "password": translated(count, one: "\(count) password", other: "\(count) passwords")
    case "passkey": translated(count, one: "\(count) passkey", other: "\(count) passkeys")
    case "one-time-code": translated(count, one: "\(count) set of codes", other: "\(count) sets of codes")
    case "note": translated(count, one: "\(count) note", other: "\(count) notes")
    case "card": translated(count, one: "\(count) card", other: "\(count) cards")
    case "identity": translated(count, one: "\(count) identity", other: "\(count) identities")
    default: nil
    }
  }

  /// An entry's name among others.
  package static func title(_ title: String, user: String) -> String { PrintableText.of(user.isEmpty ? title : "\(title) (\(user))") }

  /// The name of a differing entry: the vault's, and the file's if it differs.
  package static func name(_ difference: VaultAnswer.ImportDifference) -> String {
    let own = title(difference.entry.title, user: difference.entry.user)
    let theirs = difference.title.map { title($0, user: difference.user ?? "") } ?? own
    return own == theirs ? own : translated("\(own), called \(theirs) in the file")
  }

  /// The difference between an entry of the vault and one of a file, by the name in `ImportDifference.parts`.
  package static func part(_ name: String) -> String {
    switch name {
    case "password": translated("the passwords differ")
    case "secret": translated("the secrets of the codes differ")
    case "name": translated("one code with two names; the replaced name becomes a field")
    case "security-code": translated("the security codes differ")
    case "pin": translated("the PINs differ")
    case "expires": translated("the expiry dates differ")
    case "rule": translated("the rules for where an address is filled in differ")
    case "birthday": translated("the dates of birth differ")
    default: PrintableText.of(name)
    }
  }

  /// The place of a finding in words.
  package static func place(of finding: VaultAnswer.ExchangeFinding) -> String {
    place(entry: finding.entry, title: finding.title, path: finding.path, kind: finding.kind)
  }

  /// The reason and the outcome of a finding in words.
  ///
  /// - Parameter isExport: Whether something of the vault has no place in a file, rather than the reverse.
  package static func words(of finding: VaultAnswer.ExchangeFinding, isExport: Bool) -> String {
    let why = isExport ? exportReason(finding.reason) : reason(finding.reason)
    return "\(why), \(outcome(finding.outcome, field: finding.field))"
  }

  /// The reason why something of the vault is not in a file unchanged.
  private static func exportReason(_ name: String) -> String {
    switch name {
    case "noPlace": translated("no place in the format")
    case "unsupportedCode": translated("programs that read the format cannot generate these codes")
    default: reason(name)
    }
  }

  /// The reason why something in a file is not understood, by the name in `ExchangeFinding.reason`.
  private static func reason(_ name: String) -> String {
    switch name {
    case "unknownMember": translated("unknown to this version")
    case "unknownKind": translated("of a kind unknown to this version")
    case "malformedValue": translated("not in the expected form")
    case "missingMember": translated("a required part is missing")
    case "noPlace": translated("the vault has no dedicated place for it")
    case "unsupportedCode": translated("no code can be made from it")
    case "unsupportedKey": translated("an unsupported kind of key")
    case "countingPasskey": translated("this passkey counts its uses, and a service may reject one that exists in two places")
    case "attachmentMissing": translated("the file is mentioned but missing")
    case "tooLarge": translated("too large for an entry")
    case "referenceMissing": translated("it refers to an entry that does not exist")
    case "damaged": translated("it is damaged")
    case "notDecrypted": translated("gpg cannot decrypt it with your keys")
    case "unreadableCharacter": translated("it contains an unreadable character, replaced by “�”")
    default: PrintableText.of(name)
    }
  }

  /// The way it was handled, by the name in `ExchangeFinding.outcome`.
  ///
  /// - Parameter field: The name of the field that contains it now.
  private static func outcome(_ name: String, field: String?) -> String {
    switch name {
    case "kept-as-field": translated("kept as “\(PrintableText.of(field ?? ""))”")
    case "kept-in-part": translated("kept in part")
    case "read-leniently": translated("accepted completely, as intended")
    case "left-out": translated("left out")
    default: PrintableText.of(name)
    }
  }

  /// The place of a finding in a file.
  ///
  /// - Parameters:
  ///   - entry: The number of the entry, from 1; nil for findings about the whole file, or about an entry known only by its title.
  ///   - path: The path in the entry; empty for the whole entry.
  ///   - kind: The kind of the part to which the path leads, by the name in `ExchangeFinding.kind`; nil if unknown.
  package static func place(entry: Int?, title: String, path: String, kind: String? = nil) -> String {
    let entry =
      entry.map { title.isEmpty ? translated("entry \($0)") : translated("entry \($0), \(PrintableText.of(title))") }
      ?? (title.isEmpty ? translated("the file") : PrintableText.of(title))
    return path.isEmpty ? entry : "\(entry), \(exportedPart(path, of: kind) ?? PrintableText.of(path))"
  }

  /// The results of undoing an import, one sentence each.
  package static func takenBack(_ undone: VaultAnswer.ImportUndone) -> [String] {
    let gone = translated(
      undone.removed, one: "\(undone.removed) entry is in the trash", other: "\(undone.removed) entries are in the trash")
    let restored = translated(
      undone.restored, one: "\(undone.restored) is back to its previous state", other: "\(undone.restored) are back to their previous state"
    )
    var sentences = [translated("Undone: \(gone), \(restored).")]
    if undone.files > 0 {
      sentences.append(
        translated(
          undone.files,
          one: "\(undone.files) file that the import had added to your entries is in the trash, in a note with the same title.",
          other: "\(undone.files) files that the import had added to your entries are in the trash, in notes with the same titles."))
    }
    if undone.kept > 0 {
      sentences.append(
        translated(
          undone.kept, one: "\(undone.kept) entry stays: you have changed it since.",
          other: "\(undone.kept) entries stay: you have changed them since."))
    }
    return sentences
  }

  /// Says that times in a file cannot be stored.
  package static func dated(_ count: Int) -> String {
    translated(
      count, one: "The vault cannot store when \(count) entry was created and changed, except for codes and passkeys.",
      other: "The vault cannot store when \(count) entries were created and changed, except for codes and passkeys.")
  }

  /// The advice for the imported file.
  package static let eraseImported = translated("The imported file may contain passwords that anyone can read: delete it.")
  /// The warning about an unencrypted export.
  package static let plainExport =
    translated(
      "It is not encrypted: anyone who gets it has all your passwords, passkeys and codes. Delete it once the other program has read it.")
  /// The way to open an encrypted export.
  package static let sealedExport = translated("It opens with the passphrase you have just typed for it.")

  /// The displayed name of a format.
  package static func formatName(_ name: String) -> String {
    switch name {
    case "cxf": "Credential Exchange Format"
    case "bitwarden-json", "bitwarden-zip", "bitwarden-csv": "Bitwarden"
    case "kdbx", "keepass-xml": "KeePass"
    case "1pux", "1pif", "1password-csv": "1Password"
    case "proton-pass-json", "proton-pass-zip", "proton-pass-csv": "Proton Pass"
    case "proton-authenticator": "Proton Authenticator"
    case "aegis": "Aegis"
    case "2fas": "2FAS"
    case "ente-auth": "Ente Auth"
    case "andotp": "andOTP"
    case "freeotp-plus": "FreeOTP+"
    case "lastpass-csv": "LastPass"
    case "dashlane-csv", "dashlane-zip", "dashlane-json": "Dashlane"
    case "enpass", "enpass-csv": "Enpass"
    case "keepassxc-csv": "KeePassXC"
    case "keepass-csv": "KeePass"
    case "nordpass-csv": "NordPass"
    case "roboform-csv": "RoboForm"
    case "zoho-csv": "Zoho Vault"
    case "keeper": "Keeper"
    case "kaspersky": "Kaspersky Password Manager"
    case "passky": "Passky"
    case "nextcloud-passwords": "Nextcloud Passwords"
    case "2fauth": "2FAuth"
    case "stratum": "Stratum"
    case "freeotp": "FreeOTP"
    case "raivo": "Raivo"
    case "extract-otp-secrets": "extract_otp_secrets"
    case "lastpass-authenticator": "LastPass Authenticator"
    case "csv": translated("Table")
    case "apple-csv": "Apple Passwords"
    case "safari-cards": "Safari"
    case "chromium-csv": "Chromium"
    case "firefox-csv": "Firefox"
    case "password-store": translated("Password store")
    case "otpauth": translated("Set-up links")
    case "otpauth-migration": "Google Authenticator"
    default: PrintableText.of(name)
    }
  }
}
