// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads NordPass's table.
enum NordPassTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    let folders = try folders(in: bytes)
    try TableReading.read(bytes, into: &collection) { draft, row in
      draft.item.title = row.text("name") ?? ""
      let kind = row.text("type")
      // Before there was a column for the kind, a folder was a line with only a name.
      let mayBeFolder = !row.has("type") && folders.contains(path(draft.item.title)) && row.rest().isEmpty
      if kind == "folder" || mayBeFolder { return .folder(path(draft.item.title)) }
      let folder = path(folder(of: &row))
      draft.item.folders = folder.isEmpty ? [] : [folder]
      draft.add(addresses: row.text("url"), at: "url")
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
      let hasCard = takeCard(&row, isOne: kind == "credit_card", into: &draft)
      takePerson(&row, isOne: kind == "identity" || kind == "personal_info", besideCard: hasCard, into: &draft)
      return .item
    }
    return collection
  }

  /// Returns the paths of the entries' folders and their parents.
  private static func folders(in bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> Set<[String]> {
    var (folders, unused): (Set<[String]>, ImportedCollection) = ([], ImportedCollection())
    try TableReading.read(bytes, into: &unused) { _, row in
      let folder = path(folder(of: &row))
      for count in folder.indices { folders.insert(Array(folder[...count])) }
      return .passedOver(.noPlace)
    }
    return folders
  }

  /// Returns the path of an entry's own folder, otherwise that of its shared folder.
  private static func folder(of row: inout TableRow) -> String? { row.text("folder") ?? row.text("shared_folder") }

  private static func path(_ text: String?) -> [String] { (text ?? "").split(separator: "/").map(String.init) }

  private static func takeLists(_ row: inout TableRow, into draft: inout EntryDraft) {
    let list = row.secret("additional_urls")
    let addresses = list?.withBytes { bytes -> [String]? in
      (try? JSONReader.value(of: bytes))?.elements?.compactMap { $0.string(in: bytes) }
    }
    if addresses == nil { draft.keep("additional_urls", list, because: .malformedValue) }
    for address in addresses ?? [] { draft.add(address: address, at: "additional_urls") }
    guard let fields = row.secret("custom_fields") else { return }
    let read = fields.withBytes { bytes -> EntryDraft? in
      guard let elements = (try? JSONReader.value(of: bytes))?.elements else { return nil }
      var draft = draft
      for element in elements {
        var field = JSONMembers(element, in: bytes)
        let (label, kind) = (field.text("label") ?? "", field.text("type"))
        if kind == "date", let day = field.date("value").flatMap(DateText.day) {
          draft.keep(label, text: day.description)
        } else {
          draft.keep(label, field.secret("value"), isHidden: kind == "hidden")
        }
        draft.keepRest(of: field, at: "custom_fields")
      }
      return draft
    }
    if let read { draft = read } else { draft.keep("custom_fields", fields, isHidden: true, because: .malformedValue) }
  }

  /// Reads a card; returns whether there is one.
  private static func takeCard(_ row: inout TableRow, isOne: Bool, into draft: inout EntryDraft) -> Bool {
    var card = ExchangedCard(holder: row.text("cardholdername") ?? "")
    card.number = row.secret("cardnumber").map(CardNumber.normalized)
    card.securityCode = row.secret("cvc")
    card.pin = row.secret("pin")
    if let text = row.text("expirydate") {
      card.expires = CardMonth(text.trimmingSpace)
      if card.expires == nil { draft.keep("expirydate", text: text, because: .malformedValue) }
    }
    let hasCard = isOne || !card.isEmpty
    if hasCard { draft.others.append(.card(card)) }
    return hasCard
  }

  private static func takePerson(_ row: inout TableRow, isOne: Bool, besideCard: Bool, into draft: inout EntryDraft) {
    var person = ExchangedPerson(givenName: row.text("full_name") ?? "")
    person.add(phone: row.text("phone_number"), label: "Phone number")
    person.add(email: row.text("email"), label: "Email")
    let zip = row.text("zipcode")
    // A card also has one, for the billing address.
    if besideCard { draft.keep("zipcode", text: zip) }
    let town = [besideCard ? nil : zip, row.text("city")].compactMap(\.self).joined(separator: " ")
    let lines = [row.text("address1"), row.text("address2"), town, row.text("state"), row.text("country")]
    person.add(addressLines: lines, label: "Address")
    if isOne || !person.isEmpty { draft.others.append(.person(person)) }
  }
}
