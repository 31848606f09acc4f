// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import FoundationEssentials
import SecretMemory

/// Reads Firefox's table, as written by `LoginExport.sys.mjs`.
enum FirefoxTable {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableReading.read(bytes, into: &collection) { draft, row in
      let address = row.text("url")
      // The browser's own sign-in to Firefox Accounts is of no use to another program.
      if address == "chrome://FirefoxAccounts" {
        draft.item.title = address ?? ""
        return .passedOver(.noPlace)
      }
      draft.isLogin = true
      draft.add(address: address, at: "url")
      draft.login.user = row.text("username") ?? ""
      draft.login.password = row.secret("password")
      draft.keep("httpRealm", text: row.text("httprealm"))
      // The address that the form is sent to, usually that of the page.
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
