// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

import class SecretMemory.SharedSecret

/// One item of a CXF file on its way into the file.
struct CXFWrittenItem {
  /// A credential, which writes its members itself.
  struct Credential {
    let type: String
    let write: (inout JSONWriter) -> Void
  }

  /// What the format cannot hold.
  var tale: WriterTale

  /// When the item was made, in seconds: the format has one date for all of its credentials.
  let created: Int?

  private let item: ExchangedItem
  private let id: String
  private var credentials: [Credential] = []
  private var urls: [String] = []
  private var apps: [String] = []

  init(_ item: ExchangedItem, id: String, number: Int) {
    (self.item, self.id) = (item, id)
    tale = WriterTale(item, number: number)
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
      // Alone, or beside notes, it is read as one of them.
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

  /// One scope stands for the addresses of all parts.
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
        // An address that keeps a credential away would offer it, once its rule is lost.
        guard service.rule != .never else {
          tale.tell(path, .leftOut)
          continue
        }
        if service.rule != .domain, service.kind != .app { tale.tell(path + ".rule", .keptInPart) }
        if service.kind == .app {
          if !apps.contains(service.text) { apps.append(service.text) }
        } else {
          // A scope has URIs; a bare host is none.
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

  /// Writes a member that is an EditableField, where there is a value.
  static func field(_ name: String, _ type: String, _ value: SharedSecret?, to json: inout JSONWriter) {
    guard let value, value.byteCount > 0 else { return }
    json.member(name) { json in field(type, value, to: &json) }
  }

  /// Writes a member that is an EditableField with what is no secret, where there is a text.
  static func field(_ name: String, _ type: String, _ text: String?, to json: inout JSONWriter) {
    field(name, type, text.map { SharedSecret(copying: $0.utf8) }, to: &json)
  }
}
