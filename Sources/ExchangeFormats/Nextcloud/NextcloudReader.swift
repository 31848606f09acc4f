// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads the JSON of Passwords, Nextcloud's password manager, as written by its `ExportManager.js`.
enum NextcloudReader {
  /// The root folder, which has no entry of its own.
  private static let root = "00000000-0000-0000-0000-000000000000"

  /// Whether JSON is such an export, including an encrypted one and one with only folders or tags.
  static func isOne(_ value: JSONValue) -> Bool {
    // Version 1 could not be encrypted.
    let isVersion1 = value["encrypted"] == nil && value["passwords"]?.elements != nil
    guard value["version"] != nil, value["encrypted"]?.isBoolean == true || isVersion1 else { return false }
    if value["challenge"] != nil { return true }
    let lists = ["passwords", "folders", "tags"].compactMap { value[$0]?.elements }
    return value["items"] == nil && !lists.isEmpty && lists.allSatisfy { $0.first.map { $0["label"] != nil } ?? true }
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let value = try JSONReader.value(of: bytes)
    guard value.isObject else { throw CredentialExchangeError(.malformed) }
    var root = JSONMembers(value, in: bytes)
    guard !root.flag("encrypted") else { throw CredentialExchangeError(.unsupportedVariant) }
    root.pass("version")
    var collection = ImportedCollection()
    let folders = paths(of: root.elements("folders"), in: bytes)
    let tags = labels(of: root.elements("tags"), in: bytes)
    for element in root.elements("passwords") {
      guard element.isObject else {
        collection.passOver(collection.readCount, because: .malformedValue)
        continue
      }
      var entry = JSONMembers(element, in: bytes)
      var draft = EntryDraft(number: collection.readCount, title: entry.text("label") ?? "")
      take(&entry, folders: folders, tags: tags, into: &draft)
      draft.keepRest(of: entry)
      collection.add(draft)
    }
    collection.tellEmptyFolders(among: folders.filter { $0.key != Self.root }.values)
    for (name, _, reason) in root.rest() { collection.tell(reason, name) }
    return collection
  }

  private static func take(_ entry: inout JSONMembers, folders: [String: [String]], tags: [String: String], into draft: inout EntryDraft) {
    entry.pass("id", "revision")
    draft.isLogin = true
    draft.login.user = entry.text("username") ?? ""
    draft.login.password = entry.secret("password")
    draft.add(address: entry.text("url"), at: "url")
    draft.item.modified = entry.date("edited")
    draft.item.annotations.isFavourite = [entry.flag("favorite"), entry.flag("favourite")].contains(true)
    if let folder = entry.text("folder"), folder != root {
      if let path = folders[folder] { draft.item.folders = [path] } else { draft.tell(.referenceMissing, "folder", .leftOut) }
    }
    for id in entry.elements("tags").compactMap({ $0.string(in: entry.bytes) }) {
      if let tag = tags[id] { draft.item.annotations.add(tag: tag) } else { draft.tell(.referenceMissing, "tags", .leftOut) }
    }
    for (index, element) in entry.elements("customFields").enumerated() {
      var field = JSONMembers(element, in: entry.bytes)
      let (label, kind) = (field.text("label") ?? "", field.text("type"))
      let path = "customFields[\(index)]"
      if kind == "url" {
        draft.add(address: field.text("value"), named: label, at: path)
        // An address has no place for the user's own label.
        if !label.isEmpty { draft.tell(.noPlace, "\(path).label", .leftOut) }
      } else {
        draft.keep(label, field.secret("value"), isHidden: kind == "secret" || kind == "data")
      }
      draft.keepRest(of: field, at: path)
    }
    draft.add(note: entry.secret("notes"))
  }

  private static func labels(of elements: [JSONValue], in bytes: UnsafeRawBufferPointer) -> [String: String] {
    let pairs = elements.compactMap { element in
      element["id"]?.string(in: bytes).flatMap { id in element["label"]?.string(in: bytes).map { (id, $0) } }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func paths(of folders: [JSONValue], in bytes: UnsafeRawBufferPointer) -> [String: [String]] {
    let parents = folders.compactMap { folder in
      folder["id"]?.string(in: bytes).flatMap { id in folder["parent"]?.string(in: bytes).map { (id, $0) } }
    }
    return FolderPaths.paths(names: labels(of: folders, in: bytes), parents: Dictionary(parents) { first, _ in first })
  }
}
