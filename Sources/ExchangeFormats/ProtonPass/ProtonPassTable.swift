// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

/// Reads Proton Pass's table; its `note` column contains cards and identities as JSON.
enum ProtonPassTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection) { draft, row in
      draft.item.title = row.text("name") ?? ""
      if let vault = row.text("vault") { draft.item.folders = [[vault]] }
      draft.item.created = date("createtime", &row, &draft)
      draft.item.modified = date("modifytime", &row, &draft)
      let kind = row.text("type") ?? "login"
      // Before there was a separate e-mail column, `username` could be either.
      let (user, email) = (row.text("username"), row.text("email"))
      switch kind {
      case "login", "alias":
        draft.isLogin = true
        draft.login.user = user ?? email ?? ""
        if user != nil, email != user { draft.keep("Email", text: email) }
        draft.login.password = row.secret("password")
        takeAddresses(&row, into: &draft)
        draft.add(code: row.secret("totp"), named: "One-time code", at: "totp")
        draft.add(note: row.secret("note"))
      case "note":
        draft.others.append(.note(ExchangedNote(text: row.secret("note") ?? SharedSecret(SecretBytes(byteCount: 0)))))
      default: take(json: row.secret("note"), kind: kind, into: &draft)
      }
      if kind != "login", kind != "alias" {
        draft.keep("username", text: user, because: .noPlace)
        draft.keep("email", text: email, because: .noPlace)
      }
      return .item
    }
    return collection
  }

  private static func date(_ name: String, _ row: inout TableRow, _ draft: inout EntryDraft) -> Date? {
    guard let text = row.text(name) else { return nil }
    let date = TableDate.date(text)
    if date == nil { draft.keep(name, text: text, because: .malformedValue) }
    return date
  }

  private static func takeAddresses(_ row: inout TableRow, into draft: inout EntryDraft) {
    if let list = row.secret("autofillurls") {
      let urls = list.withBytes { bytes -> [(String?, String?)]? in
        (try? JSONReader.value(of: bytes))?.elements?.map { element in
          var members = JSONMembers(element, in: bytes)
          return (members.text("url"), members.text("mode"))
        }
      }
      if urls == nil { draft.keep("autofillUrls", list, because: .malformedValue) }
      for (url, mode) in urls ?? [] {
        let isUsual = mode == nil || mode == "0"
        if !isUsual { draft.tell(.noPlace, "autofillUrls.mode", .keptInPart) }
        draft.add(address: url, rule: isUsual ? .domain : .exact, at: "autofillUrls")
      }
    }
    draft.add(addresses: row.text("url"), at: "url")
  }

  private static func take(json note: SharedSecret?, kind: String, into draft: inout EntryDraft) {
    guard let note else { return }
    let taken = note.withBytes { bytes -> EntryDraft? in
      guard let value = try? JSONReader.value(of: bytes), value.isObject else { return nil }
      var item = ProtonPassItem(.null, bytes: bytes, number: draft.number)
      item.draft = draft
      var content = JSONMembers(value, in: bytes)
      let note = content.secret("note")
      item.read(content: &content, kind: kind, alias: nil, note: note)
      item.draft.keepRest(of: content, at: "note")
      return item.draft
    }
    if let taken { draft = taken } else { draft.add(note: note) }
  }
}
