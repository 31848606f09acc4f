// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads LastPass's table; what is no login stands in its `extra`, line by line.
enum LastPassTable {
  // What stands for an address where there is none: a note, and a folder that lies empty.
  private static let (noteAddress, folderAddress) = ("http://sn", "http://group")
  // What stands for an address and for a folder where a login has none.
  private static let (noAddresses, noFolder) = (["http://", "https://"], "(none)")

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection, mayBeEscaped: true, mayRunOn: true) { draft, row in
      draft.item.title = row.text("name") ?? ""
      let address = row.text("url")
      if address == folderAddress { return .passedOver(.noPlace) }
      let grouping = row.text("grouping") ?? ""
      let folder = grouping == noFolder ? [] : grouping.split(separator: "\\").map(String.init)
      draft.item.folders = folder.isEmpty ? [] : [folder]
      draft.item.annotations.isFavourite = row.flag("fav")
      draft.login.user = row.text("username") ?? ""
      draft.login.password = row.secret("password")
      draft.add(code: row.secret("totp"), named: "One-time code", at: "totp")
      let extra = row.secret("extra")
      guard address == noteAddress else {
        draft.isLogin = true
        if let address, !noAddresses.contains(address) { draft.add(address: address, at: "url") }
        draft.add(note: extra)
        return .item
      }
      if let extra, let note = LastPassNote(extra) {
        note.take(into: &draft)
      } else {
        draft.others.append(.note(ExchangedNote(text: extra ?? SharedSecret(SecretBytes(byteCount: 0)))))
      }
      return .item
    }
    return collection
  }
}
