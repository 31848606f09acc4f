// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads Bitwarden's table of logins and secure notes, of a person or an organisation, and that of Bitwarden Authenticator.
enum BitwardenTable {
  /// The heading of Bitwarden Authenticator. Its lines have three more cells, which repeat values from the link in the last column.
  private static let authenticatorHeading = ["folder", "favorite", "type", "name", "login_uri", "login_totp"]

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    try TableText.withUTF8(bytes) { text throws(CredentialExchangeError) in
      let table = try CSVReader.table(of: text)
      var columns = table.heading.map { CSVTable.string($0, in: text).lowercased() }
      let isAuthenticator = columns == authenticatorHeading
      if isAuthenticator { columns += ["issuer", "period", "digits"] }
      var collection = ImportedCollection()
      for (number, cells) in table.rows.enumerated() {
        var row = Row(cells, columns, text)
        if isAuthenticator { for column in ["type", "issuer", "period", "digits"] { _ = row.secret(column) } }
        var entry = entry(&row, number: number)
        if let place = table.brokenPlace(of: cells) { entry.tell(.malformedValue, place, .readLeniently) }
        entry.finish(into: &collection)
      }
      return collection
    }
  }

  /// The cells of a line by column.
  private struct Row {
    private var cells: [(column: String, cell: CSVTable.Cell)]
    private let bytes: UnsafeRawBufferPointer

    init(_ cells: [CSVTable.Cell], _ columns: [String], _ bytes: UnsafeRawBufferPointer) {
      // Cells after the last column are kept too.
      self.cells = cells.enumerated().map { (columns.indices.contains($0) ? columns[$0] : "", $1) }
      self.bytes = bytes
    }

    mutating func secret(_ column: String) -> SharedSecret? {
      guard let index = cells.firstIndex(where: { $0.column == column }) else { return nil }
      let cell = cells.remove(at: index).cell
      return cell.isEmpty ? nil : CSVTable.secret(cell, in: bytes)
    }

    mutating func text(_ column: String) -> String? {
      guard let index = cells.firstIndex(where: { $0.column == column }) else { return nil }
      let cell = cells.remove(at: index).cell
      return cell.isEmpty ? nil : CSVTable.string(cell, in: bytes)
    }

    var rest: [(column: String, value: SharedSecret)] {
      cells.filter { !$0.cell.isEmpty }.map { ($0.column, CSVTable.secret($0.cell, in: bytes)) }
    }
  }

  private static func entry(_ row: inout Row, number: Int) -> CodeEntry {
    var entry = CodeEntry(number, title: row.text("name") ?? "")
    let kind = row.text("type")
    if let text = row.text("favorite") {
      let flag = FlagText.value(text)
      entry.item.annotations.isFavourite = flag ?? false
      if flag == nil { entry.keep("favorite", SharedSecret(copying: text.utf8), isHidden: false, .malformedValue, "favorite") }
    }
    if let folder = row.text("folder") { entry.item.folders.append(BitwardenReader.path(folder)) }
    if let collections = row.text("collections") {
      entry.item.folders += collections.split(separator: ",").map { BitwardenReader.path(String($0)) }
    }
    if let reprompt = row.text("reprompt"), reprompt != "0" { entry.tell(.noPlace, "reprompt", .leftOut) }
    if let archived = row.text("archiveddate"), !archived.isEmpty { entry.item.shelf = .archive }
    let (user, password, code) = (row.text("login_username") ?? "", row.secret("login_password"), row.secret("login_totp"))
    let services = services(row.text("login_uri"), &entry)
    var notes = row.secret("notes")
    if !user.isEmpty || password != nil || !services.isEmpty || (kind == "login" && code == nil) {
      entry.item.parts.append(.login(ExchangedLogin(services: services, user: user, password: password)))
    }
    if let code { entry.add(codeText: code, account: user, path: "login_totp") }
    if entry.item.parts.isEmpty, let note = notes {
      entry.item.parts.append(.note(ExchangedNote(text: note)))
      notes = nil
    }
    entry.item.annotations.note = notes
    if let fields = row.secret("fields") { readFields(fields, &entry) }
    if let kind, !["login", "note", "securenote"].contains(kind.lowercased()) { entry.tell(.unknownKind, "type", .keptInPart) }
    for (column, value) in row.rest { entry.keep(column, value, isHidden: true, .unknownMember, column) }
    return entry
  }

  /// Returns the addresses in a comma-separated list; an address can contain commas itself.
  private static func services(_ list: String?, _ entry: inout CodeEntry) -> [ServiceIdentifier] {
    guard let list else { return [] }
    var texts: [String] = []
    let parts = list.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count > CodeEntry.mostElements { entry.tell(.tooLarge, "login_uri", .keptInPart) }
    for part in parts.prefix(CodeEntry.mostElements).map(String.init) {
      let isAddress = part.contains("://") || (ServiceText.service(part) != nil && part.contains("."))
      if texts.isEmpty || isAddress { texts.append(part) } else { texts[texts.count - 1] += "," + part }
    }
    var services: [ServiceIdentifier] = []
    for text in texts where !text.isEmpty {
      let taken = ServiceText.taken(text)
      if let service = taken.service, !services.contains(where: { $0.names(service) }) { services.append(service) }
      if taken.isKept { entry.keep("URL", SharedSecret(copying: text.utf8), isHidden: taken.hasPassword, .noPlace, "login_uri") }
    }
    return services
  }

  /// Reads the fields in a cell, each a line with a name, a colon, a space and the value; a line without a colon continues the previous
  /// value.
  ///
  /// The table does not say which fields are hidden, so all are.
  private static func readFields(_ text: SharedSecret, _ entry: inout CodeEntry) {
    text.withBytes { bytes in
      var fields: [(name: String, value: Range<Int>)] = []
      for line in bytes.indices.split(whereSeparator: { bytes[$0] == 0x0A }) {
        let colon =
          line.first { $0 + 1 < line.endIndex && bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == 0x20 }
          ?? line.last.flatMap { bytes[$0] == UInt8(ascii: ":") ? $0 : nil }
        if let colon {
          fields.append((String(decoding: bytes[line.startIndex..<colon], as: UTF8.self), min(colon + 2, line.endIndex)..<line.endIndex))
        } else if let last = fields.indices.last {
          fields[last].value = fields[last].value.lowerBound..<line.endIndex
        } else {
          fields.append(("field", line))
        }
      }
      for (name, range) in fields where !range.isEmpty {
        let value = UnsafeRawBufferPointer(rebasing: bytes[range])
        let end = value.last == 0x0D ? value.count - 1 : value.count
        entry.addFieldOrCode(name, SharedSecret(copying: value[..<end]), isHidden: true, path: "fields")
      }
    }
  }
}
