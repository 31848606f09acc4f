// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory

extension OnePasswordItem {
  mutating func read(section value: JSONValue, files: inout [String: SharedSecret], at path: String) {
    var section = JSONMembers(value, in: bytes)
    section.pass("name", "hideAddAnotherField")
    let title = section.text("title") ?? ""
    for (index, field) in section.elements("fields").enumerated() {
      read(field: field, section: title, files: &files, at: "\(path).fields[\(index)]")
    }
    draft.keepRest(of: section, at: path)
  }

  private mutating func read(field: JSONValue, section: String, files: inout [String: SharedSecret], at path: String) {
    var field = JSONMembers(field, in: bytes)
    // Known members that are not needed: how the field is typed and displayed.
    field.pass("guarded", "multiline", "dontGenerate", "placeholder", "inputTraits", "clipboardFilter", "indexAtSource")
    let id = field.text("id") ?? ""
    let name = field.text("title") ?? id
    let label = section.isEmpty ? name : "\(section): \(name)"
    let value = field.take("value")
    draft.keepRest(of: field, at: path)
    guard let value else { return }
    guard case .object(let members) = value else {
      return draft.keep(label, JSONCopy.secret(of: value, in: bytes), isHidden: true, because: .malformedValue, at: path)
    }
    for member in members where !member.value.isNothing {
      take(member.value, kind: member.name, id: id, label: label, files: &files, at: "\(path).value.\(member.name)")
    }
  }

  /// Takes a value according to its kind and the identifier from its template.
  mutating func take(
    _ value: JSONValue, kind: String, id: String, label: String, files: inout [String: SharedSecret], at path: String
  ) {
    switch kind {
    case "totp": return draft.add(code: value.secret(in: bytes), named: label, at: path)
    case "file": return attach(value, files: &files, at: path)
    case "sshKey": return take(sshKey: value, label: label, at: path)
    case "address":
      if value.isObject { return take(address: value, id: id, label: label, at: path) }
    case "reference":
      guard let uuid = value.string(in: bytes) else { break }
      if titles[uuid] == nil { draft.tell(.referenceMissing, path, .keptInPart) }
      return draft.keep(label, text: titles[uuid].flatMap { $0.isEmpty ? nil : $0 } ?? uuid, because: .noPlace, at: path)
    case "date":
      guard let day = day(value) else { break }
      if id == "birthdate", isAboutPerson, person.birthday == nil {
        person.birthday = day
        return
      }
      return draft.keep(label, text: day.description)
    case "monthYear":
      guard let month = month(value) else { break }
      if case .card = category, id == "expiry", card.expires == nil {
        card.expires = month
        return
      }
      if case .card = category, id == "validFrom", card.validFrom == nil {
        card.validFrom = month
        return
      }
      return draft.keep(label, text: month.description)
    case "email":
      guard let text = email(value, label: label, at: path) else { break }
      if isAboutPerson { return person.add(email: text, label: label) }
      return draft.keep(label, text: text)
    case "phone":
      guard let text = value.string(in: bytes) else { break }
      if isAboutPerson { return person.add(phone: text, label: label) }
      return draft.keep(label, text: text)
    case "creditCardNumber", "concealed":
      guard let secret = value.secret(in: bytes) else { break }
      return take(secret: secret, id: id, label: label)
    case "string", "url", "menu", "gender", "creditCardType":
      guard let text = value.string(in: bytes) else { break }
      return take(text: text, kind: kind, id: id, label: label, at: path)
    case "ssoLogin" where value.isObject:
      var signIn = JSONMembers(value, in: bytes)
      draft.keep(label, text: signIn.text("provider"))
      return draft.keepRest(of: signIn, at: path)
    default:
      return draft.keep(label, JSONCopy.secret(of: value, in: bytes), isHidden: true, because: .unknownKind, at: path)
    }
    draft.keep(label, JSONCopy.secret(of: value, in: bytes), isHidden: true, because: .malformedValue, at: path)
  }

  private var isAboutPerson: Bool {
    switch category {
    case .identity, .document: true
    default: false
    }
  }

  private mutating func take(secret: SharedSecret, id: String, label: String) {
    switch (category, id) {
    case (.card, "ccnum") where card.number == nil: card.number = CardNumber.normalized(secret)
    case (.card, "cvv") where card.securityCode == nil: card.securityCode = secret
    case (.card, "pin") where card.pin == nil: card.pin = secret
    case (.account, "password"), (.account, "pop_password"), (.account, "credential"):
      if draft.login.password == nil { draft.login.password = secret } else { draft.keep(label, secret, isHidden: true) }
    case (.document(let name), "number"): person.add(document: secret, label: name)
    default: draft.keep(label, secret, isHidden: true)
    }
  }

  private mutating func take(text: String, kind: String, id: String, label: String, at path: String) {
    switch (category, id) {
    case (.card, "cardholder") where card.holder.isEmpty: card.holder = text
    // The older format has no separate kinds for these.
    case (.card, "ccnum") where card.number == nil: card.number = CardNumber.normalized(SharedSecret(copying: Array(text.utf8)))
    case (.card, "cvv"), (.card, "pin"): take(secret: SharedSecret(copying: Array(text.utf8)), id: id, label: label)
    case (.card, "bank") where card.bank.isEmpty: card.bank = text
    case (.identity, "firstname") where person.givenName.isEmpty: person.givenName = text
    case (.identity, "lastname") where person.familyName.isEmpty: person.familyName = text
    case (.identity, "company") where person.organisation.isEmpty: person.organisation = text
    case (.identity, "email"): person.add(email: text, label: label)
    case (.document, "fullname") where person.givenName.isEmpty, (.document, "name") where person.givenName.isEmpty,
      (.document, "member_name") where person.givenName.isEmpty:
      person.givenName = text
    case (.document(let name), "number"), (.document(let name), "membership_no"):
      person.add(document: SharedSecret(copying: Array(text.utf8)), label: name)
    case (.account, "username") where draft.login.user.isEmpty, (.account, "pop_username") where draft.login.user.isEmpty:
      draft.login.user = text
    case (.account, "url"), (.login, "website"): draft.add(address: text, named: label, at: path)
    default: draft.keep(label, text: text)
    }
  }

  private mutating func take(sshKey value: JSONValue, label: String, at path: String) {
    var key = JSONMembers(value, in: bytes)
    var metadata = key.object("metadata")
    let secret = key.secret("privateKey") ?? metadata.secret("privateKey")
    metadata.pass("privateKey")
    draft.keep(label, secret, isHidden: true)
    for name in ["publicKey", "fingerprint", "keyType"] { draft.keep("\(label): \(name)", text: metadata.text(name)) }
    draft.keepRest(of: metadata, at: "\(path).metadata")
    draft.keepRest(of: key, at: path)
  }

  private mutating func take(address value: JSONValue, id: String, label: String, at path: String) {
    var address = JSONMembers(value, in: bytes)
    let (street, city, state) = (address.text("street"), address.text("city"), address.text("state"))
    let (zip, country, region) = (address.text("zip"), address.text("country"), address.text("region"))
    let place = [zip, city].compactMap(\.self).joined(separator: " ")
    let town = [place, state ?? "", region ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    let lines: [String?] = [street, town, country]
    if isAboutPerson {
      person.add(addressLines: lines, label: label)
    } else {
      draft.keep(label, text: lines.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n"))
    }
    draft.keepRest(of: address, at: path)
  }

  /// Returns an e-mail address; additional data about it becomes fields.
  private mutating func email(_ value: JSONValue, label: String, at path: String) -> String? {
    guard value.isObject else { return value.string(in: bytes) }
    var email = JSONMembers(value, in: bytes)
    guard let address = email.text("email_address") else { return nil }
    draft.keep("\(label): provider", text: email.text("provider"))
    draft.keepRest(of: email, at: path)
    return address
  }

  /// Returns the day of a time in seconds.
  private func day(_ value: JSONValue) -> CalendarDay? {
    guard case .number(let range) = value, range.count <= 32, let count = Double(String(decoding: bytes[range], as: UTF8.self)),
      let date = DateText.seconds(count)
    else { return nil }
    return DateText.day(date)
  }

  /// Returns a month written as its year times 100 plus its number; nil for 0, which stands for none, and for invalid values.
  private func month(_ value: JSONValue) -> CardMonth? {
    guard case .number(let range) = value, range.count == 6, let number = Int(String(decoding: bytes[range], as: UTF8.self)) else {
      return nil
    }
    return CardMonth(year: number / 100, month: number % 100)
  }
}
