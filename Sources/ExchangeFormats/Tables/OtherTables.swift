// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory
import WebDomains

/// Reads Proton Pass's table, in whose `note` cards and identities stand as JSON.
enum ProtonPassTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection) { draft, row in
      draft.item.title = row.text("name") ?? ""
      if let vault = row.text("vault") { draft.item.folders = [[vault]] }
      draft.item.created = row.text("createtime").flatMap(TableDate.date)
      draft.item.modified = row.text("modifytime").flatMap(TableDate.date)
      let kind = row.text("type") ?? "login"
      // Before there was an e-mail apart, `username` was either.
      let (user, email) = (row.text("username"), row.text("email"))
      switch kind {
      case "login", "alias":
        draft.isLogin = true
        draft.login.user = user ?? email ?? ""
        if user != nil, email != user { draft.keep("Email", text: email) }
        draft.login.password = row.secret("password")
        takeAddresses(&row, into: &draft)
        draft.add(code: row.secret("totp"), named: "One-time code", at: "totp")
        draft.add(note: row.secret("note"))
      case "note":
        draft.others.append(.note(ExchangedNote(text: row.secret("note") ?? SharedSecret(SecretBytes(byteCount: 0)))))
      default: take(json: row.secret("note"), kind: kind, into: &draft)
      }
      return .item
    }
    return collection
  }

  private static func takeAddresses(_ row: inout TableRow, into draft: inout EntryDraft) {
    if let list = row.secret("autofillurls") {
      let urls = list.withBytes { bytes -> [(String?, String?)] in
        ((try? JSONReader.value(of: bytes))?.elements ?? []).map { element in
          var members = JSONMembers(element, in: bytes)
          return (members.text("url"), members.text("mode"))
        }
      }
      for (url, mode) in urls {
        let isUsual = mode == nil || mode == "0"
        if !isUsual { draft.tell(.noPlace, "autofillUrls.mode", .keptInPart) }
        draft.add(address: url, rule: isUsual ? .domain : .exact, at: "autofillUrls")
      }
    }
    for address in (row.text("url") ?? "").split(separator: ", ") { draft.add(address: String(address), at: "url") }
  }

  private static func take(json note: SharedSecret?, kind: String, into draft: inout EntryDraft) {
    guard let note else { return }
    let taken = note.withBytes { bytes -> EntryDraft? in
      guard let value = try? JSONReader.value(of: bytes), value.isObject else { return nil }
      var item = ProtonPassItem(.null, bytes: bytes, number: draft.number)
      item.draft = draft
      var content = JSONMembers(value, in: bytes)
      let note = content.secret("note")
      item.read(content: &content, kind: kind, alias: nil, note: note)
      item.draft.keepRest(of: content, at: "note")
      return item.draft
    }
    if let taken { draft = taken } else { draft.add(note: note) }
  }
}

/// Reads NordPass's table.
enum NordPassTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection) { draft, row in
      draft.item.title = row.text("name") ?? ""
      let kind = row.text("type")
      if kind == "folder" { return .passedOver(.noPlace) }
      let folder = (row.text("folder") ?? "").split(separator: "/").map(String.init)
      draft.item.folders = folder.isEmpty ? [] : [folder]
      draft.add(address: row.text("url"), at: "url")
      takeLists(&row, into: &draft)
      draft.login.user = row.text("username") ?? ""
      draft.login.password = row.secret("password")
      draft.isLogin = kind == "password"
      let note = row.secret("note")
      if kind == "note" {
        draft.others.append(.note(ExchangedNote(text: note ?? SharedSecret(SecretBytes(byteCount: 0)))))
      } else {
        draft.add(note: note)
      }
      takeCard(&row, isOne: kind == "credit_card", into: &draft)
      takePerson(&row, isOne: kind == "identity" || kind == "personal_info", into: &draft)
      return .item
    }
    takeOutFolders(&collection)
    return collection
  }

  /// Before there was a column for the kind, a folder was a line with a name alone.
  private static func takeOutFolders(_ collection: inout ImportedCollection) {
    let folders = Set(collection.items.flatMap(\.folders).map { $0.joined(separator: "/") })
    // As long as every line became an item, its number is its place among them.
    guard collection.items.count == collection.readCount else { return }
    var items: [ExchangedItem] = []
    for (number, item) in collection.items.enumerated() {
      let isEmpty = item.parts.isEmpty && item.annotations.fields.isEmpty && item.annotations.note == nil
      guard isEmpty, folders.contains(item.title) else {
        items.append(item)
        continue
      }
      let place = ImportFinding.Place(entry: number, title: item.title)
      collection.findings.append(ImportFinding(.noPlace, at: place, outcome: .leftOut))
    }
    collection.items = items
  }

  private static func takeLists(_ row: inout TableRow, into draft: inout EntryDraft) {
    let addresses = row.secret("additional_urls")?.withBytes { bytes -> [String]? in
      (try? JSONReader.value(of: bytes))?.elements?.compactMap { $0.string(in: bytes) }
    }
    for address in addresses ?? [] { draft.add(address: address, at: "additional_urls") }
    guard let fields = row.secret("custom_fields") else { return }
    let read = fields.withBytes { bytes -> EntryDraft? in
      guard let elements = (try? JSONReader.value(of: bytes))?.elements else { return nil }
      var draft = draft
      for element in elements {
        var field = JSONMembers(element, in: bytes)
        let (label, kind) = (field.text("label") ?? "", field.text("type"))
        draft.keep(label, field.secret("value"), isHidden: kind == "hidden")
        draft.keepRest(of: field, at: "custom_fields")
      }
      return draft
    }
    if let read { draft = read } else { draft.keep("custom_fields", fields, isHidden: true, because: .malformedValue) }
  }

  private static func takeCard(_ row: inout TableRow, isOne: Bool, into draft: inout EntryDraft) {
    var card = ExchangedCard(holder: row.text("cardholdername") ?? "")
    card.number = row.secret("cardnumber").map(CardNumber.normalized)
    card.securityCode = row.secret("cvc")
    card.pin = row.secret("pin")
    if let text = row.text("expirydate") {
      card.expires = CardMonth(text.trimmingSpace)
      if card.expires == nil { draft.keep("expirydate", text: text, because: .malformedValue) }
    }
    if isOne || !card.isEmpty { draft.others.append(.card(card)) }
  }

  private static func takePerson(_ row: inout TableRow, isOne: Bool, into draft: inout EntryDraft) {
    var person = ExchangedPerson(givenName: row.text("full_name") ?? "")
    person.add(phone: row.text("phone_number"), label: "Phone number")
    person.add(email: row.text("email"), label: "Email")
    let zip = row.text("zipcode")
    // A card has one too, for the address that its bills go to.
    if !isOne { draft.keep("zipcode", text: zip) }
    let town = [isOne ? zip : nil, row.text("city")].compactMap(\.self).joined(separator: " ")
    let lines = [row.text("address1"), row.text("address2"), town, row.text("state"), row.text("country")]
    person.add(addressLines: lines, label: "Address")
    if isOne || !person.isEmpty { draft.others.append(.person(person)) }
  }
}

/// Reads RoboForm's table.
enum RoboFormTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    // The last column is one that goes on: every field of a form in a cell of its own.
    try TableReading.read(bytes, into: &collection, mayBreakOff: true) { draft, row in
      draft.item.title = row.text("name") ?? ""
      let folder = (row.text("folder") ?? "").split(separator: "/").map(String.init)
      draft.item.folders = folder.isEmpty ? [] : [folder]
      draft.add(address: row.text("url"), at: "Url")
      draft.add(address: row.text("matchurl"), at: "MatchUrl")
      draft.login.user = row.text("login") ?? ""
      draft.login.password = row.secret("pwd")
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

  /// `NAME$,,,KIND,VALUE`, or in older exports `NAME$:KIND:VALUE`.
  private static func take(field: SharedSecret, separator: Character, into draft: inout EntryDraft) {
    let parts = field.withBytes { bytes -> (name: String, kind: String, value: SharedSecret)? in
      let marks = bytes.indices.filter { bytes[$0] == separator.asciiValue }
      let last = separator == "," ? 3 : 1
      guard marks.count > last else { return nil }
      let name = String(decoding: bytes[..<marks[0]], as: UTF8.self)
      let kind = String(decoding: bytes[(marks[last - 1] + 1)..<marks[last]], as: UTF8.self)
      return (name, kind, SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[(marks[last] + 1)...])))
    }
    guard let parts else { return draft.keep("RfFieldsV2", field, isHidden: true, because: .malformedValue) }
    let name = parts.name.hasSuffix("$") ? String(parts.name.dropLast()) : parts.name
    // The first two say again what stands in the columns.
    switch name {
    case "User ID" where draft.login.user == parts.value.withBytes({ String(decoding: $0, as: UTF8.self) }): break
    case "Password" where isSame(draft.login.password, parts.value): break
    case "TOTP KEY": draft.add(code: parts.value, named: name, at: "RfFieldsV2")
    default: draft.keep(name, parts.value, isHidden: parts.kind == "pwd")
    }
  }

  private static func isSame(_ one: SharedSecret?, _ other: SharedSecret) -> Bool {
    guard let one else { return false }
    return one.withBytes { one in other.withBytes { constantTimeEquals(one, $0) } }
  }
}
