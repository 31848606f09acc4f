// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads Enpass's JSON.
enum EnpassReader {
  /// Whether JSON is such an export, even one with only two empty lists.
  static func isOne(_ value: JSONValue) -> Bool {
    guard let items = value["items"]?.elements else { return false }
    guard let first = items.first else { return value["folders"]?.elements?.allSatisfy { $0["uuid"] != nil } == true }
    return first["fields"] != nil || first["category"] != nil
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let value = try JSONReader.value(of: bytes)
    var root = JSONMembers(value, in: bytes)
    guard value["items"]?.elements != nil else { throw CredentialExchangeError(.malformed) }
    var (names, parents): ([String: String], [String: String]) = ([:], [:])
    var collection = ImportedCollection()
    for (index, element) in root.elements("folders").enumerated() {
      var folder = JSONMembers(element, in: bytes)
      folder.pass("icon", "updated_at", "updatedAt", "createdAt", "order")
      guard let id = folder.text("uuid") else { continue }
      names[id] = folder.text("title") ?? ""
      parents[id] = folder.text("parent_uuid")
      for (name, _, reason) in folder.rest() { collection.tell(reason, "folders[\(index)].\(name)") }
    }
    let folders = FolderPaths.paths(names: names, parents: parents)
    for element in root.elements("items") {
      guard element.isObject else {
        collection.passOver(collection.readCount, because: .malformedValue)
        continue
      }
      var item = EnpassItem(element, bytes: bytes, number: collection.readCount)
      item.read(folders: folders)
      collection.add(item.draft)
    }
    collection.tellEmptyFolders(among: folders.values)
    for (name, _, reason) in root.rest() { collection.tell(reason, name) }
    return collection
  }
}
