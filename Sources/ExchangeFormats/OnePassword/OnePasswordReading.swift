// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// An export of 1Password being read.
struct OnePasswordReading {
  let bytes: UnsafeRawBufferPointer
  /// The files that no entry has claimed yet, by name in the archive.
  var files: [String: SharedSecret]
  var collection = ImportedCollection()
  /// The folders of the vaults.
  private(set) var folders: [[String]] = []
  /// The entries' titles by identifier, for fields that refer to other entries.
  private(set) var titles: [String: String] = [:]

  init(bytes: UnsafeRawBufferPointer, files: [String: SharedSecret]) {
    self.bytes = bytes
    self.files = files
  }

  mutating func gatherTitles(of account: JSONValue) {
    for vault in account["vaults"]?.elements ?? [] {
      for item in vault["items"]?.elements ?? [] {
        let item = item["item"] ?? item
        guard let uuid = item["uuid"]?.string(in: bytes) else { continue }
        titles[uuid] = item["overview"]?["title"]?.string(in: bytes) ?? ""
      }
    }
  }

  mutating func read(account: JSONValue, isOnly: Bool, at path: String) {
    var account = JSONMembers(account, in: bytes)
    var attributes = account.object("attrs")
    attributes.pass("uuid", "domain", "email", "accountName", "name", "avatar")
    takeAvatar(attributes)
    let (accountName, name) = (attributes.text("accountName"), attributes.text("name"))
    let folder = isOnly ? [] : [accountName ?? name ?? ""].filter { !$0.isEmpty }
    for (index, vault) in account.elements("vaults").enumerated() {
      read(vault: vault, in: folder, at: "\(path).vaults[\(index)]")
    }
    for (name, _, reason) in attributes.rest() { collection.tell(reason, "\(path).attrs.\(name)") }
    for (name, _, reason) in account.rest() { collection.tell(reason, "\(path).\(name)") }
  }

  private mutating func read(vault: JSONValue, in folder: [String], at path: String) {
    var vault = JSONMembers(vault, in: bytes)
    var attributes = vault.object("attrs")
    attributes.pass("uuid", "type", "avatar")
    takeAvatar(attributes)
    let folder = folder + [attributes.text("name")].compactMap(\.self)
    if attributes.text("desc") != nil { collection.tell(.noPlace, "\(path).attrs.desc") }
    for item in vault.elements("items") { read(item: item, in: folder) }
    folders.append(folder)
    for (name, _, reason) in attributes.rest() { collection.tell(reason, "\(path).attrs.\(name)") }
    for (name, _, reason) in vault.rest() { collection.tell(reason, "\(path).\(name)") }
  }

  /// Discards the picture of an account or a vault, which belongs to no entry.
  private mutating func takeAvatar(_ attributes: JSONMembers) {
    var attributes = attributes
    if let name = attributes.text("avatar") { files["files/\(name)"] = nil }
  }

  private mutating func read(item: JSONValue, in folder: [String]) {
    guard item.isObject else { return collection.passOver(collection.readCount, because: .malformedValue) }
    // Up to version 2, each was wrapped in `item` or `file`.
    if let file = item["file"], file.isObject, item["overview"] == nil { return read(file: file, in: folder) }
    let item = item["item"] ?? item
    var draft = OnePasswordItem(item, bytes: bytes, number: collection.readCount, titles: titles)
    draft.draft.item.folders = folder.isEmpty ? [] : [folder]
    draft.read(files: &files)
    collection.add(draft.draft)
  }

  private mutating func read(file: JSONValue, in folder: [String]) {
    var file = JSONMembers(file, in: bytes)
    var attributes = file.object("attrs")
    attributes.pass("uuid", "type")
    var draft = EntryDraft(number: collection.readCount, title: attributes.text("name") ?? "")
    draft.item.folders = folder.isEmpty ? [] : [folder]
    let path = file.text("path") ?? ""
    if let content = files.removeValue(forKey: path) {
      draft.item.attachments.append(ExchangedAttachment(name: draft.item.title, content: content))
    } else {
      draft.tell(.attachmentMissing, "file.path", .leftOut)
    }
    draft.keepRest(of: attributes, at: "file.attrs")
    draft.keepRest(of: file, at: "file")
    collection.add(draft)
  }
}
