// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

/// A 1Password item being read.
struct OnePasswordItem {
  /// The categories that determine the resulting item, from the numbers in `categoryUuid`.
  enum Category {
    case login, card, note, identity, other
    /// A server, a database, a mailbox or an API, with a user name and a password among its fields.
    case account
    /// An identity document, with its name.
    case document(String)

    init(_ number: String) {
      self =
        switch number {
        case "001", "005": .login
        case "002": .card
        case "003": .note
        case "004": .identity
        case "102", "110", "111", "112": .account
        case "103": .document("Driver licence")
        case "104": .document("Outdoor licence")
        case "105": .document("Membership")
        case "106": .document("Passport")
        case "107": .document("Reward programme")
        case "108": .document("Social security number")
        default: .other
        }
    }
  }

  /// The names of the categories that an item's parts and documents do not show.
  private static let names = [
    "100": "Software licence", "101": "Bank account", "102": "Database", "109": "Wireless router", "110": "Server",
    "111": "Email account", "112": "API credential", "113": "Medical record", "114": "SSH key", "115": "Crypto wallet",
  ]
  // The numbers in use, up to 115; any other number is reported, but its fields are kept as well.
  private static let known: Set<String> = [
    "001", "002", "003", "004", "005", "006", "100", "101", "102", "103", "104", "105", "106", "107", "108", "109", "110", "111", "112",
    "113",
    "114", "115",
  ]

  let bytes: UnsafeRawBufferPointer
  let titles: [String: String]
  let category: Category
  private let code: String
  var draft: EntryDraft
  var card = ExchangedCard()
  var person = ExchangedPerson()
  private var item: JSONMembers

  init(_ value: JSONValue, bytes: UnsafeRawBufferPointer, number: Int, titles: [String: String]) {
    self.bytes = bytes
    self.titles = titles
    item = JSONMembers(value, in: bytes)
    code = item.text("categoryUuid") ?? ""
    category = Category(code)
    draft = EntryDraft(number: number, title: value["overview"]?["title"]?.string(in: bytes) ?? "")
    if !Self.known.contains(code) { draft.tell(.unknownKind, "categoryUuid", .keptInPart) }
  }

  /// Creates an item whose members are read elsewhere.
  init(title: String, category: Category, bytes: UnsafeRawBufferPointer, number: Int) {
    self.bytes = bytes
    self.category = category
    (titles, code) = ([:], "")
    item = JSONMembers(nil, in: bytes)
    draft = EntryDraft(number: number, title: title)
  }

  /// Adds the card and the person to the parts, if there are any.
  mutating func finish() {
    if !card.isEmpty || { if case .card = category { true } else { false } }() { draft.others.append(.card(card)) }
    if !person.isEmpty || { if case .identity = category { true } else { false } }() { draft.others.append(.person(person)) }
  }

  mutating func read(files: inout [String: SharedSecret]) {
    item.pass("uuid")
    draft.item.created = item.date("createdAt")
    draft.item.modified = item.date("updatedAt")
    draft.item.annotations.isFavourite = (item.number("favIndex") ?? 0) > 0
    let isTrashed = item.flag("trashed")
    switch item.text("state") {
    case "archived": draft.item.shelf = .archive
    case "trashed", "deleted": draft.item.shelf = .trash
    case "active", nil: draft.item.shelf = isTrashed ? .trash : .inUse
    case .some(let state): draft.keep("State", text: state, because: .malformedValue, at: "state")
    }
    readOverview()
    if case .login = category { draft.isLogin = true }
    readDetails(files: &files)
    draft.keepRest(of: item)
    draft.keep("Type", text: Self.names[code])
    finish()
  }

  private mutating func readOverview() {
    var overview = item.object("overview")
    // Known members that are not needed: values derived from other members, password strengths, pictures, and suppressed warnings.
    overview.pass("title", "subtitle", "ps", "pbe", "pgrng", "icons", "watchtowerExclusions", "ainfo", "b5UserUUID", "hideWarnings")
    for (index, element) in overview.elements("urls").enumerated() {
      var url = JSONMembers(element, in: bytes)
      let (label, mode) = (url.text("label"), url.text("mode"))
      let path = "overview.urls[\(index)]"
      let rule: MatchRule =
        switch mode {
        case nil, "default": .domain
        case "never": .never
        default: .exact
        }
      if rule == .exact { draft.tell(.malformedValue, "\(path).mode", .keptInPart) }
      draft.add(address: url.text("url"), named: label ?? "URL", rule: rule, at: "\(path).url")
      // 1Password writes these labels itself; an address has no place for the user's own label.
      if let label, !["website", "url", "address"].contains(label.lowercased()) { draft.tell(.noPlace, "\(path).label", .leftOut) }
      draft.keepRest(of: url, at: path)
    }
    draft.add(address: overview.text("url"), at: "overview.url")
    for element in overview.elements("tags") {
      if let tag = element.string(in: bytes), !tag.isEmpty { draft.item.annotations.add(tag: tag) }
    }
    for (index, element) in overview.elements("locations").enumerated() { read(location: element, at: "overview.locations[\(index)]") }
    draft.keepRest(of: overview, at: "overview")
  }

  /// Reads a place at which 1Password suggests the entry; one without a position is ignored.
  private mutating func read(location value: JSONValue, at path: String) {
    var location = JSONMembers(value, in: bytes)
    var place = location.object("Gps")
    place.pass("id")
    var position = place.object("location")
    if let latitude = position.text("latitude"), let longitude = position.text("longitude") {
      draft.keep("Location", text: "\(latitude), \(longitude)")
    }
    draft.keepRest(of: position, at: "\(path).Gps.location")
    draft.keepRest(of: place, at: "\(path).Gps")
    draft.keepRest(of: location, at: path)
  }

  private mutating func readDetails(files: inout [String: SharedSecret]) {
    var details = item.object("details")
    // Known members that are not needed: the form of the page where the login was first typed.
    details.pass("htmlForm", "htmlMethod", "htmlAction", "htmlName", "htmlID", "backupKeys", "invalidSigningOptions")
    for (index, field) in details.elements("loginFields").enumerated() { read(loginField: field, at: "details.loginFields[\(index)]") }
    if let password = details.secret("password") {
      if draft.login.password == nil { draft.login.password = password } else { draft.keep("Password", password, isHidden: true) }
    }
    for (index, section) in details.elements("sections").enumerated() {
      read(section: section, files: &files, at: "details.sections[\(index)]")
    }
    let note = details.secret("notesPlain")
    if case .note = category {
      draft.others.append(.note(ExchangedNote(text: note ?? SharedSecret(SecretBytes(byteCount: 0)))))
    } else {
      draft.add(note: note)
    }
    read(history: details.elements("passwordHistory"), at: "details.passwordHistory")
    if let document = details.take("documentAttributes") { attach(document, files: &files, at: "details.documentAttributes") }
    draft.keepRest(of: details, at: "details")
  }

  mutating func read(history: [JSONValue], at path: String) {
    var passwords: [RetiredPassword] = []
    for (index, element) in history.enumerated() {
      var old = JSONMembers(element, in: bytes)
      guard let value = old.secret("value") else { continue }
      if let time = old.date("time") {
        passwords.append(RetiredPassword(password: value, retired: time))
      } else {
        draft.keep("Old password", value, isHidden: true, because: .malformedValue, at: "\(path)[\(index)].time")
      }
      draft.keepRest(of: old, at: "\(path)[\(index)]")
    }
    draft.login.history = passwords.sorted { $0.retired < $1.retired }
  }

  mutating func read(loginField value: JSONValue, at path: String) {
    var field = JSONMembers(value, in: bytes)
    let (name, designation, kind) = (field.text("name"), field.text("designation"), field.text("fieldType") ?? field.text("type"))
    let id = field.text("id")
    switch designation?.lowercased() {
    case "username":
      // In a login linked to another account, this is an object.
      let user = loginText(&field)
      if draft.login.user.isEmpty { draft.login.user = user ?? "" } else { draft.keep(name ?? "Username", text: user) }
    case "password":
      let password = field.secret("value")
      if draft.login.password == nil {
        draft.login.password = password
      } else {
        draft.keep(name ?? "Password", password, isHidden: true)
      }
    default:
      let label = name ?? id ?? "field"
      if kind == "P" {
        draft.keep(label, field.secret("value"), isHidden: true)
      } else if value["value"]?.isObject == true {
        draft.keep(label, text: loginText(&field))
      } else {
        draft.keep(label, field.secret("value"))
      }
      if let designation, !designation.isEmpty, designation != "none" { draft.tell(.unknownKind, "\(path).designation", .keptInPart) }
    }
    draft.keepRest(of: field, at: path)
  }

  private func loginText(_ field: inout JSONMembers) -> String? {
    guard let value = field.take("value") else { return nil }
    if value.isObject {
      var value = JSONMembers(value, in: bytes)
      return value.text("email_address") ?? value.text("string")
    }
    return field.text("value")
  }

  /// Takes a file from the archive, where its name is `files/IDENTIFIER__NAME`.
  mutating func attach(_ value: JSONValue, files: inout [String: SharedSecret], at path: String) {
    var document = JSONMembers(value, in: bytes)
    document.pass("decryptedSize")
    let (name, id) = (document.text("fileName") ?? "", document.text("documentId") ?? "")
    draft.keepRest(of: document, at: path)
    let found = files["files/\(id)__\(name)"] != nil ? "files/\(id)__\(name)" : files.keys.first { $0.hasPrefix("files/\(id)__") }
    guard !id.isEmpty, let found, let content = files.removeValue(forKey: found) else {
      return draft.tell(.attachmentMissing, path, .leftOut)
    }
    draft.item.attachments.append(ExchangedAttachment(name: name, content: content))
  }
}
