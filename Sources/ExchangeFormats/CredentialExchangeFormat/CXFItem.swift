// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

import class SecretMemory.SharedSecret

/// An item of a CXF file (dictionary Item), read credential by credential.
struct CXFItem {
  /// The item so far, with its findings.
  var entry: CodeEntry
  /// The services named by its scope or, in drafts, by its credentials.
  var services: [ServiceIdentifier] = []
  /// The notes in it.
  var notes: [SharedSecret] = []
  /// The combined data about a person from its credentials.
  var person: ExchangedPerson?
  /// The account that the item belongs to.
  let account: String
  /// The data about the file as a whole.
  let file: CXFFile

  private var object: TrackedObject

  init(_ object: TrackedObject, number: Int, account: String, file: CXFFile) {
    (self.object, self.account, self.file) = (object, account, file)
    entry = CodeEntry(number, title: self.object.text("title") ?? "")
  }

  mutating func read() {
    // The item's kind in drafts adds nothing to its credentials.
    object.passOver("type", "icon")
    entry.item.annotations.isFavourite = object.boolean("favorite") || object.boolean("favourite")
    entry.item.created = date("creationAt")
    entry.item.modified = date("modifiedAt")
    for tag in entry.elements("tags", of: &object, at: "tags") {
      if let tag = tag.digitsOrText(in: object.bytes), !tag.isEmpty { entry.item.annotations.add(tag: tag) }
    }
    if let id = object.text("id") { entry.item.folders = file.folders[CXFFile.Name(account: account, item: id)] ?? [] }
    let subtitle = object.text("subtitle")
    if let scope = object.object("scope") { read(scope: scope) }
    for (index, value) in entry.elements("credentials", of: &object, at: "credentials").enumerated() {
      read(credential: value, at: "credentials[\(index)]")
    }
    finish(subtitle)
    for (index, value) in entry.elements("extensions", of: &object, at: "extensions").enumerated() {
      // A vault does not store with whom an item is shared.
      let name = value["name"].flatMap { $0.digitsOrText(in: object.bytes) }
      entry.tell(name == "shared" ? .noPlace : .unknownKind, "extensions[\(index)]", .leftOut)
    }
    entry.tellRest(of: object, keepsNested: true)
  }

  private mutating func date(_ name: String) -> Date? {
    guard let seconds = object.integer(name) else { return nil }
    let date = DateText.seconds(Double(seconds))
    if date == nil { entry.tell(.malformedValue, name, .leftOut) }
    return date
  }

  // The dictionary CredentialScope.
  private mutating func read(scope: TrackedObject) {
    var scope = scope
    read(urls: entry.elements("urls", of: &scope, at: "scope.urls"), scope.bytes, at: "scope.urls")
    for (index, value) in entry.elements("androidApps", of: &scope, at: "scope.androidApps").enumerated() {
      let path = "scope.androidApps[\(index)]"
      guard var app = TrackedObject(value, in: scope.bytes), let identifier = app.text("bundleId") else {
        entry.tell(.malformedValue, path, .leftOut)
        continue
      }
      // The application's own name.
      app.passOver("name")
      add(ServiceIdentifier(kind: .app, text: identifier))
      if var certificate = app.object("certificate"), let print = certificate.text("fingerprint") {
        let hash = certificate.text("hashAlg") ?? certificate.text("hashAlgorithm") ?? ""
        entry.keep(
          "\(identifier) certificate", SharedSecret(copying: "\(hash):\(print)".utf8), isHidden: false, .noPlace, path + ".certificate")
      }
      entry.tellRest(of: app, at: path + ".")
    }
    entry.tellRest(of: scope, at: "scope.", keepsNested: true)
  }

  mutating func read(urls values: [JSONValue], _ bytes: UnsafeRawBufferPointer, at path: String) {
    for (index, value) in values.enumerated() {
      guard let text = value.digitsOrText(in: bytes) else {
        entry.tell(.malformedValue, "\(path)[\(index)]", .leftOut)
        continue
      }
      let taken = ServiceText.taken(text)
      if let service = taken.service { add(service) }
      if taken.isKept, !text.isEmpty {
        entry.keep("URL", SharedSecret(copying: text.utf8), isHidden: taken.hasPassword, .noPlace, "\(path)[\(index)]")
      }
    }
  }

  private mutating func add(_ service: ServiceIdentifier) {
    if !services.contains(where: { $0.names(service) }) { services.append(service) }
  }

  // MARK: The item as a whole

  private mutating func finish(_ subtitle: String?) {
    if let person { entry.item.parts.append(.person(person)) }
    if entry.item.parts.isEmpty {
      entry.item.parts = notes.map { .note(ExchangedNote(text: $0)) }
    } else {
      entry.item.annotations.note = notes.first
      for note in notes.dropFirst() { entry.keep("Note", note, isHidden: false, .noPlace, "credentials") }
    }
    placeServices()
    let item = entry.item
    entry.item.parts.removeAll { part in if case .login(let login) = part { item.hasPasskey(insteadOf: login) } else { false } }
    entry.item.parts = entry.item.parts.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    // Most programs repeat the user name or another name there.
    if let subtitle, !entry.item.says(subtitle) {
      entry.keep("Subtitle", SharedSecret(copying: subtitle.utf8), isHidden: false, .noPlace, "subtitle")
    }
  }

  /// Assigns the scope's services to the parts that sign in to them.
  private mutating func placeServices() {
    var isPlaced = services.isEmpty
    for index in entry.item.parts.indices {
      guard case .login(var login) = entry.item.parts[index] else { continue }
      login.services = services
      entry.item.parts[index] = .login(login)
      isPlaced = true
    }
    guard !isPlaced else { return }
    for index in entry.item.parts.indices {
      guard case .oneTimeCode(var code) = entry.item.parts[index] else { continue }
      code.services = services
      entry.item.parts[index] = .oneTimeCode(code)
      return
    }
    for service in services where !entry.item.hasPasskey(for: service) {
      let isApp = service.kind == .app
      let path = isApp ? "scope.androidApps" : "scope.urls"
      entry.keep(isApp ? "App" : "URL", SharedSecret(copying: service.text.utf8), isHidden: false, .noPlace, path)
    }
  }
}

extension ExchangedPart {
  /// Logins come first, then codes and passkeys.
  fileprivate var rank: Int {
    switch self {
    case .login: 0
    case .oneTimeCode: 1
    case .passkey: 2
    default: 3
    }
  }
}

extension ExchangedItem {
  /// Whether a text only repeats a name, a number, a note or a field in the item.
  fileprivate func says(_ text: String) -> Bool {
    let sought = SharedSecret(copying: text.utf8)
    func isText(_ secret: SharedSecret?) -> Bool { secret.map { constantTimeEquals($0, sought) } == true }
    return text == title || isText(annotations.note) || annotations.fields.contains { isText($0.value) }
      || parts.contains { part in
        switch part {
        case .login(let login): text == login.user
        case .oneTimeCode(let code): text == code.account
        case .passkey(let passkey): text == passkey.userName || text == passkey.displayName
        case .card(let card): text == card.holder
        case .person(let person):
          text == "\(person.givenName) \(person.familyName)" || text == person.givenName || person.documents.contains { isText($0.number) }
        case .note(let note): isText(note.text)
        }
      }
  }
}
