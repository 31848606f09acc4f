// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads Enpass's table: a title, then a label and a value for each field, and the note at the end of a line with an odd number of cells
/// left.
///
/// Exports of Enpass 5 begin with a heading; those of Enpass 6 have none, and mark sensitive labels with an asterisk.
enum EnpassTable {
  /// Whether a first line, in lower case, belongs to such a table.
  static func isOne(_ columns: [String]) -> Bool {
    if columns.starts(with: ["title", "field", "value"]) { return true }
    if columns.count == 3, columns[1] == "*password" { return true }
    guard columns.count >= 5 else { return false }
    return stride(from: 1, to: columns.count - 1, by: 2).contains { place in
      ["*password", "*cvc", "*pin", "*security answer"].contains(columns[place])
        || columns[place] == "additional details" && columns[place + 1].isEmpty
    }
  }

  /// Whether a line among the first ones belongs to such a table. A note, a licence or a network before it has other labels.
  static func isOne(lines: [[String]]) -> Bool {
    lines.contains { line in
      let line = line.map { $0.trimmingSpace.lowercased() }
      return isOne(line) || isOfEnpass5(line)
    }
  }

  /// Whether a line is a login of Enpass 5, without asterisks: names of fields in every other cell, each before its value.
  private static func isOfEnpass5(_ line: [String]) -> Bool {
    let places = Array(stride(from: 1, to: line.count - 1, by: 2))
    let labels = Set(places.map { line[$0] })
    guard !labels.isDisjoint(with: ["username", "login"]), labels.contains("password") else { return false }
    return places.contains { ["url", "website"].contains(line[$0]) && line[$0 + 1].contains("://") }
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    try TableText.withUTF8(bytes) { (bytes) throws(CredentialExchangeError) in
      let table = try CSVReader.table(of: bytes)
      var collection = ImportedCollection()
      let heading = table.heading.prefix(3).map { CSVTable.string($0, in: bytes).lowercased() }
      let lines = heading.starts(with: ["title", "field", "value"]) ? table.rows : [table.heading] + table.rows
      for cells in lines where cells.contains(where: { !$0.isEmpty }) {
        var draft = draft(cells, bytes: bytes, number: collection.readCount)
        if let place = table.brokenPlace(of: cells) { draft.tell(.malformedValue, place, .readLeniently) }
        collection.add(draft)
      }
      return collection
    }
  }

  private static func draft(_ cells: [CSVTable.Cell], bytes: UnsafeRawBufferPointer, number: Int) -> EntryDraft {
    let title = cells.first.map { CSVTable.string($0, in: bytes) } ?? ""
    let (fields, note) = (cells.dropFirst(), cells.count % 2 == 0 ? cells.last : nil)
    let labels = stride(from: 1, to: cells.count - 1, by: 2).map { CSVTable.string(cells[$0], in: bytes) }
    let category =
      labels.contains("Cardholder") ? "creditcard" : labels.contains("First name") ? "identity" : labels.isEmpty ? "note" : "login"
    var item = EnpassItem(title: title, category: category, bytes: bytes, number: number)
    for (label, cell) in zip(labels, stride(from: 1, to: fields.count, by: 2).map { fields[fields.startIndex + $0] }) {
      let isSecret = label.hasPrefix("*")
      let name = isSecret ? String(label.dropFirst()) : label
      if cell.isEmpty {
        // A heading is in capitals and has no value.
        if name == name.uppercased(), name.contains(where: \.isLetter), !["CVC", "PIN", "ZIP", "MSN", "ICQ", "AIM", "URL"].contains(name) {
          item.section = name
        }
        continue
      }
      item.take(CSVTable.secret(cell, in: bytes), kind: kind(name, category: category), label: name, isHidden: isSecret, at: name)
    }
    if let note, !note.isEmpty {
      let text = CSVTable.secret(note, in: bytes)
      if category == "note" { item.draft.others.append(.note(ExchangedNote(text: text))) } else { item.draft.add(note: text) }
    }
    item.finish()
    return item.draft
  }

  /// Returns the type that the JSON would have for a field, according to its label.
  private static func kind(_ label: String, category: String) -> String {
    switch (category, label.lowercased()) {
    case ("creditcard", "cardholder"): "ccName"
    case ("creditcard", "number"): "ccNumber"
    case ("creditcard", "cvc"): "ccCvc"
    case ("creditcard", "pin"): "ccPin"
    case ("creditcard", "expiry date"): "ccExpiry"
    case ("creditcard", "valid from"): "ccValidfrom"
    case ("creditcard", "issuing bank"): "ccBankname"
    case (_, "username"), (_, "login"): "username"
    case (_, "password"), (_, "login password"): "password"
    case (_, "e-mail"), (_, "email"): "email"
    case (_, "website"), (_, "url"): "url"
    case (_, "one-time code"), (_, "totp"): "totp"
    case ("identity", let name) where name.hasPrefix("phone"): "phone"
    default: "text"
    }
  }
}
