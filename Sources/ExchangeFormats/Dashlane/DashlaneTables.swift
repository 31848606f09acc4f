// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads Dashlane's tables: only the one of logins, or all of them in an archive.
enum DashlaneTables {
  static let mostBytes = 512 << 20

  static func read(archive bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let archive = try ZIPArchive(bytes, skippingFolder: true)
    var collection = ImportedCollection()
    for name in archive.names {
      guard let content = try archive.content(name, atMost: mostBytes) else { continue }
      try content.withBytes { (table) throws(CredentialExchangeError) in
        try read(table, named: name.split(separator: "/").last?.lowercased() ?? "", path: name, into: &collection)
      }
    }
    return collection
  }

  /// Returns the name of the table with these columns, which are in lower case; nil if there is none.
  static func name(of columns: [String]) -> String? {
    func has(_ names: String...) -> Bool { names.allSatisfy(columns.contains) }
    if has("username", "username2", "title", "password") { return "credentials.csv" }
    if has("type", "account_name", "cc_number") { return "payments.csv" }
    if has("type", "first_name", "email_type") { return "personalinfo.csv" }
    if has("type", "number", "issue_date") { return "ids.csv" }
    if has("ssid", "passphrase") { return "wifi.csv" }
    return columns == ["title", "note"] || columns == ["title", "note", "category"] ? "securenotes.csv" : nil
  }

  static func read(table bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    let name = try TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in
      Self.name(of: (CSVReader.heading(of: text, longest: TextSignature.longestLine) ?? []).map(\.trimmingSpace))
    }
    guard let name else { throw CredentialExchangeError(.unknownFormat) }
    try read(bytes, named: name, path: "", into: &collection)
    return collection
  }

  private static func read(
    _ table: UnsafeRawBufferPointer, named name: String, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    switch name {
    case "credentials.csv": try logins(table, path: path, into: &collection)
    case "securenotes.csv": try notes(table, path: path, into: &collection)
    case "payments.csv": try payments(table, path: path, into: &collection)
    case "personalinfo.csv": try persons(table, path: path, into: &collection)
    case "ids.csv": try documents(table, path: path, into: &collection)
    case "wifi.csv": try networks(table, path: path, into: &collection)
    case let other where other.hasSuffix(".csv"):
      collection.tell(.unknownKind, path)
      try fields(table, path: path, into: &collection)
    default: collection.tell(.noPlace, path)
    }
  }

  private static func start(_ draft: inout EntryDraft, _ row: inout TableRow, title: String) {
    draft.item.title = row.text(title) ?? ""
    if let category = row.text("category") { draft.item.folders = [[category]] }
  }

  private static func logins(
    _ bytes: UnsafeRawBufferPointer, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    try TableReading.read(bytes, path: prefix(path), into: &collection) { draft, row in
      start(&draft, &row, title: "title")
      draft.isLogin = true
      draft.login.user = row.text("username") ?? ""
      for name in ["username2", "username3"] {
        let other = row.text(name)
        if draft.login.user.isEmpty { draft.login.user = other ?? "" } else { draft.keep(name, text: other) }
      }
      draft.login.password = row.secret("password")
      draft.add(addresses: row.text("url"), at: "url")
      for name in ["otpurl", "otpsecret"] {
        let code = row.secret(name)
        // The same code under both names is added once.
        if draft.codes.isEmpty { draft.add(code: code, named: "One-time code", at: name) }
      }
      draft.add(note: row.secret("note"))
      return .item
    }
  }

  private static func notes(
    _ bytes: UnsafeRawBufferPointer, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    try TableReading.read(bytes, path: prefix(path), into: &collection) { draft, row in
      start(&draft, &row, title: "title")
      let text = row.secret("note") ?? SharedSecret(SecretBytes(byteCount: 0))
      draft.others.append(.note(ExchangedNote(text: text)))
      return .item
    }
  }

  private static func payments(
    _ bytes: UnsafeRawBufferPointer, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    try TableReading.read(bytes, path: prefix(path), into: &collection) { draft, row in
      let (kind, account, holder) = (row.text("type"), row.text("account_name"), row.text("account_holder"))
      let name = row.text("name")
      draft.item.title = name ?? account ?? ""
      draft.add(note: row.secret("note"))
      if kind == "payment_card" || kind == "credit_card" || row.has("cc_number") && kind == nil {
        var card = ExchangedCard(holder: holder ?? account ?? "", bank: row.text("issuing_bank") ?? "")
        if holder != nil, account != holder { draft.keep("account_name", text: account) }
        card.number = row.secret("cc_number").map(CardNumber.normalized)
        card.securityCode = row.secret("code")
        let (month, year) = (row.text("expiration_month") ?? "", row.text("expiration_year") ?? "")
        card.expires = CardMonth("\(month)/\(year)")
        if card.expires == nil, !(month + year).isEmpty {
          draft.keep("Expiration date", text: "\(month)/\(year)", because: .malformedValue, at: "expiration_month")
        }
        draft.others.append(.card(card))
      } else {
        draft.keep("type", text: kind)
        draft.keep("account_holder", text: holder)
        if name != nil { draft.keep("account_name", text: account) }
        draft.keep("issuing_bank", text: row.text("issuing_bank"))
        for secret in ["code", "cc_number"] { draft.keep(secret, row.secret(secret), isHidden: true) }
        for member in ["expiration_month", "expiration_year"] { draft.keep(member, text: row.text(member)) }
      }
      for secret in ["routing_number", "account_number"] { draft.keep(secret, row.secret(secret), isHidden: true) }
      draft.keep("country", text: row.text("country"))
      return .item
    }
  }

  private static func persons(
    _ bytes: UnsafeRawBufferPointer, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    try TableReading.read(bytes, path: prefix(path), into: &collection) { draft, row in
      let kind = row.text("type")
      var person = ExchangedPerson()
      draft.item.title = row.text("item_name") ?? ""
      person.givenName = [row.text("first_name"), row.text("middle_name")].compactMap(\.self).joined(separator: " ")
      person.familyName = row.text("last_name") ?? ""
      if draft.item.title.isEmpty {
        draft.item.title = [person.givenName, person.familyName].filter { !$0.isEmpty }.joined(separator: " ")
      }
      if let birthday = row.text("date_of_birth") {
        // Some are written without leading zeros, such as 2022-1-30.
        person.birthday = CalendarDay(birthday.split(separator: "-").map { $0.count == 1 ? "0\($0)" : $0 }.joined(separator: "-"))
        if person.birthday == nil { draft.keep("date_of_birth", text: birthday, because: .malformedValue) }
      }
      let label = row.text("email_type")
      person.add(email: row.text("email"), label: label ?? "Email")
      person.add(phone: row.text("phone_number"), label: "Phone number")
      let (zip, city) = (row.text("zip"), row.text("city"))
      let town = [zip, city].compactMap(\.self).joined(separator: " ")
      person.add(
        addressLines: [
          row.text("address_recipient"), row.text("address"), row.text("address_building"), row.text("address_apartment"),
          row.text("address_floor"), town, row.text("state"), row.text("country"),
        ], label: "Address")
      draft.keep("address_door_code", row.secret("address_door_code"), isHidden: true)
      if kind == "company" { person.organisation = draft.item.title }
      draft.keep("type", text: kind)
      for name in ["title", "login", "place_of_birth", "job_title", "url"] { draft.keep(name, text: row.text(name)) }
      draft.others.append(.person(person))
      return .item
    }
  }

  private static func documents(
    _ bytes: UnsafeRawBufferPointer, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    try TableReading.read(bytes, path: prefix(path), into: &collection) { draft, row in
      let kind = row.text("type") ?? "document"
      var person = ExchangedPerson(givenName: row.text("name") ?? "")
      draft.item.title = row.text("title") ?? kind
      person.add(document: row.secret("number"), label: kind)
      for name in ["issue_date", "expiration_date", "place_of_issue", "state"] { draft.keep(name, text: row.text(name)) }
      draft.add(note: row.secret("note"))
      draft.others.append(.person(person))
      return .item
    }
  }

  private static func networks(
    _ bytes: UnsafeRawBufferPointer, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    try TableReading.read(bytes, path: prefix(path), into: &collection) { draft, row in
      start(&draft, &row, title: "name")
      let name = row.text("ssid")
      if draft.item.title.isEmpty { draft.item.title = name ?? "" }
      draft.keep("SSID", text: name)
      draft.keep("Password", row.secret("passphrase"), isHidden: true)
      for (column, label) in [("encryption_type", "Security"), ("encription_type", "Security"), ("hidden", "Hidden")] {
        draft.keep(label, text: row.text(column))
      }
      draft.add(note: row.secret("note"))
      return .item
    }
  }

  /// Reads an unknown table: every cell becomes a field.
  private static func fields(
    _ bytes: UnsafeRawBufferPointer, path: String, into collection: inout ImportedCollection
  ) throws(CredentialExchangeError) {
    try TableReading.read(bytes, path: prefix(path), into: &collection, rest: .kept) { draft, row in
      draft.item.title = row.text("title") ?? row.text("name") ?? ""
      return .item
    }
  }

  private static func prefix(_ path: String) -> String { path.isEmpty ? "" : "\(path): " }
}
