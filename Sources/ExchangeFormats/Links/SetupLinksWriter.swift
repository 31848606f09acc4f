// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import CredentialModel
import OneTimeCodes
package import SecretMemory

/// Writes a list of `otpauth:` links, one per line: only the codes of items.
package enum SetupLinksWriter {
  /// Returns the list, and findings for the data that it does not contain.
  ///
  /// - Throws: `overBounds` for a list larger than secret memory can hold.
  package static func write(
    _ items: [ExchangedItem]
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    var lines: [SharedSecret] = []
    var findings: [ImportFinding] = []
    for (number, item) in items.enumerated() {
      func tell(_ reason: ImportFinding.Reason, _ path: String, _ outcome: ImportFinding.Outcome = .leftOut) {
        findings.append(ImportFinding(reason, at: ImportFinding.Place(entry: number, title: item.title, path: path), outcome: outcome))
      }
      for part in item.parts {
        guard case .oneTimeCode(let code) = part else {
          tell(.noPlace, part.name)
          continue
        }
        switch link(code, title: item.title) {
        case nil: tell(.malformedValue, "oneTimeCode")
        case (let link, let isWhole)?:
          lines.append(link)
          if !isWhole { tell(.malformedValue, "oneTimeCode", .keptInPart) }
        }
        if !code.services.isEmpty { tell(.noPlace, "oneTimeCode.services") }
        if !code.history.isEmpty { tell(.noPlace, "oneTimeCode.history") }
        if code.added != nil { tell(.noPlace, "oneTimeCode.added") }
        if code.pendingSince != nil { tell(.noPlace, "oneTimeCode.pendingSince") }
      }
      for name in item.namesBesideParts { tell(.noPlace, name) }
    }
    // Every line ends with a line break, including the last.
    if !lines.isEmpty { lines.append(SharedSecret(copying: [])) }
    return (SecretLines.joined(lines) ?? SharedSecret(copying: []), findings)
  }

  /// Returns the link of a code, and whether its names are complete; names that no reader would accept are shortened.
  private static func link(_ code: ExchangedCode, title: String) -> (link: SharedSecret, isWhole: Bool)? {
    // A title that only repeats the account's name does not identify the service.
    let label = title.isEmpty || code.issuer == nil && title == code.account ? nil : title
    func write(_ form: (String) -> String) -> SharedSecret? {
      let setup = SetupURL(label: label.map(form), account: form(code.account), issuer: code.issuer.map(form), parameters: code.parameters)
      guard let link = try? setup.formattedForApps() else { return nil }
      return SharedSecret(link)
    }
    if let link = write({ $0 }) { return (link, true) }
    return write(fitting).map { ($0, false) }
  }

  /// Returns a name without control characters and within the maximum length that is read.
  private static func fitting(_ name: String) -> String {
    var fitting = ""
    var byteCount = 0
    for character in name {
      let isControl = character.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
      let character: Character = isControl ? " " : character
      byteCount += character.utf8.count
      guard byteCount <= SetupURL.maximumTextByteCount else { break }
      fitting.append(character)
    }
    return fitting
  }
}

extension ExchangedPart {
  fileprivate var name: String {
    switch self {
    case .login: "login"
    case .oneTimeCode: "oneTimeCode"
    case .passkey: "passkey"
    case .note: "note"
    case .card: "card"
    case .person: "person"
    }
  }
}

extension ExchangedItem {
  /// The names of the item's data other than its parts.
  fileprivate var namesBesideParts: [String] {
    let names: [(name: String, isThere: Bool)] = [
      ("favourite", annotations.isFavourite), ("tags", !annotations.tags.isEmpty), ("note", annotations.note != nil),
      ("fields", !annotations.fields.isEmpty), ("folders", !folders.isEmpty), ("attachments", !attachments.isEmpty),
      ("created", created != nil), ("modified", modified != nil), ("shelf", shelf != .inUse),
    ]
    return names.filter(\.isThere).map(\.name)
  }
}
