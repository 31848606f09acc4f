// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory

/// An Enpass item being read.
struct EnpassItem {
  let bytes: UnsafeRawBufferPointer
  var draft: EntryDraft
  private var item: JSONMembers
  private let category: String
  private var card = ExchangedCard()
  private var person = ExchangedPerson()
  /// The parts of addresses by section and label.
  private var addresses: [(section: String, parts: [String: String])] = []
  /// The heading above the current fields.
  var section = ""
  private var emailField = ""

  init(_ value: JSONValue, bytes: UnsafeRawBufferPointer, number: Int) {
    self.bytes = bytes
    item = JSONMembers(value, in: bytes)
    draft = EntryDraft(number: number, title: item.text("title") ?? "")
    category = item.text("category") ?? ""
  }

  /// Creates an item whose fields are read elsewhere.
  init(title: String, category: String, bytes: UnsafeRawBufferPointer, number: Int) {
    self.bytes = bytes
    self.category = category
    item = JSONMembers(nil, in: bytes)
    draft = EntryDraft(number: number, title: title)
    draft.isLogin = category == "login"
  }

  mutating func read(folders: [String: [String]]) {
    // Known members that are not needed: identifiers, pictures, templates, the subtitle, automatic submission, and the time of the last
    // change to a field.
    let template = item.text("template_type")
    item.pass("uuid", "icon", "subtitle", "auto_submit", "category_name", "template", "wearable", "field_updated_at")
    draft.item.created = item.date("createdAt") ?? item.date("created_at")
    draft.item.modified = item.date("updated_at") ?? item.date("updatedAt")
    draft.item.annotations.isFavourite = item.flag("favorite")
    let (isArchived, isTrashed) = (item.flag("archived"), item.flag("trashed"))
    draft.item.shelf = isTrashed ? .trash : isArchived ? .archive : .inUse
    for id in item.elements("folders").compactMap({ $0.string(in: bytes) }) {
      if let path = folders[id] { draft.item.folders.append(path) } else { draft.tell(.referenceMissing, "folders", .leftOut) }
    }
    for tag in item.elements("tags").compactMap({ $0.string(in: bytes) }) where !tag.isEmpty { draft.item.annotations.add(tag: tag) }
    if ["login", "password"].contains(category) { draft.isLogin = true }
    for (index, field) in item.elements("fields").enumerated() { read(field: field, at: "fields[\(index)]") }
    for (index, file) in item.elements("attachments").enumerated() { read(attachment: file, at: "attachments[\(index)]") }
    let note = item.secret("note")
    if category == "note" {
      draft.others.append(.note(ExchangedNote(text: note ?? SharedSecret(SecretBytes(byteCount: 0)))))
    } else {
      draft.add(note: note)
    }
    finish()
    draft.keepRest(of: item)
    // The parts show the other categories. A template names its category first, as in "travel.passport".
    if !["", "login", "password", "note", "creditcard", "identity", "uncategorized"].contains(category) {
      draft.keep("Type", text: template ?? category)
    }
  }

  /// Combines data from several fields.
  mutating func finish() {
    draft.login.history.sort { $0.retired < $1.retired }
    for (section, parts) in addresses {
      let town = [parts["zip"], parts["city"]].compactMap(\.self).joined(separator: " ")
      person.add(addressLines: [parts["street"], town, parts["state"], parts["country"]], label: section.isEmpty ? "Address" : section)
    }
    if category == "creditcard" || !card.isEmpty { draft.others.append(.card(card)) }
    if category == "identity" || !person.isEmpty { draft.others.append(.person(person)) }
    // The e-mail address is used for signing in if there is no user name.
    if draft.login.user.isEmpty, draft.isLogin, let index = draft.item.annotations.fields.firstIndex(where: { $0.name == emailField }) {
      draft.login.user = draft.item.annotations.fields[index].value.withBytes { String(decoding: $0, as: UTF8.self) }
      draft.item.annotations.fields.remove(at: index)
    }
  }

  private mutating func read(field value: JSONValue, at path: String) {
    var field = JSONMembers(value, in: bytes)
    // Known members that are not needed: identifiers, order, and times of changes.
    field.pass("uid", "order", "updated_at", "value_updated_at", "updatedAt", "valueUpdatedAt", "initial", "hash", "strength", "pwd_hash")
    let (label, kind) = (field.text("label") ?? "", field.text("type") ?? "")
    let isDeleted = field.flag("deleted")
    let isSecret = field.flag("sensitive")
    let history = field.elements("history")
    let text = field.take("value")
    let secret = text?.secret(in: bytes)
    let name = name(of: label)
    draft.keepRest(of: field, at: path)
    if kind == "section" {
      section = label
      return
    }
    read(history: history, kind: kind, name: name, isHidden: isSecret, at: "\(path).history")
    if let text, !text.isNothing, secret == nil {
      return draft.keep(name, JSONCopy.secret(of: text, in: bytes), isHidden: true, because: .malformedValue, at: "\(path).value")
    }
    guard let secret else { return }
    if isDeleted { return draft.keep("\(name) (deleted)", secret, isHidden: isSecret) }
    take(secret, kind: kind, label: label, isHidden: isSecret, at: "\(path).value")
  }

  /// Returns a field's name with its section; the section at the end of every template has no meaning.
  private func name(of label: String) -> String {
    section.isEmpty || section.uppercased() == "ADDITIONAL DETAILS" ? label : "\(section): \(label)"
  }

  /// Takes a field's value according to its type.
  mutating func take(_ secret: SharedSecret, kind: String, label: String, isHidden: Bool, at path: String) {
    if category == "identity", kind == "text" || kind == "date", takeIdentity(secret, label: label.lowercased()) { return }
    take(secret, kind: kind, name: name(of: label), isHidden: isHidden, at: path)
  }

  private mutating func take(_ secret: SharedSecret, kind: String, name: String, isHidden: Bool, at path: String) {
    func string() -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
    switch (category, kind) {
    case (_, "username") where draft.login.user.isEmpty && category != "identity": draft.login.user = string()
    case ("identity", "email"): person.add(email: string(), label: name)
    case (_, "email"):
      let before = draft.item.annotations.fields.count
      draft.keep(name, secret)
      if emailField.isEmpty, draft.item.annotations.fields.count > before { emailField = draft.item.annotations.fields[before].name }
    case (_, "password") where draft.login.password == nil: draft.login.password = secret
    case (_, "url"): draft.add(address: string(), named: name, at: path)
    // The Android application that the entry is filled in to: its identifier, bare or as an address.
    case (_, ".Android#"):
      let text = string().trimmingSpace
      draft.add(address: text.contains("://") ? text : "androidapp://" + text, named: name, at: path)
    case (_, "totp"): draft.add(code: secret, named: name, at: path)
    case ("identity", "phone"): person.add(phone: string(), label: name)
    case (_, "ccName") where card.holder.isEmpty: card.holder = string()
    case (_, "ccNumber") where card.number == nil: card.number = CardNumber.normalized(secret)
    case (_, "ccCvc") where card.securityCode == nil: card.securityCode = secret
    case (_, "ccPin") where card.pin == nil: card.pin = secret
    case (_, "ccBankname") where card.bank.isEmpty: card.bank = string()
    case (_, "ccExpiry"), (_, "ccValidfrom"):
      let text = string().trimmingSpace
      guard let month = CardMonth(text) else { return draft.keep(name, secret, because: .malformedValue, at: path) }
      if kind == "ccExpiry" { card.expires = month } else { card.validFrom = month }
    default:
      draft.keep(name, secret, isHidden: isHidden || ["password", "pin", "ccPin", "ccCvc", "ccTxnpassword"].contains(kind))
    }
  }

  /// Takes a value that belongs to a person; the template identifies it only by its label.
  private mutating func takeIdentity(_ secret: SharedSecret, label: String) -> Bool {
    let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
    switch label {
    case "first name" where person.givenName.isEmpty: person.givenName = text
    case "middle name" where !person.givenName.contains(" "):
      person.givenName = [person.givenName, text].filter { !$0.isEmpty }.joined(separator: " ")
    case "last name" where person.familyName.isEmpty: person.familyName = text
    case "company" where person.organisation.isEmpty: person.organisation = text
    case "birth date" where person.birthday == nil:
      guard let day = CalendarDay(text) else { return false }
      person.birthday = day
    case "street", "city", "state", "country", "zip":
      if let index = addresses.firstIndex(where: { $0.section == section && $0.parts[label] == nil }) {
        addresses[index].parts[label] = text
      } else {
        addresses.append((section, [label: text]))
      }
    default: return false
    }
    return true
  }

  private mutating func read(history: [JSONValue], kind: String, name: String, isHidden: Bool, at path: String) {
    for (index, element) in history.enumerated() {
      var old = JSONMembers(element, in: bytes)
      let (date, isSealed) = (old.date("updated_at"), old.flag("encrypted"))
      guard let value = old.secret("value") else { continue }
      if kind == "password", !isSealed, let date {
        draft.login.history.append(RetiredPassword(password: value, retired: date))
      } else {
        draft.keep("\(name) (before)", value, isHidden: isHidden || isSealed, because: .noPlace, at: "\(path)[\(index)]")
      }
      draft.keepRest(of: old, at: "\(path)[\(index)]")
    }
  }

  private mutating func read(attachment value: JSONValue, at path: String) {
    var file = JSONMembers(value, in: bytes)
    file.pass("uuid", "size", "order", "updated_at", "hash")
    let (name, kind, added) = (file.text("name") ?? "", file.text("kind"), file.date("created_at"))
    let data = file.secret("data")
    draft.keepRest(of: file, at: path)
    guard let content = data?.withBytes({ Base64Text.shared($0, skipping: .lineBreaks) }) else {
      return draft.tell(data == nil ? .attachmentMissing : .malformedValue, "\(path).data", .leftOut)
    }
    draft.item.attachments.append(ExchangedAttachment(name: name, mediaType: kind, added: added, content: content))
  }
}
