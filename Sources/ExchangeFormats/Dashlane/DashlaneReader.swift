// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads the JSON that Dashlane exported until 2022: an array of entries for each kind, under Dashlane's names for the kinds.
enum DashlaneReader {
  private static let kinds = [
    "AUTHENTIFIANT", "PAYMENTMEANS_CREDITCARD", "PAYMENTMEAN_PAYPAL", "BANKSTATEMENT", "SECURENOTE", "IDENTITY", "EMAIL", "PHONE",
    "ADDRESS",
    "COMPANY", "PERSONALWEBSITE", "IDCARD", "PASSPORT", "DRIVERLICENCE", "SOCIALSECURITYSTATEMENT", "FISCALSTATEMENT",
  ]

  static func isOne(_ value: JSONValue) -> Bool { kinds.contains { value[$0]?.elements != nil } }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let value = try JSONReader.value(of: bytes)
    guard isOne(value) else { throw CredentialExchangeError(.malformed) }
    var (root, collection) = (JSONMembers(value, in: bytes), ImportedCollection())
    for kind in root.names where value[kind]?.elements != nil {
      for (index, element) in root.elements(kind).enumerated() {
        guard element.isObject else {
          collection.passOver(collection.readCount, path: "\(kind)[\(index)]", because: .malformedValue)
          continue
        }
        var entry = JSONMembers(element, in: bytes)
        var draft = EntryDraft(number: collection.readCount, title: title(&entry))
        take(&entry, kind: kind, at: "\(kind)[\(index)]", into: &draft)
        collection.add(draft)
      }
    }
    for (name, _, reason) in root.rest() { collection.tell(reason, name) }
    return collection
  }

  private static func title(_ entry: inout JSONMembers) -> String {
    for name in ["title", "name", "addressName", "emailName", "phoneName", "BankAccountName", "fullName", "fullname"] {
      if entry.names.contains(name), let text = entry.text(name) { return text }
    }
    return ""
  }

  private static func take(_ entry: inout JSONMembers, kind: String, at path: String, into draft: inout EntryDraft) {
    switch kind {
    case "AUTHENTIFIANT": takeLogin(&entry, at: path, into: &draft)
    case "PAYMENTMEANS_CREDITCARD": takeCard(&entry, at: path, into: &draft)
    case "SECURENOTE":
      let text = entry.secret("content") ?? entry.secret("note") ?? SharedSecret(SecretBytes(byteCount: 0))
      draft.others.append(.note(ExchangedNote(text: text)))
    case "IDENTITY", "EMAIL", "PHONE", "ADDRESS", "COMPANY": takePerson(&entry, kind: kind, at: path, into: &draft)
    default:
      if kinds.contains(kind) { draft.keep("Kind", text: kind) } else { draft.tell(.unknownKind, path, .keptInPart) }
      draft.add(note: entry.secret("note"))
    }
    // The remaining members are specific to the kind and can only become fields.
    for name in entry.names where !["id", "anonId", "localeFormat"].contains(name) {
      guard let value = entry.rest().first(where: { $0.name == name })?.value, case .text = value else { continue }
      draft.keep(name, entry.secret(name), isHidden: SecretNames.isSecret(name))
    }
    entry.pass("id", "anonId", "localeFormat")
    draft.keepRest(of: entry, at: path)
  }

  private static func takeLogin(_ entry: inout JSONMembers, at path: String, into draft: inout EntryDraft) {
    draft.isLogin = true
    let users = [entry.text("login"), entry.text("email"), entry.text("secondaryLogin")].compactMap(\.self)
    draft.login.user = users.first ?? ""
    for (number, other) in users.dropFirst().enumerated() where other != users.first { draft.keep("login \(number + 2)", text: other) }
    draft.login.password = entry.secret("password")
    for name in ["domain", "url", "userSelectedUrl"] { draft.add(address: entry.text(name), at: "\(path).\(name)") }
    for name in ["otpUrl", "otpSecret"] {
      let code = entry.secret(name)
      if draft.codes.isEmpty { draft.add(code: code, named: "One-time code", at: "\(path).\(name)") }
    }
    if let category = entry.text("category") { draft.item.folders = [[category]] }
    draft.add(note: entry.secret("note"))
  }

  private static func takeCard(_ entry: inout JSONMembers, at path: String, into draft: inout EntryDraft) {
    var card = ExchangedCard(holder: entry.text("owner") ?? entry.text("ownerName") ?? "", bank: entry.text("bank") ?? "")
    card.number = entry.secret("cardNumber").map(CardNumber.normalized)
    card.securityCode = entry.secret("securityCode")
    if let month = entry.text("expireMonth"), let year = entry.text("expireYear") {
      card.expires = CardMonth("\(month)/\(year)")
      if card.expires == nil { draft.keep("Expiry", text: "\(month)/\(year)", because: .malformedValue, at: "\(path).expireMonth") }
    }
    draft.add(note: entry.secret("note") ?? entry.secret("cCNote"))
    draft.others.append(.card(card))
  }

  private static func takePerson(_ entry: inout JSONMembers, kind: String, at path: String, into draft: inout EntryDraft) {
    var person = ExchangedPerson()
    person.givenName = [entry.text("firstName"), entry.text("middleName")].compactMap(\.self).joined(separator: " ")
    person.familyName = entry.text("lastName") ?? ""
    if kind == "COMPANY" { person.organisation = draft.item.title }
    if let text = entry.text("birthDate") {
      person.birthday = CalendarDay(text)
      if person.birthday == nil { draft.keep("birthDate", text: text, because: .malformedValue, at: "\(path).birthDate") }
    }
    person.add(email: entry.text("email"), label: "Email")
    if kind == "PHONE" { person.add(phone: entry.text("number") ?? entry.text("phone"), label: "Phone number") }
    if kind == "ADDRESS" {
      let zip = entry.text("zipCode") ?? entry.text("zipcode")
      let town = [zip, entry.text("city")].compactMap(\.self).joined(separator: " ")
      person.add(addressLines: [entry.text("addressFull"), town, entry.text("state"), entry.text("country")], label: "Address")
    }
    if kind == "IDENTITY", draft.item.title.isEmpty {
      draft.item.title = [person.givenName, person.familyName].filter { !$0.isEmpty }.joined(separator: " ")
    }
    draft.others.append(.person(person))
  }
}
