// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads LastPass's table; entries that are not logins are stored line by line in `extra`.
enum LastPassTable {
  // The placeholder addresses of a note and of an empty folder.
  private static let (noteAddress, folderAddress) = ("http://sn", "http://group")
  // The placeholders for a login without an address and without a folder.
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
      draft.item.annotations.isFavourite = draft.flag(row.text("fav"), at: "fav")
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
