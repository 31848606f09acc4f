// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// An item of a Bitwarden export, read member by member.
struct BitwardenEntry {
  /// The kinds of item, by Bitwarden's numbers.
  enum Kind: Int, CaseIterable {
    case login = 1
    case secureNote, card, identity, sshKey, bankAccount, driversLicense, passport

    /// The member with the data specific to the kind.
    var member: String {
      switch self {
      case .login: "login"
      case .secureNote: "secureNote"
      case .card: "card"
      case .identity: "identity"
      case .sshKey: "sshKey"
      case .bankAccount: "bankAccount"
      case .driversLicense: "driversLicense"
      case .passport: "passport"
      }
    }
  }

  /// The item so far, with its findings.
  var entry: CodeEntry
  private var object: TrackedObject
  private let folders: [String: [String]]

  init(_ object: TrackedObject, number: Int, folders: [String: [String]]) {
    self.object = object
    self.folders = folders
    entry = CodeEntry(number, title: self.object.text("name") ?? "")
  }

  mutating func read(_ files: inout BitwardenReader.Files) {
    // The program's internal data: the owner of an item, and its key on the server.
    object.passOver(
      "organizationId", "key", "object", "organizationUseTotp", "edit", "viewPassword", "permissions")
    let id = object.text("id")
    let history = passwordHistory()
    let number = object.integer("type")
    // Some other programs that write this format omit the number.
    let kind = number.map(Kind.init) ?? Kind.allCases.first { object.value($0.member) != nil }
    var notes = object.secret("notes")
    switch kind {
    case .login:
      if let login = object.object("login") { read(login: login, history: history) } else { keep(history: history) }
    case .secureNote:
      if let note = notes {
        entry.item.parts.append(.note(ExchangedNote(text: note)))
        notes = nil
      }
      // Its only member is the number of the only kind of note.
      if var note = object.object("secureNote") {
        note.passOver("type")
        entry.tellRest(of: note, at: "secureNote.")
      }
    case .card: if let card = object.object("card") { read(card: card) }
    case .identity: if let identity = object.object("identity") { read(identity: identity) }
    case .driversLicense: if let license = object.object("driversLicense") { read(license: license) }
    case .passport: if let passport = object.object("passport") { read(passport: passport) }
    case .sshKey: if let key = object.object("sshKey") { read(sshKey: key) }
    case .bankAccount: if let account = object.object("bankAccount") { read(bankAccount: account) }
    case nil: entry.tell(.unknownKind, "type", .keptInPart)
    }
    if kind != .login { keep(history: history) }
    entry.item.annotations.note = notes
    readFields()
    readSurroundings()
    readFiles(files.claim(id ?? ""))
    entry.tellRest(of: object, keepsNested: true)
  }

  // MARK: Members of every kind

  private mutating func readSurroundings() {
    entry.item.annotations.isFavourite = object.boolean("favorite")
    entry.item.created = date("creationDate")
    entry.item.modified = date("revisionDate")
    if date("archivedDate") != nil { entry.item.shelf = .archive }
    if date("deletedDate") != nil { entry.item.shelf = .trash }
    if object.integer("reprompt") ?? 0 != 0 { entry.tell(.noPlace, "reprompt", .leftOut) }
    if let id = object.text("folderId") { place(id, "folderId") }
    // Keyguard, which also writes this format, has tags.
    for (index, value) in object.elements("tags").enumerated() {
      if let tag = value.digitsOrText(in: object.bytes) {
        entry.item.annotations.add(tag: tag)
      } else {
        entry.tell(.malformedValue, "tags[\(index)]", .leftOut)
      }
    }
    for (index, value) in entry.elements("collectionIds", of: &object, at: "collectionIds").enumerated() {
      if let id = value.digitsOrText(in: object.bytes) { place(id, "collectionIds[\(index)]") }
    }
  }

  private mutating func place(_ folder: String, _ path: String) {
    guard let names = folders[folder] else { return entry.tell(.referenceMissing, path, .leftOut) }
    if !entry.item.folders.contains(names) { entry.item.folders.append(names) }
  }

  private mutating func date(_ name: String) -> Date? {
    guard let text = object.text(name) else { return nil }
    let date = DateText.iso8601(text)
    if date == nil { entry.keep(name, SharedSecret(copying: text.utf8), isHidden: false, .malformedValue, name) }
    return date
  }

  private mutating func passwordHistory() -> [RetiredPassword] {
    var history: [RetiredPassword] = []
    for (index, value) in entry.elements("passwordHistory", of: &object, at: "passwordHistory").enumerated() {
      let path = "passwordHistory[\(index)]"
      guard var old = TrackedObject(value, in: object.bytes) else {
        entry.tell(.malformedValue, path, .leftOut)
        continue
      }
      let retired = old.text("lastUsedDate").flatMap(DateText.iso8601)
      guard let password = old.secret("password") else { continue }
      if retired == nil { entry.tell(.malformedValue, path + ".lastUsedDate", .keptInPart) }
      history.append(RetiredPassword(password: password, retired: retired ?? Date(timeIntervalSince1970: 0)))
      entry.tellRest(of: old, at: path + ".")
    }
    // Bitwarden lists the newest first.
    return history.enumerated().sorted { ($0.element.retired, $1.offset) < ($1.element.retired, $0.offset) }.map(\.element)
  }

  /// Keeps the old passwords of an item without a login.
  private mutating func keep(history: [RetiredPassword]) {
    for old in history { entry.keep("Former password", old.password, isHidden: true, .noPlace, "passwordHistory") }
  }

  private mutating func readFields() {
    for (index, value) in entry.elements("fields", of: &object, at: "fields").enumerated() {
      let path = "fields[\(index)]"
      guard var field = TrackedObject(value, in: object.bytes) else {
        entry.tell(.malformedValue, path, .leftOut)
        continue
      }
      let (name, linked) = (field.text("name") ?? "", field.integer("linkedId"))
      switch field.integer("type") ?? 0 {
      case let kind where (0...2).contains(kind):
        // A checkbox that was never ticked has no value.
        if let value = field.secret("value") ?? (kind == 2 ? SharedSecret(copying: "false".utf8) : nil) {
          entry.addFieldOrCode(name, value, isHidden: kind == 1, path: path)
        } else if !name.isEmpty {
          entry.tell(.missingMember, path + ".value", .leftOut)
        }
      case 3:
        field.passOver("value")
        let member = linked.flatMap { Self.linkedMembers[$0] } ?? linked.map(String.init) ?? ""
        entry.keep(name, SharedSecret(copying: member.utf8), isHidden: false, .noPlace, path)
      default:
        if let value = field.secret("value") { entry.keep(name, value, isHidden: true, .unknownKind, path) }
      }
      entry.tellRest(of: field, at: path + ".")
    }
  }

  // The members that linked fields refer to, by Bitwarden's numbers.
  private static let linkedMembers: [Int: String] = [
    100: "login.username", 101: "login.password", 300: "card.cardholderName", 301: "card.expMonth", 302: "card.expYear", 303: "card.code",
    304: "card.brand", 305: "card.number", 400: "identity.title", 401: "identity.middleName", 402: "identity.address1",
    403: "identity.address2", 404: "identity.address3", 405: "identity.city", 406: "identity.state", 407: "identity.postalCode",
    408: "identity.country", 409: "identity.company", 410: "identity.email", 411: "identity.phone", 412: "identity.ssn",
    413: "identity.username", 414: "identity.passportNumber", 415: "identity.licenseNumber", 416: "identity.firstName",
    417: "identity.lastName", 418: "identity.fullName",
  ]

  private mutating func readFiles(_ files: [BitwardenReader.Files.File]) {
    // JSON without an archive names files that only the server has.
    if files.isEmpty {
      for (index, value) in object.elements("attachments").enumerated() where TrackedObject(value, in: object.bytes) != nil {
        entry.tell(.attachmentMissing, "attachments[\(index)]", .leftOut)
      }
    } else {
      object.passOver("attachments")
    }
    for file in files {
      switch file.content {
      case .success(let content): entry.item.attachments.append(ExchangedAttachment(name: file.name, content: content))
      case .failure(let error): entry.tell(error.code == .overBounds ? .tooLarge : .malformedValue, file.path, .leftOut)
      }
    }
  }
}
