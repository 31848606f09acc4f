// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// What is said of files of other programs, alike by the command and by the vault's window.
package enum ExchangeWords {
  /// A number with its noun.
  package static func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }

  /// How many records of each kind, by the names of `VaultEntry.Kind`.
  package static func kinds(_ counts: [String: Int]) -> String {
    let nouns = [
      ("password", "password", "passwords"), ("passkey", "passkey", "passkeys"), ("one-time-code", "set of codes", "sets of codes"),
      ("note", "note", "notes"), ("card", "card", "cards"), ("identity", "identity", "identities"),
    ]
    let parts = nouns.compactMap { kind, one, many in counts[kind].map { counted($0, one, many) } }
    return parts.isEmpty ? "No entries" : parts.joined(separator: ", ")
  }

  /// What an entry is called beside others.
  package static func title(_ title: String, user: String) -> String { PrintableText.of(user.isEmpty ? title : "\(title) (\(user))") }

  /// What differs between an entry of the vault and one of a file, by the name in `ImportDifference.parts`.
  package static func part(_ name: String) -> String {
    switch name {
    case "password": "the passwords are not the same"
    case "secret": "the secrets of the codes are not the same"
    case "security-code": "the security codes are not the same"
    case "pin": "the PINs are not the same"
    case "expires": "the expiry dates are not the same"
    case "birthday": "the days of birth are not the same"
    default: PrintableText.of(name)
    }
  }

  /// Why something in a file is not understood, by the name in `ExchangeFinding.reason`.
  package static func reason(_ name: String) -> String {
    switch name {
    case "unknownMember": "unknown to this version"
    case "unknownKind": "of a kind that is unknown to this version"
    case "malformedValue": "not of the form that it should have"
    case "missingMember": "something that belongs there is missing"
    case "noPlace": "there is no place of its own for it"
    case "unsupportedCode": "no code can be made from it"
    case "unsupportedKey": "a key of a kind that is not supported"
    case "countingPasskey": "this passkey counts its uses, and a service may refuse one that lives in two places"
    case "attachmentMissing": "the file is named, and is not there"
    case "tooLarge": "larger than an entry can be"
    case "referenceMissing": "it refers to an entry that is not there"
    default: PrintableText.of(name)
    }
  }

  /// What was made of it, by the name in `ExchangeFinding.outcome`.
  ///
  /// - Parameter field: The name of the field that has it now.
  package static func outcome(_ name: String, field: String?) -> String {
    switch name {
    case "kept-as-field": "kept as “\(PrintableText.of(field ?? ""))”"
    case "kept-in-part": "kept, not whole"
    case "left-out": "left out"
    default: PrintableText.of(name)
    }
  }

  /// Where in a file something was found.
  ///
  /// - Parameters:
  ///   - entry: The number of the entry, from 1; nil for what belongs to the whole.
  ///   - path: Where in the entry; empty for the whole of it.
  package static func place(entry: Int?, title: String, path: String) -> String {
    let entry = entry.map { title.isEmpty ? "entry \($0)" : "entry \($0), \(PrintableText.of(title))" } ?? "the file"
    return path.isEmpty ? entry : "\(entry), \(PrintableText.of(path))"
  }

  /// What came of taking an import back, a sentence each.
  package static func takenBack(_ undone: VaultAnswer.ImportUndone) -> [String] {
    let gone = counted(undone.removed, "entry is", "entries are")
    var sentences = ["Taken back: \(gone) gone, \(counted(undone.restored, "is", "are")) as before."]
    if undone.kept > 0 {
      sentences.append("\(counted(undone.kept, "entry stays", "entries stay")): you changed \(undone.kept == 1 ? "it" : "them") since.")
    }
    return sentences
  }

  /// That times in a file go nowhere.
  package static func dated(_ count: Int) -> String {
    "The times of making and changing of \(counted(count, "entry", "entries")) have no place in the vault, except those of codes and passkeys."
  }

  /// What to do with a file that was imported.
  package static let eraseImported = "The file that you imported can hold passwords that everybody can read: erase it."
  /// What an exported file without a seal means.
  package static let plainExport =
    "It is not sealed: whoever gets it has all your passwords, passkeys and codes. Erase it when the other program has it."
  /// How an exported file with one is opened.
  package static let sealedExport = "It opens with the passphrase that you have just typed for it."

  /// What a format is called by people.
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
    case "stratum": "Stratum"
    case "freeotp": "FreeOTP"
    case "raivo": "Raivo"
    case "lastpass-authenticator": "LastPass Authenticator"
    case "csv": "Table"
    case "apple-csv": "Apple Passwords"
    case "chromium-csv": "Chromium"
    case "firefox-csv": "Firefox"
    case "password-store": "Password store"
    case "otpauth": "Set-up links"
    case "otpauth-migration": "Google Authenticator"
    default: PrintableText.of(name)
    }
  }
}
