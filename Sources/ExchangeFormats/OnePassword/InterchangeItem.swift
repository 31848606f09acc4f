// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// An item in the interchange format being read.
struct InterchangeItem {
  var made: OnePasswordItem
  private let bytes: UnsafeRawBufferPointer
  private var item: JSONMembers
  private let kind: String

  init(_ value: JSONValue, bytes: UnsafeRawBufferPointer, number: Int) {
    self.bytes = bytes
    item = JSONMembers(value, in: bytes)
    kind = item.text("typeName") ?? ""
    let category = Self.category(kind)
    made = OnePasswordItem(title: item.text("title") ?? "", category: category, bytes: bytes, number: number)
  }

  /// The names of the kinds that an item's parts do not show.
  private static let names = [
    "wallet.computer.License": "Software licence", "wallet.financial.BankAccountUS": "Bank account",
    "wallet.computer.Database": "Database", "wallet.computer.Router": "Wireless router", "wallet.computer.UnixServer": "Server",
    "wallet.onlineservices.Email.v2": "Email account",
  ]

  private static func category(_ name: String) -> OnePasswordItem.Category {
    switch name {
    case "webforms.WebForm", "passwords.Password": .login
    case "wallet.financial.CreditCard": .card
    case "securenotes.SecureNote": .note
    case "identities.Identity": .identity
    case "wallet.government.DriversLicense": .document("Driver licence")
    case "wallet.government.HuntingLicense": .document("Outdoor licence")
    case "wallet.government.Passport": .document("Passport")
    case "wallet.government.SsnUS": .document("Social security number")
    case "wallet.membership.Membership": .document("Membership")
    case "wallet.membership.RewardProgram": .document("Reward programme")
    case "wallet.computer.UnixServer", "wallet.computer.Database", "wallet.onlineservices.Email.v2": .account
    default: .other
    }
  }

  mutating func read(folders: [String: [String]]) {
    // Known members that are not needed: identifiers, checksums, and the key by which a page finds its item.
    item.pass("uuid", "securityLevel", "contentsHash", "locationKey", "keyID", "txTimestamp", "encrypted")
    made.draft.item.created = item.date("createdAt")
    made.draft.item.modified = item.date("updatedAt")
    if item.flag("trashed") { made.draft.item.shelf = .trash }
    if let path = item.text("folderUuid").flatMap({ folders[$0] }) { made.draft.item.folders = [path] }
    var open = item.object("openContents")
    open.pass("scope", "securityLevel", "autosubmit", "usernameHash", "passwordStrength", "contentsHash")
    made.draft.item.annotations.isFavourite = (open.number("faveIndex") ?? 0) > 0
    for tag in open.elements("tags").compactMap({ $0.string(in: bytes) }) where !tag.isEmpty { made.draft.item.annotations.add(tag: tag) }
    made.draft.keepRest(of: open, at: "openContents")
    if case .login = made.category { made.draft.isLogin = true }
    var contents = item.object("secureContents")
    readLogin(&contents)
    // Some exports keep the sections in a separate member.
    var unknown = contents.object("unknown_details")
    for (index, section) in (contents.elements("sections") + unknown.elements("sections")).enumerated() {
      read(section: section, at: "secureContents.sections[\(index)]")
    }
    readFlat(&contents)
    made.draft.keepRest(of: unknown, at: "secureContents.unknown_details")
    made.draft.keepRest(of: item)
    switch made.category {
    case .account, .other: made.draft.keep("Type", text: Self.names[kind] ?? kind)
    default: break
    }
    made.finish()
  }

  private mutating func readLogin(_ contents: inout JSONMembers) {
    for (index, field) in contents.elements("fields").enumerated() { made.read(loginField: field, at: "secureContents.fields[\(index)]") }
    if let password = contents.secret("password") {
      if made.draft.login.password == nil {
        made.draft.login.password = password
      } else {
        made.draft.keep("password", password, isHidden: true)
      }
    }
    for (index, element) in contents.elements("URLs").enumerated() {
      var url = JSONMembers(element, in: bytes)
      url.pass("label")
      made.draft.add(address: url.text("url"), at: "secureContents.URLs[\(index)].url")
      made.draft.keepRest(of: url, at: "secureContents.URLs[\(index)]")
    }
    made.draft.add(address: item.text("location"), at: "location")
    made.read(history: contents.elements("passwordHistory"), at: "secureContents.passwordHistory")
    let note = contents.secret("notesPlain")
    if case .note = made.category {
      made.draft.others.append(.note(ExchangedNote(text: note ?? SharedSecret(SecretBytes(byteCount: 0)))))
    } else {
      made.draft.add(note: note)
    }
    contents.pass("htmlForm", "htmlMethod", "htmlAction", "htmlName", "htmlID", "htmlId")
  }

  /// The names of fields in sections; the contents outside the sections repeat their values.
  private var sectionNames: Set<String> = []

  private mutating func read(section value: JSONValue, at path: String) {
    var section = JSONMembers(value, in: bytes)
    section.pass("name")
    let title = section.text("title") ?? ""
    for (index, element) in section.elements("fields").enumerated() {
      let path = "\(path).fields[\(index)]"
      var field = JSONMembers(element, in: bytes)
      field.pass("a", "inputTraits")
      let (kind, id, name) = (field.text("k") ?? "", field.text("n") ?? "", field.text("t") ?? "")
      let value = field.take("v")
      made.draft.keepRest(of: field, at: path)
      guard let value, !value.isNothing else { continue }
      sectionNames.insert(id)
      let label = [title, name.isEmpty ? id : name].filter { !$0.isEmpty }.joined(separator: ": ")
      var files: [String: SharedSecret] = [:]
      made.take(value, kind: Self.kind(kind, id: id), id: id, label: label, files: &files, at: "\(path).v")
    }
    made.draft.keepRest(of: section, at: path)
  }

  private static func kind(_ kind: String, id: String) -> String {
    switch kind {
    case "concealed" where id.hasPrefix("TOTP_"): "totp"
    case "URL": "url"
    case "cctype": "creditCardType"
    default: kind
    }
  }

  /// Reads the contents outside the sections: in older exports this is everything, in later ones it repeats the sections.
  private mutating func readFlat(_ contents: inout JSONMembers) {
    let (month, year) = (contents.text("expiry_mm"), contents.text("expiry_yy"))
    if case .card = made.category, made.card.expires == nil, let month, let year { made.card.expires = CardMonth("\(month)/\(year)") }
    for name in contents.names where isAgain(name) { contents.pass(name) }
    for (name, kind) in [("ccnum", "creditCardNumber"), ("cvv", "concealed"), ("pin", "concealed")] {
      if case .card = made.category, let value = contents.take(name), !sectionNames.contains(name) {
        var files: [String: SharedSecret] = [:]
        made.take(value, kind: kind, id: name, label: name, files: &files, at: "secureContents.\(name)")
      }
    }
    for (name, value, reason) in contents.rest() {
      let path = "secureContents.\(name)"
      guard case .text = value else {
        made.draft.keep(name, JSONCopy.secret(of: value, in: bytes), isHidden: true, because: reason, at: path)
        continue
      }
      var files: [String: SharedSecret] = [:]
      made.take(value, kind: SecretNames.isSecret(name) ? "concealed" : "string", id: name, label: name, files: &files, at: path)
    }
  }

  /// Whether a member repeats a field in a section, completely or as a part such as `expiry_yy`.
  private func isAgain(_ name: String) -> Bool {
    if sectionNames.contains(name) { return true }
    let parts = name.split(separator: "_")
    if parts.count > 1, ["yy", "mm", "dd", "local"].contains(parts[parts.count - 1]) {
      return sectionNames.contains(parts.dropLast().joined(separator: "_")) || name.hasPrefix("expiry_") && made.card.expires != nil
    }
    return ["address1", "address2", "city", "state", "zip", "country"].contains(name) && sectionNames.contains("address")
  }
}
