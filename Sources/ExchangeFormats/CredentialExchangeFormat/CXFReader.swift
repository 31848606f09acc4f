// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads FIDO's Credential Exchange Format, version 1.0 (Proposed Standard, 14 August 2025), and the names used in its drafts.
enum CXFReader {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes) else { throw CredentialExchangeError(.malformed) }
    // Between programs on the same device, the data is a single account without a header.
    guard file.value("accounts") != nil else { return try accounts([file], CXFFile(bytes)) }
    // The dictionary Header (version 1.0) names the exporting program.
    file.passOver("exporterRpId", "exporterDisplayName", "exporter", "timestamp")
    if var version = file.object("version") {
      guard version.integer("major") ?? 1 <= 1 else { throw CredentialExchangeError(.unsupportedVariant) }
    } else if let draft = file.integer("version"), draft > 1 {
      throw CredentialExchangeError(.unsupportedVariant)
    }
    guard let values = file.value("accounts")?.elements else { throw CredentialExchangeError(.malformed) }
    var broken = CXFFile(bytes)
    var objects: [TrackedObject] = []
    for (index, value) in values.enumerated() {
      if let account = TrackedObject(value, in: bytes) {
        objects.append(account)
      } else {
        broken.findings.append(ImportFinding(.malformedValue, at: ImportFinding.Place(path: "accounts[\(index)]"), outcome: .leftOut))
      }
    }
    var collection = try accounts(objects, broken)
    // A draft's version is a number; once accepted as such, it is no longer malformed.
    for member in file.rest { collection.tell(.unknownMember, member.name) }
    return collection
  }

  private static func accounts(_ accounts: [TrackedObject], _ file: CXFFile) throws(CredentialExchangeError) -> ImportedCollection {
    var (file, lists) = (file, [[JSONValue]]())
    // Collections and references name items of any account, so all names are collected first.
    for account in accounts {
      var account = account
      guard let items = account.value("items")?.elements else { throw CredentialExchangeError(.malformed) }
      lists.append(items)
      for item in items { file.labels.count(item, account.bytes) }
      file.gatherNames(of: items, account: account.text("id") ?? "", account.bytes)
    }
    var collection = ImportedCollection()
    for (index, account) in accounts.enumerated() {
      var account = account
      let id = account.text("id") ?? ""
      file.readCollections(account.elements("collections"), of: id, within: [], at: "accounts[\(index)].collections", account.bytes)
      // The dictionary Account; the owner's name has no meaning in another program.
      account.passOver("items", "username", "userName", "email", "fullName", "icon")
      for member in account.rest {
        file.findings.append(
          ImportFinding(.unknownMember, at: ImportFinding.Place(path: "accounts[\(index)].\(member.name)"), outcome: .leftOut))
      }
    }
    for (index, items) in lists.enumerated() {
      var account = accounts[index]
      let id = account.text("id") ?? ""
      for value in items {
        guard let object = TrackedObject(value, in: account.bytes) else {
          collection.leaveOut(.malformedValue, entry: collection.readCount)
          continue
        }
        var item = CXFItem(object, number: collection.readCount, account: id, file: file)
        item.read()
        item.entry.finish(into: &collection)
      }
    }
    collection.findings += file.findings
    return collection
  }
}

/// The data about a file as a whole while its items are read.
struct CXFFile {
  /// An item's identifier in the file; items of two accounts can have the same one.
  struct Name: Hashable {
    let account: String
    let item: String
  }

  /// The complete file.
  let bytes: UnsafeRawBufferPointer
  /// The titles of the items.
  private(set) var titles: [Name: String] = [:]
  /// The folders of the items.
  private(set) var folders: [Name: [[String]]] = [:]
  /// The labels of the fields.
  var labels = CXFLabels()
  /// The findings that belong to no item.
  var findings: [ImportFinding] = []

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func gatherNames(of items: [JSONValue], account: String, _ bytes: UnsafeRawBufferPointer) {
    for item in items {
      guard let id = item["id"].flatMap({ $0.digitsOrText(in: bytes) }) else { continue }
      titles[Name(account: account, item: id)] = item["title"].flatMap { $0.digitsOrText(in: bytes) } ?? ""
    }
  }

  /// Returns the name in a LinkedItem; nil if there is none.
  static func name(of link: inout TrackedObject, within account: String) -> Name? {
    guard let item = link.text("item") else { return nil }
    return Name(account: link.text("account") ?? account, item: item)
  }

  // The dictionary Collection.
  mutating func readCollections(
    _ values: [JSONValue], of account: String, within parents: [String], at path: String, _ bytes: UnsafeRawBufferPointer
  ) {
    func tell(_ reason: ImportFinding.Reason, _ path: String) {
      findings.append(ImportFinding(reason, at: ImportFinding.Place(path: path), outcome: .leftOut))
    }
    for (index, value) in values.enumerated() {
      let place = "\(path)[\(index)]"
      guard var collection = TrackedObject(value, in: bytes) else {
        tell(.malformedValue, place)
        continue
      }
      // Folders have no dates or pictures of their own.
      collection.passOver("id", "creationAt", "modifiedAt", "icon")
      let names = parents + [collection.text("title") ?? ""]
      if collection.text("subtitle") != nil { tell(.noPlace, place + ".subtitle") }
      let (items, inner) = (collection.elements("items"), collection.elements("subCollections"))
      if items.isEmpty, inner.isEmpty { tell(.noPlace, place) }
      for (number, item) in items.enumerated() {
        guard var link = TrackedObject(item, in: bytes), let name = Self.name(of: &link, within: account) else {
          tell(.malformedValue, "\(place).items[\(number)]")
          continue
        }
        if titles[name] == nil { tell(.referenceMissing, "\(place).items[\(number)]") }
        let paths = folders[name] ?? []
        if paths.count >= CodeEntry.mostElements {
          tell(.tooLarge, "\(place).items[\(number)]")
        } else if !paths.contains(names) {
          folders[name, default: []].append(names)
        }
      }
      readCollections(inner, of: account, within: names, at: place + ".subCollections", bytes)
      for name in collection.malformed { tell(.malformedValue, "\(place).\(name)") }
      // Sharing a collection is an extension; a vault does not store it.
      for member in collection.rest { tell(member.name == "extensions" ? .noPlace : .unknownMember, "\(place).\(member.name)") }
    }
  }
}
