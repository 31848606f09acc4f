// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import PresentedViews
package import VaultProtocol

/// What the commands about other programs' files say.
extension Presenter {
  /// When a report is read.
  package enum ImportStage: Sendable {
    /// Nothing will be stored.
    case preview
    /// The person is asked next.
    case question
    /// It is stored.
    case stored
  }

  /// The most lines of each list on a screen; JSON has them all.
  private static let mostLines = 30

  /// What is in a file, and what came of it.
  package func importReport(_ report: VaultAnswer.ImportReport, stage: ImportStage) -> String {
    if format == .json { return json(report) }
    let isStored = stage == .stored
    var text = isStored ? "" : "\(Self.formatName(report.format)): \(Self.counted(report.read, "entry", "entries")).\n"
    var rows = [[isStored ? "came in" : "new", String(report.new), Self.kinds(report.kinds)]]
    if report.merged > 0 {
      rows.append([isStored ? "got more" : "get more", String(report.merged), "entries of yours, from what the file adds to them"])
    }
    rows.append(["there already", String(report.present), ""])
    if report.differing > 0 {
      rows.append(["differing", String(report.differing), isStored ? "" : "yours and the file's are not the same"])
    }
    if report.found > 0 { rows.append(["to know", String(report.found), "kept otherwise than they were, or not understood"]) }
    text += table(rows.filter { $0[1] != "0" })
    if !isStored {
      for difference in report.differences.prefix(Self.mostLines) {
        text += "  differs: \(Self.printable(Self.title(difference.entry))): \(difference.parts.map(Self.part).joined(separator: ", "))\n"
      }
      text += Self.more(report.differing - Self.mostLines)
      text += Self.lines(of: report.findings, total: report.found)
      if report.dated > 0 {
        text +=
          "  The times of making and changing of \(Self.counted(report.dated, "entry", "entries")) have no place in the vault, except those of codes and passkeys.\n"
      }
    }
    if report.new + report.merged == 0, report.differing == 0 {
      text += "Everything in the file is in your vault; nothing \(isStored ? "was" : "is to be") stored.\n"
    }
    if isStored, report.new + report.merged > 0 {
      text +=
        "To take all of it back: passfold import undo\nThe file that you imported can hold passwords that everybody can read: erase it.\n"
    }
    return text
  }

  /// One provider has handed over to another.
  package func exchanged(from: ProviderSettingsValue, to: ProviderSettingsValue, isImport: Bool) -> String {
    if format == .json { return json(["from": from.identifier, "to": to.identifier]) }
    let (from, to) = (Self.printable(from.name), Self.printable(to.name))
    return isImport
      ? "What \(from) keeps is in your vault now.\nTo take all of it back: passfold import undo\n"
      : "\(to) keeps what is in your vault now. Your vault is as it was.\n"
  }

  /// The answer to `import undo`.
  package func importUndone(_ undone: VaultAnswer.ImportUndone) -> String {
    if format == .json { return json(undone) }
    var text =
      "Taken back: \(Self.counted(undone.removed, "entry is", "entries are")) gone, \(Self.counted(undone.restored, "is", "are")) as before.\n"
    if undone.kept > 0 {
      text += "\(Self.counted(undone.kept, "entry stays", "entries stay")): you changed \(undone.kept == 1 ? "it" : "them") since.\n"
    }
    return text
  }

  /// The answer to `export`.
  package func exported(_ state: VaultAnswer.ExportState, to file: String?, isPlain: Bool) -> String {
    if format == .json { return json(state) }
    var text = ""
    if let file {
      text = "\(Self.kinds(state.kinds)) are in \(Self.printable(file)), which only you may read.\n"
      text +=
        isPlain
        ? "It is not sealed: whoever gets it has all your passwords, passkeys and codes. Erase it when the other program has it.\n"
        : "It opens with the passphrase that you have just typed for it.\n"
    } else {
      text = "\(Self.kinds(state.kinds)) would be in the file.\n"
    }
    if state.found > 0 { text += "The format cannot hold \(Self.counted(state.found, "thing", "things")) as they are:\n" }
    return text + Self.lines(of: state.findings, total: state.found)
  }

  // MARK: Words

  private static func lines(of findings: [VaultAnswer.ExchangeFinding], total: Int) -> String {
    findings.prefix(mostLines).map { finding in
      let entry = finding.entry.map { finding.title.isEmpty ? "entry \($0)" : "entry \($0), \(printable(finding.title))" } ?? "the file"
      let path = finding.path.isEmpty ? "" : ", \(printable(finding.path))"
      return "  \(entry)\(path): \(reason(finding.reason)), \(outcome(finding))\n"
    }.joined() + more(total - min(mostLines, findings.count))
  }

  private static func more(_ count: Int) -> String { count > 0 ? "  and \(count) more: --json\n" : "" }

  private static func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }

  private static func kinds(_ counts: [String: Int]) -> String {
    let nouns = [
      ("password", "password", "passwords"), ("passkey", "passkey", "passkeys"), ("one-time-code", "set of codes", "sets of codes"),
      ("note", "note", "notes"), ("card", "card", "cards"), ("identity", "identity", "identities"),
    ]
    let parts = nouns.compactMap { kind, one, many in counts[kind].map { counted($0, one, many) } }
    return parts.isEmpty ? "No entries" : parts.joined(separator: ", ")
  }

  private static func title(_ entry: VaultEntry) -> String { entry.user.isEmpty ? entry.title : "\(entry.title) (\(entry.user))" }

  private static func part(_ name: String) -> String {
    switch name {
    case "password": "the passwords are not the same"
    case "secret": "the secrets of the codes are not the same"
    case "security-code": "the security codes are not the same"
    case "pin": "the PINs are not the same"
    case "expires": "the expiry dates are not the same"
    case "birthday": "the days of birth are not the same"
    default: printable(name)
    }
  }

  private static func reason(_ name: String) -> String {
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
    default: printable(name)
    }
  }

  private static func outcome(_ finding: VaultAnswer.ExchangeFinding) -> String {
    switch finding.outcome {
    case "kept-as-field": "kept as “\(printable(finding.field ?? ""))”"
    case "kept-in-part": "kept, not whole"
    case "left-out": "left out"
    default: printable(finding.outcome)
    }
  }

  /// What a format is called by people.
  static func formatName(_ name: String) -> String {
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
    default: printable(name)
    }
  }
}
