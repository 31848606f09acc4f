// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads KeePassXC's table, as written by `CsvExporter.cpp`.
enum KeePassXCTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection) { draft, row in
      let path = (row.text("group") ?? "").split(separator: "/").map(String.init)
      if !path.isEmpty { draft.item.folders = [path] }
      row.pass("group", "icon")
      LoginTable.take(&row, into: &draft)
      draft.item.folders = path.isEmpty ? [] : [path]
      return .item
    }
    // The outermost group is the database itself.
    let roots = Set(collection.items.flatMap(\.folders).compactMap(\.first))
    for index in collection.items.indices where roots.count == 1 {
      let paths = collection.items[index].folders.map { Array($0.dropFirst()) }.filter { !$0.isEmpty }
      collection.items[index].folders = paths
      if paths.first?.first == "Recycle Bin" { collection.items[index].shelf = .trash }
    }
    return collection
  }
}
