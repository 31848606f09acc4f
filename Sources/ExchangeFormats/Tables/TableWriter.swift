// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import CredentialModel
import FoundationEssentials
import OneTimeCodes
package import SecretMemory
import WebDomains

/// Writes a table of logins with the columns of Apple's Passwords: Title, URL, Username, Password, Notes, OTPAuth.
///
/// A table has one line per login, with one address and one code; a finding reports everything else in an entry. Values are written
/// unchanged: one that begins with `=`, `+`, `-` or `@` is data, even if a spreadsheet treats it as a formula.
package enum TableWriter {
  static let heading = ["Title", "URL", "Username", "Password", "Notes", "OTPAuth"]

  /// Returns the unencrypted table, and findings for the data that it cannot hold.
  ///
  /// - Parameter items: The entries; each becomes one line, except those without anything for a line.
  package static func write(_ items: [ExchangedItem]) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    var table = CSVWriter(heading: heading)
    var findings: [ImportFinding] = []
    for (number, item) in items.enumerated() {
      var line = Line(item: item, number: number)
      line.gather()
      findings += line.findings
      if let values = line.values { table.add(values) }
    }
    return (table.file(), findings)
  }

  /// A line being built.
  private struct Line {
    let item: ExchangedItem
    let number: Int
    var findings: [ImportFinding] = []
    var (address, user): (String?, String?) = (nil, nil)
    var (password, note, code): (SharedSecret?, SharedSecret?, SharedSecret?) = (nil, nil, nil)
    private var hasLogin = false

    init(item: ExchangedItem, number: Int) {
      self.item = item
      self.number = number
    }

    mutating func tell(
      _ path: String, _ reason: ImportFinding.Reason = .noPlace, _ outcome: ImportFinding.Outcome = .leftOut
    ) {
      let place = ImportFinding.Place(entry: number, title: item.title, path: path)
      findings.append(ImportFinding(reason, at: place, outcome: outcome))
    }

    /// The cells; nil if the line would contain only a title.
    var values: [CSVWriter.Value]? {
      guard address != nil || user != nil || password != nil || note != nil || code != nil else { return nil }
      func secret(_ secret: SharedSecret?) -> CSVWriter.Value { secret.map { .secret($0) } ?? .none }
      return [
        .text(item.title), address.map { .text($0) } ?? .none, user.map { .text($0) } ?? .none, secret(password), secret(note),
        secret(code),
      ]
    }

    mutating func gather() {
      note = item.annotations.note
      for (index, part) in item.parts.enumerated() { take(part, at: "parts[\(index)]") }
      for (index, field) in item.annotations.fields.enumerated() where field.value.byteCount > 0 { tell("fields[\(index)]") }
      for index in item.attachments.indices { tell("attachments[\(index)]") }
      if item.annotations.isFavourite { tell("favourite") }
      if !item.annotations.tags.isEmpty { tell("tags") }
      if !item.folders.isEmpty { tell("folders") }
      if item.created != nil { tell("created") }
      if item.modified != nil { tell("modified") }
      if item.shelf != .inUse { tell("shelf") }
      if values == nil { tell("") }
    }

    private mutating func take(_ part: ExchangedPart, at path: String) {
      switch part {
      case .login(let login):
        guard !hasLogin else { return tell(path) }
        hasLogin = true
        take(login, at: path)
      case .oneTimeCode(let made):
        guard code == nil, let link = link(made) else { return tell(path) }
        code = link
        // The programs that read this table support only time-based codes.
        if case .timeBased = made.parameters.form {} else { tell(path, .unsupportedCode, .keptInPart) }
        if !made.history.isEmpty { tell("\(path).history") }
        if made.pendingSince != nil { tell("\(path).pendingSince") }
      case .note(let text):
        guard note == nil else { return tell(path) }
        note = text.text
        if !text.history.isEmpty { tell("\(path).history") }
      case .passkey, .card, .person: tell(path)
      }
    }

    private mutating func take(_ login: ExchangedLogin, at path: String) {
      user = login.user.isEmpty ? nil : login.user
      password = login.password
      if !login.history.isEmpty { tell("\(path).history") }
      for (index, service) in login.services.enumerated() {
        let place = "\(path).services[\(index)]"
        guard address == nil, service.kind != .app, service.rule != .never else {
          tell(place)
          continue
        }
        address = service.kind == .domain ? "https://\(service.text)" : service.text
        // Each reader of such a table decides on its own how far an address reaches.
        if service.rule != .domain { tell("\(place).rule") }
      }
    }

    /// Returns the code as a link; names that no reader would accept are omitted.
    private func link(_ code: ExchangedCode) -> SharedSecret? {
      let named = SetupURL(label: code.issuer, account: code.account, issuer: code.issuer, parameters: code.parameters)
      if let link = try? SharedSecret(named.formattedForApps()) { return link }
      return try? SharedSecret(SetupURL(label: nil, account: "", issuer: nil, parameters: code.parameters).formattedForApps())
    }
  }
}
