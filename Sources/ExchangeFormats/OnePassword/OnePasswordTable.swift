// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

/// Reads the tables of 1Password before version 8, with a column for every field of every kind: `number(ccnum)` on macOS, `2: NUMBER` on
/// Windows. The table of version 8 is an ordinary table of logins (``LoginTable``).
enum OnePasswordTable {
  /// Whether the columns, in lower case, are those of such a table.
  static func isOne(_ columns: [String]) -> Bool {
    let columns = Set(columns)
    return columns.isSuperset(of: ["uuid", "title", "scope", "autosubmit"]) || columns.isSuperset(of: ["title", "number(ccnum)", "scope"])
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    // On macOS a backslash escapes quotes within a cell.
    let hasBackslashes = try TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in
      text.firstRange(of: Array("\\\"".utf8)) != nil
    }
    try TableReading.read(bytes, into: &collection, rest: .kept, hasBackslashes: hasBackslashes) { draft, row in
      draft.item.title = row.text("title") ?? ""
      // Known columns that are not needed: identifiers, and where and how 1Password suggests the entry.
      row.pass("uuid", "scope", "autosubmit", "ainfo")
      let kind = row.text("type")
      let isPerson = takePerson(&row, isOne: kind == "Identity", into: &draft)
      if !isPerson { takeLogin(&row, into: &draft) }
      takeTags(&row, into: &draft)
      draft.item.created = date("created date", &row, &draft)
      draft.item.modified = date("modified date", &row, &draft)
      takeCard(&row, into: &draft)
      let note = row.secret("notes")
      if kind == "Secure Note" || !draft.hasParts {
        if let note { draft.others.append(.note(ExchangedNote(text: note))) }
      } else {
        draft.add(note: note)
      }
      if let kind, !["Login", "Password", "Secure Note", "Credit Card", "Identity"].contains(kind) { draft.keep("Type", text: kind) }
      return .item
    }
    return collection
  }

  private static func takeLogin(_ row: inout TableRow, into draft: inout EntryDraft) {
    // An identity has its user name twice: as its own and among its fields.
    let (user, other) = (row.text("username"), row.text("username(username)"))
    draft.login.user = user ?? other ?? ""
    if user != nil, other != user { draft.keep("Username", text: other) }
    draft.login.password = row.secret("password")
    for name in ["url", "urls"] {
      for address in (row.text(name) ?? "").split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
        draft.add(address: String(address), at: name)
      }
    }
  }

  /// Reads tags separated by commas, or in the format of a set on macOS: `{(`, one quoted tag per line, `)}`.
  private static func takeTags(_ row: inout TableRow, into draft: inout EntryDraft) {
    var text = Substring(row.text("tags") ?? "")
    let isSet = text.hasPrefix("{(") && text.hasSuffix(")}")
    if isSet { text = text.dropFirst(2).dropLast(2) }
    for part in text.split(whereSeparator: { ",;\n".contains($0) }) {
      var tag = part.trimmingSpace
      if isSet, tag.count > 1, tag.hasPrefix("\""), tag.hasSuffix("\"") { tag = String(tag.dropFirst().dropLast()) }
      if !tag.isEmpty { draft.item.annotations.add(tag: tag) }
    }
  }

  private static func date(_ name: String, _ row: inout TableRow, _ draft: inout EntryDraft) -> Date? {
    guard let text = row.text(name) else { return nil }
    let date = TableDate.date(text)
    if date == nil { draft.keep(name, text: text, because: .malformedValue) }
    return date
  }

  private static func takeCard(_ row: inout TableRow, into draft: inout EntryDraft) {
    guard row.peek("number(ccnum)") != nil || row.peek("2: number") != nil else { return }
    func name(_ onMac: String, _ onWindows: String) -> String { row.has(onMac) ? onMac : onWindows }
    var card = ExchangedCard(holder: row.text(name("cardholder name(cardholder)", "1: cardholder name")) ?? "")
    card.number = row.secret(name("number(ccnum)", "2: number")).map(CardNumber.normalized)
    card.securityCode = row.secret(name("verification number(cvv)", "3: verification number"))
    card.bank = row.text("issuing bank(bank)") ?? ""
    card.pin = row.secret("pin(pin)")
    let expiry = name("expiry date(expiry)", "4: expiry date")
    for (name, month) in [(expiry, \ExchangedCard.expires), ("valid from(validfrom)", \ExchangedCard.validFrom)] {
      guard let text = row.text(name) else { continue }
      card[keyPath: month] = CardMonth(text.trimmingSpace)
      // Windows writes days of 1970 here.
      if card[keyPath: month] == nil { draft.keep(name, text: text, because: .malformedValue) }
    }
    draft.others.append(.card(card))
  }
}

extension EntryDraft {
  /// Whether the entry has anything that a note could be a remark on.
  fileprivate var hasParts: Bool {
    isLogin || !login.user.isEmpty || login.password != nil || !login.services.isEmpty || !codes.isEmpty || !others.isEmpty
  }
}
