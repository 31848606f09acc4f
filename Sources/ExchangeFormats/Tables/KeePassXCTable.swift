// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads KeePassXC's table, as written by `CsvExporter.cpp`.
enum KeePassXCTable {
  // The columns of older versions, which had no icon yet.
  private static let olderColumns = ["group", "title", "username", "password", "url", "notes"]
  /// The name of the recycle bin in KeePassXC's languages.
  private static let bins: Set<String> = [
    "Recycle Bin", "Papierkorb", "Corbeille", "Papelera de reciclaje", "Papelera", "Cestino", "Lixeira", "Reciclagem", "Prullenbak",
    "Kosz", "Papperskorg", "Papirkurv", "Roskakori", "Koš", "Lomtár", "Geri Dönüşüm Kutusu", "Paperera", "Coș de reciclare", "Корзина",
    "Кошик", "Смітник", "回收站", "資源回收桶", "ゴミ箱", "휴지통",
  ]

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    var isKeePassXC = true
    try TableReading.read(bytes, into: &collection) { draft, row in
      let path = (row.text("group") ?? "").split(separator: "/").map(String.init)
      // Passbolt writes similar columns, but only the user's folders.
      let names = row.columns.names.map { $0.lowercased() }
      if path.isEmpty || !row.has("icon") && names != olderColumns { isKeePassXC = false }
      row.pass("group", "icon")
      LoginTable.take(&row, into: &draft)
      draft.item.folders = path.isEmpty ? [] : [path]
      return .item
    }
    guard isKeePassXC else { return collection }
    // The outermost group is the database itself.
    let roots = Set(collection.items.flatMap(\.folders).compactMap(\.first))
    for index in collection.items.indices where roots.count == 1 {
      let paths = collection.items[index].folders.map { Array($0.dropFirst()) }.filter { !$0.isEmpty }
      collection.items[index].folders = paths
      if let name = paths.first?.first, bins.contains(name) { collection.items[index].shelf = .trash }
    }
    return collection
  }
}
