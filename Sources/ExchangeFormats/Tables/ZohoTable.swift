// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads Zoho Vault's table; each line of `SecretData` and `CustomData` is a name and a value.
enum ZohoTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection, mayBreakOff: true) { draft, row in
      for name in ["secret name", "password name"] where row.has(name) { draft.item.title = row.text(name) ?? "" }
      for name in ["secret url", "password url"] where row.has(name) { draft.add(address: row.text(name), at: name) }
      for name in ["chambername", "foldername", "folder name"] {
        if let folder = row.text(name) { draft.item.folders = [[folder]] }
      }
      for tag in (row.text("tags") ?? "").split(separator: ",") where !tag.isEmpty {
        draft.item.annotations.add(tag: tag.trimmingSpace)
      }
      draft.item.annotations.isFavourite = draft.flag(row.text("favorite"), at: "favorite")
      // Whether it is personal or belongs to a company.
      row.pass("classification")
      draft.keep("Description", text: row.text("description"))
      for name in ["login_totp", "totp"] { draft.add(code: row.secret(name), named: "One-time code", at: name) }
      for name in ["secretdata", "customdata"] { take(lines: row.secret(name), into: &draft) }
      let note = row.secret("notes")
      let hasLogin = !draft.login.user.isEmpty || draft.login.password != nil || !draft.login.services.isEmpty
      if !hasLogin, let note { draft.others.append(.note(ExchangedNote(text: note))) } else { draft.add(note: note) }
      return .item
    }
    return collection
  }

  private static func take(lines: SharedSecret?, into draft: inout EntryDraft) {
    let lines = lines?.withBytes { bytes in
      bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { line -> (name: String, value: SharedSecret) in
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let name = String(decoding: line[..<(colon ?? line.startIndex)], as: UTF8.self)
        let value = line[(colon.map { $0 + 1 } ?? line.startIndex)...]
        return (name, SharedSecret(copying: UnsafeRawBufferPointer(rebasing: value)))
      }
    }
    for (name, value) in lines ?? [] where value.byteCount > 0 {
      switch name.lowercased() {
      case "secrettype":
        if value.withBytes({ $0.elementsEqual("Web Account".utf8) }) { draft.isLogin = true } else { draft.keep(name, value) }
      case "user name", "username":
        if draft.login.user.isEmpty {
          draft.login.user = value.withBytes { String(decoding: $0, as: UTF8.self) }
        } else {
          draft.keep(name, value)
        }
      case "password" where draft.login.password == nil: draft.login.password = value
      default: draft.keep(name, value, isHidden: name.isEmpty || SecretNames.isSecret(name))
      }
    }
  }
}
