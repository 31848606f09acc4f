// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads RoboForm's table.
enum RoboFormTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    // The last column is repeated: every field of a form has a cell of its own.
    try TableReading.read(bytes, into: &collection, mayBreakOff: true) { draft, row in
      draft.item.title = row.text("name") ?? ""
      let folder = (row.text("folder") ?? "").split(separator: "/").map(String.init)
      draft.item.folders = folder.isEmpty ? [] : [folder]
      draft.add(address: row.text("url"), at: "Url")
      draft.add(address: row.text("matchurl"), at: "MatchUrl")
      draft.login.user = row.secret("login").map { unescaped($0).withBytes { String(decoding: $0, as: UTF8.self) } } ?? ""
      draft.login.password = row.secret("pwd").map(unescaped)
      let note = row.secret("note")
      let isLogin = !draft.login.user.isEmpty || draft.login.password != nil || !draft.login.services.isEmpty
      if !isLogin, let note { draft.others.append(.note(ExchangedNote(text: note))) } else { draft.add(note: note) }
      let columns: [(name: String, separator: Character)] = [("rffieldsv2", ","), ("rf_fields", ":")]
      for column in columns {
        for field in row.takeFrom(column.name) { take(field: field, separator: column.separator, into: &draft) }
      }
      return .item
    }
    return collection
  }

  /// Reads `NAME$,,,KIND,VALUE` or, in older exports, `NAME$:KIND:VALUE`.
  private static func take(field: SharedSecret, separator: Character, into draft: inout EntryDraft) {
    let parts = field.withBytes { bytes -> (name: String, kind: String, value: SharedSecret)? in
      let marks = bytes.indices.filter { bytes[$0] == separator.asciiValue }
      let last = separator == "," ? 3 : 1
      guard marks.count > last else { return nil }
      let name = String(decoding: bytes[..<marks[0]], as: UTF8.self)
      let kind = String(decoding: bytes[(marks[last - 1] + 1)..<marks[last]], as: UTF8.self)
      let value = SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[(marks[last] + 1)...]))
      return (name, kind, unescaped(separator == "," ? unquoted(value) : value))
    }
    guard let parts else { return draft.keep("RfFieldsV2", field, isHidden: true, because: .malformedValue) }
    let name = parts.name.hasSuffix("$") ? String(parts.name.dropLast()) : parts.name
    // The first two repeat values from the columns.
    switch name {
    case "User ID" where draft.login.user == parts.value.withBytes({ String(decoding: $0, as: UTF8.self) }): break
    case "Password" where isSame(draft.login.password, parts.value): break
    case "TOTP KEY": draft.add(code: parts.value, named: name, at: "RfFieldsV2")
    default: draft.keep(name, parts.value, isHidden: parts.kind == "pwd")
    }
  }

  /// Returns a value without the apostrophe that RoboForm writes before an at sign or an apostrophe at its start.
  private static func unescaped(_ value: SharedSecret) -> SharedSecret {
    value.withBytes { bytes in
      guard bytes.count > 1, bytes[0] == UInt8(ascii: "'"), bytes[1] == UInt8(ascii: "'") || bytes[1] == UInt8(ascii: "@") else {
        return value
      }
      return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    }
  }

  /// Returns a value without the quotes around it and doubled within it, which it has if it contains a comma or a quote.
  private static func unquoted(_ value: SharedSecret) -> SharedSecret {
    value.withBytes { bytes in
      guard bytes.count > 1, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return value }
      return CSVTable.secret(CSVTable.Cell(range: 1..<bytes.count - 1, escape: .doubledQuotes, isQuoted: true), in: bytes)
    }
  }

  private static func isSame(_ one: SharedSecret?, _ other: SharedSecret) -> Bool {
    guard let one else { return false }
    return one.withBytes { one in other.withBytes { constantTimeEquals(one, $0) } }
  }
}
