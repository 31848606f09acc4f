// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads 1Password's older interchange format, `data.1pif`: an object per line, with a line of asterisks between objects.
///
/// The publisher never documented it; this code is based on exports of 1Password 4 to 7.
enum OnePasswordInterchange {
  static let mark: StaticString = "***5642bee8-a5ff-11dc-8314-0800200c9a66***"
  static let mostItems = 1_000_000

  static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let end = bytes.firstIndex(of: 0x0A), let start = bytes.first(where: { ![0x20, 0xEF, 0xBB, 0xBF].contains($0) }) else {
      return false
    }
    return start == UInt8(ascii: "{") && mark.withUTF8Buffer { bytes[(end + 1)...].starts(with: $0) }
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard isOne(bytes) else { throw CredentialExchangeError(.malformed) }
    var lines: [UnsafeRawBufferPointer] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if !mark.withUTF8Buffer({ line.starts(with: $0) }), line.contains(where: { $0 > 0x20 }) { lines.append(line) }
      guard lines.count <= mostItems else { throw CredentialExchangeError(.overBounds) }
      start = end + 1
    }
    return collection(of: lines)
  }

  private static func collection(of lines: [UnsafeRawBufferPointer]) -> ImportedCollection {
    let values = lines.map { try? JSONReader.value(of: $0) }
    var (names, parents): ([String: String], [String: String]) = ([:], [:])
    for (value, line) in zip(values, lines) where value.map({ isFolder($0, in: line) }) == true {
      guard let id = value?["uuid"]?.string(in: line) else { continue }
      names[id] = value?["title"]?.string(in: line) ?? ""
      parents[id] = value?["folderUuid"]?.string(in: line)
    }
    let folders = FolderPaths.paths(names: names, parents: parents)
    var collection = ImportedCollection()
    for (value, line) in zip(values, lines) {
      guard let value, value.isObject else {
        collection.passOver(collection.readCount, because: .malformedValue)
        continue
      }
      if isFolder(value, in: line) { continue }
      var item = InterchangeItem(value, bytes: line, number: collection.readCount)
      item.read(folders: folders)
      collection.add(item.made.draft)
    }
    collection.tellEmptyFolders(among: folders.values)
    return collection
  }

  private static func isFolder(_ value: JSONValue, in bytes: UnsafeRawBufferPointer) -> Bool {
    value["typeName"]?.string(in: bytes)?.hasPrefix("system.folder.") == true
  }
}
