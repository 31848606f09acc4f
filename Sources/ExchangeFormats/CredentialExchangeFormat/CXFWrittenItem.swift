// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

import class SecretMemory.SharedSecret

/// An item to be written to a CXF file.
struct CXFWrittenItem {
  /// A credential, with a closure that writes its members.
  struct Credential {
    let type: String
    let write: (inout JSONWriter) -> Void
  }

  /// The data that the format cannot hold.
  var tale: ExportReport

  /// The item's creation time in seconds: the format has a single date for all of its credentials.
  let created: Int?

  private let item: ExchangedItem
  private let id: String
  private var credentials: [Credential] = []
  private var urls: [String] = []
  private var apps: [String] = []

  init(_ item: ExchangedItem, id: String, number: Int) {
    (self.item, self.id) = (item, id)
    tale = ExportReport(item, number: number)
    let dates = item.parts.compactMap { part -> Date? in
      switch part {
      case .oneTimeCode(let code): code.added
      case .passkey(let passkey): passkey.created
      case .login, .note, .card, .person: nil
      }
    }
    created = (item.created ?? dates.min()).map(CXFWriter.seconds)
    addServices()
    for (index, part) in item.parts.enumerated() { add(part, at: "parts[\(index)]") }
    if let note = item.annotations.note {
      credentials.append(Credential(type: "note") { $0.member("content") { Self.field("string", note, to: &$0) } })
      // Without other parts, or next to notes only, it is read back as a note.
      let isOnly = item.parts.allSatisfy { if case .note = $0 { true } else { false } }
      if isOnly { tale.tell("annotations.note", .keptInPart) }
    }
    if item.shelf != .inUse { tale.tell("shelf", .leftOut) }
    tale.tellFiles(of: item)
    addFields()
  }

  mutating func add(_ type: String, _ write: @escaping (inout JSONWriter) -> Void) {
    credentials.append(Credential(type: type, write: write))
  }

  private mutating func addFields() {
    let fields = tale.fields
    guard !fields.isEmpty else { return }
    add("custom-fields") { json in
      json.member("fields", of: fields) { json, field in
        json.object { json in
          Self.field(field.isHidden ? "concealed-string" : "string", field.value, label: field.name, to: &json)
        }
      }
    }
  }

  /// Combines the addresses of all parts, since an item has a single scope.
  private mutating func addServices() {
    var lists: [[ServiceIdentifier]] = []
    for (index, part) in item.parts.enumerated() {
      let services: [ServiceIdentifier]
      switch part {
      case .login(let login): services = login.services
      case .oneTimeCode(let code) where !code.services.isEmpty: services = code.services
      default: continue
      }
      lists.append(services)
      for (number, service) in services.enumerated() {
        let path = "parts[\(index)].services[\(number)]"
        // Without its rule, an address that is meant to block a credential would offer it.
        guard service.rule != .never else {
          tale.tell(path, .leftOut)
          continue
        }
        if service.rule != .domain, service.kind != .app { tale.tell(path + ".rule", .keptInPart) }
        if service.kind == .app {
          if !apps.contains(service.text) { apps.append(service.text) }
        } else {
          // A scope contains URIs; a bare host is not one.
          let url = service.kind == .domain && !service.text.contains("://") ? "https://" + service.text : service.text
          if !urls.contains(url) { urls.append(url) }
        }
      }
    }
    if lists.dropFirst().contains(where: { $0 != lists.first }) { tale.tell("parts", .keptInPart) }
  }

  // MARK: The file

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      if let created { json.member("creationAt", created) }
      if let modified = item.modified { json.member("modifiedAt", CXFWriter.seconds(modified)) }
      json.member("title", item.title)
      json.member("favorite", item.annotations.isFavourite)
      if !urls.isEmpty || !apps.isEmpty {
        json.member("scope") { json in
          json.member("urls", of: urls) { json, url in json.text(url) }
          json.member("androidApps", of: apps) { json, app in json.object { json in json.member("bundleId", app) } }
        }
      }
      json.member("credentials", of: credentials) { json, credential in
        json.object { json in
          json.member("type", credential.type)
          credential.write(&json)
        }
      }
      json.member("tags", of: item.annotations.tags) { json, tag in json.text(tag) }
    }
  }

  /// Writes the members of an EditableField.
  static func field(_ type: String, _ value: SharedSecret, label: String? = nil, to json: inout JSONWriter) {
    json.member("fieldType", type)
    json.member("value", value)
    if let label { json.member("label", label) }
  }

  /// Writes an EditableField member, if there is a value.
  static func field(_ name: String, _ type: String, _ value: SharedSecret?, to json: inout JSONWriter) {
    guard let value, value.byteCount > 0 else { return }
    json.member(name) { json in field(type, value, to: &json) }
  }

  /// Writes an EditableField member with a non-secret text, if there is one.
  static func field(_ name: String, _ type: String, _ text: String?, to json: inout JSONWriter) {
    field(name, type, text.map { SharedSecret(copying: $0.utf8) }, to: &json)
  }
}
