// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory

/// A Keeper record being read.
struct KeeperRecord {
  let bytes: UnsafeRawBufferPointer
  var draft: EntryDraft
  var card = ExchangedCard()
  var person = ExchangedPerson()
  /// The text of a note, which is in a separate field.
  var text: SharedSecret?
  /// Keeper's kind, such as `login` or `bankCard`; older exports omit it for logins.
  let kind: String
  private var record: JSONMembers

  init(_ value: JSONValue, bytes: UnsafeRawBufferPointer, number: Int) {
    self.bytes = bytes
    record = JSONMembers(value, in: bytes)
    draft = EntryDraft(number: number, title: record.text("title") ?? "")
    kind = record.text("$type") ?? "login"
  }

  // Kinds that are evident from the resulting item.
  private static let plainKinds: Set<String> = ["login", "general", "encryptedNotes", "bankCard", "contact", "address", "file", "photo"]

  mutating func read(titles: [String: String], claiming file: (String) -> Result<SharedSecret, CredentialExchangeError>?) {
    // The definitions of a kind's fields, and the identifier used in references.
    record.pass("uid", "schema")
    draft.isLogin = kind == "login" || kind == "general"
    draft.login.user = record.text("login") ?? ""
    draft.login.password = record.secret("password")
    draft.add(address: record.text("login_url"), at: "login_url")
    draft.item.modified = record.date("last_modified")
    readFolders()
    readFields()
    readReferences(titles)
    for (index, element) in record.elements("attachments").enumerated() {
      read(attachment: element, at: "attachments[\(index)]", claiming: file)
    }
    let note = record.secret("notes")
    if !Self.plainKinds.contains(kind) { draft.keep("Type", text: kind) }
    if kind == "encryptedNotes" {
      draft.others.append(.note(ExchangedNote(text: text ?? note ?? SharedSecret(SecretBytes(byteCount: 0)))))
      if text != nil { draft.add(note: note) }
    } else {
      draft.add(note: text)
      draft.add(note: note)
    }
    if !card.isEmpty { draft.others.append(.card(card)) }
    if !person.isEmpty { draft.others.append(.person(person)) }
    draft.keepRest(of: record)
  }

  // MARK: Folders and references

  private mutating func readFolders() {
    for (index, element) in record.elements("folders").enumerated() {
      var folder = JSONMembers(element, in: bytes)
      folder.pass("can_edit", "can_share")
      let path = Self.path(folder.text("shared_folder")) + Self.path(folder.text("folder"))
      if !path.isEmpty { draft.item.folders.append(path) }
      draft.keepRest(of: folder, at: "folders[\(index)]")
    }
  }

  /// Returns the names in a path separated by backslashes; two backslashes stand for one within a name.
  static func path(_ text: String?) -> [String] {
    var (names, name, isEscaped) = ([String](), "", false)
    for character in text ?? "" {
      switch (isEscaped, character) {
      case (false, "\\"): isEscaped = true
      case (true, "\\"):
        name.append("\\")
        isEscaped = false
      case (true, _):
        names.append(name)
        (name, isEscaped) = (String(character), false)
      case (false, _): name.append(character)
      }
    }
    return (names + [name]).filter { !$0.isEmpty }
  }

  private mutating func readReferences(_ titles: [String: String]) {
    var references = record.object("references")
    for name in references.names {
      let ids = references.take(name).map { $0.elements ?? [$0] } ?? []
      let found = ids.compactMap { $0.digitsOrText(in: bytes).flatMap { titles[$0] } }
      let label = KeeperFieldName(name)
      draft.keep(label.text.isEmpty ? "Reference" : label.text, text: found.joined(separator: ", "))
      if found.count < ids.count { draft.tell(.referenceMissing, "references.\(name)", .leftOut) }
    }
  }

  private mutating func read(
    attachment value: JSONValue, at path: String, claiming file: (String) -> Result<SharedSecret, CredentialExchangeError>?
  ) {
    var attachment = JSONMembers(value, in: bytes)
    attachment.pass("size")
    let (id, name, kind) = (attachment.text("file_uid"), attachment.text("name"), attachment.text("mime"))
    draft.keepRest(of: attachment, at: path)
    switch id.flatMap(file) {
    case .success(let content):
      draft.item.attachments.append(ExchangedAttachment(name: name ?? id ?? "", mediaType: kind, added: nil, content: content))
    case .failure(let error): draft.tell(error.code == .overBounds ? .tooLarge : .damaged, path, .leftOut)
    case nil: draft.tell(.attachmentMissing, name.map { "\(path) (\($0))" } ?? path, .leftOut)
    }
  }

  // MARK: Fields

  private mutating func readFields() {
    var fields = record.object("custom_fields")
    for name in fields.names {
      guard let value = fields.take(name) else { continue }
      for element in value.elements ?? [value] where element.isBoolean || !element.isNothing {
        read(element, KeeperFieldName(name), at: "custom_fields.\(name)")
      }
    }
  }

  private mutating func read(_ value: JSONValue, _ name: KeeperFieldName, at path: String) {
    guard value.isObject else {
      if case .boolean(let isTicked) = value { return draft.keep(name.text, text: String(isTicked)) }
      guard let secret = value.digitsOrSecret(in: bytes) else {
        return draft.keep(name.text, JSONCopy.secret(of: value, in: bytes), isHidden: true, because: .malformedValue, at: path)
      }
      return read(secret, name, at: path)
    }
    var members = JSONMembers(value, in: bytes)
    read(&members, name, at: path)
    draft.keepRest(of: members, at: path)
  }

  /// Reads a value that is a text or a number.
  private mutating func read(_ secret: SharedSecret, _ name: KeeperFieldName, at path: String) {
    func string() -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
    switch name.kind {
    case "oneTimeCode", "otp": draft.add(code: secret, named: name.label.isEmpty ? "One-time code" : name.label, at: path)
    case "" where name.label.hasPrefix(KeeperFields.codePrefix): draft.add(code: secret, named: "One-time code", at: path)
    case "url":
      draft.add(address: string(), named: name.text, at: path)
      // An address has no place for the user's own label.
      if !name.label.isEmpty { draft.tell(.noPlace, "\(path) (\(name.label))", .leftOut) }
    case "password" where draft.login.password == nil && name.label.isEmpty: draft.login.password = secret
    case "login" where draft.login.user.isEmpty && name.label.isEmpty: draft.login.user = string()
    case "email" where isPerson: person.add(email: string(), label: name.text)
    case "note" where kind == "encryptedNotes" && text == nil && name.label.isEmpty: text = secret
    case "text" where kind == "bankCard" && name.label == "cardholderName" && card.holder.isEmpty: card.holder = string()
    case "text" where kind == "contact" && name.label == "company" && person.organisation.isEmpty: person.organisation = string()
    case "pinCode" where kind == "bankCard" && name.label.isEmpty && card.pin == nil: card.pin = secret
    case "accountNumber" where isPerson: person.add(document: secret, label: name.text)
    case "birthDate", "date", "expirationDate":
      guard let number = Double(string()), let day = Self.day(number) else { return draft.keep(name.text, secret) }
      if name.kind == "birthDate", person.birthday == nil { person.birthday = day } else { draft.keep(name.text, text: day.description) }
    default: draft.keep(name.text, secret, isHidden: name.isSecret)
    }
  }

  /// Whether names, addresses and numbers belong to a person or an identity document.
  var isPerson: Bool { ["contact", "ssnCard", "passport", "driverLicense", "birthCertificate", "address"].contains(kind) }

  /// Returns the day for a time in milliseconds. Keeper stores midnight in the user's unknown time zone, so the nearest midnight counts; a
  /// time that is not midnight anywhere gives its day in UTC.
  private static func day(_ milliseconds: Double) -> CalendarDay? {
    let isMidnight = milliseconds.truncatingRemainder(dividingBy: 900_000) == 0
    return DateText.milliseconds(isMidnight ? milliseconds + 12 * 3_600_000 : milliseconds).flatMap(DateText.day)
  }
}

/// The name of a field: `$KIND:LABEL:NUMBER`, where everything but the kind may be missing, or the user's own text.
struct KeeperFieldName {
  /// Keeper's kind; empty for a custom field.
  let kind: String
  let label: String

  init(_ name: String) {
    guard name.hasPrefix("$") else {
      (kind, label) = ("", name)
      return
    }
    let parts = name.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    kind = String(parts[0]).trimmingSpace
    var rest = parts.count > 1 ? parts[1] : ""
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].dropFirst().isEmpty, rest[colon...].dropFirst().allSatisfy(\.isNumber) {
      rest = rest[..<colon]
    } else if kind != "text", !rest.isEmpty, rest.allSatisfy(\.isNumber) {
      rest = ""
    }
    label = String(rest).trimmingSpace
  }

  private static let words = [
    "accountNumber": "Account number", "licenseNumber": "License number", "pinCode": "PIN", "birthDate": "Birth date", "date": "Date",
    "expirationDate": "Expires", "email": "Email", "phone": "Phone number", "name": "Name", "url": "URL", "address": "Address",
    "securityQuestion": "Security question", "multiline": "Text", "text": "Text", "secret": "Secret", "note": "Note", "host": "Host",
    "keyPair": "Key", "bankAccount": "Account", "addressRef": "Address", "cardRef": "Card", "password": "Password", "login": "User name",
  ]

  /// The name to display.
  var text: String { label.isEmpty ? Self.words[kind] ?? kind : label }

  var isSecret: Bool {
    ["password", "secret", "pinCode", "note"].contains(kind) || SecretNames.isSecret(text) || SecretNames.isSecret(kind)
  }
}
