// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import FoundationEssentials
import SecretMemory

/// Reads Firefox's table, as `LoginExport.sys.mjs` writes it.
enum FirefoxTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection) { draft, row in
      let address = row.text("url")
      // What signs the browser itself in to Firefox Accounts is of no use to another program.
      if address == "chrome://FirefoxAccounts" {
        draft.item.title = address ?? ""
        return .passedOver(.noPlace)
      }
      draft.isLogin = true
      draft.add(address: address, at: "url")
      draft.login.user = row.text("username") ?? ""
      draft.login.password = row.secret("password")
      draft.keep("httpRealm", text: row.text("httprealm"))
      // Where the form is sent to; mostly where the page is.
      let target = row.text("formactionorigin")
      if target != address { draft.keep("formActionOrigin", text: target) }
      row.pass("guid", "timelastused", "times used")
      draft.item.created = date("timecreated", &row, &draft)
      draft.item.modified = date("timepasswordchanged", &row, &draft)
      return .item
    }
    return collection
  }

  private static func date(_ name: String, _ row: inout TableRow, _ draft: inout EntryDraft) -> Date? {
    guard let text = row.text(name), text != "0" else { return nil }
    if let number = Double(text), let date = DateText.milliseconds(number) { return date }
    draft.keep(name, text: text, because: .malformedValue)
    return nil
  }
}

/// Reads KeePassXC's table, as `CsvExporter.cpp` writes it.
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
