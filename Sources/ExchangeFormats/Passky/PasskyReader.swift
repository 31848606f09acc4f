// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Reads Passky's export, an object with `passwords`.
enum PasskyReader {
  /// Whether JSON is such an export: each entry has these four members, with any values.
  static func isOne(_ value: JSONValue) -> Bool {
    guard let first = value["passwords"]?.elements?.first else { return false }
    return ["website", "username", "password", "message"].allSatisfy { first[$0] != nil }
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let value = try JSONReader.value(of: bytes)
    guard value["passwords"]?.elements != nil else { throw CredentialExchangeError(.malformed) }
    var root = JSONMembers(value, in: bytes)
    // The key of an account, which is needed to decrypt it, is not in the file.
    guard !root.flag("encrypted") else { throw CredentialExchangeError(.unsupportedVariant) }
    var collection = ImportedCollection()
    for element in root.elements("passwords") {
      guard element.isObject else {
        collection.passOver(collection.readCount, because: .malformedValue)
        continue
      }
      var entry = JSONMembers(element, in: bytes)
      entry.pass("id", "owner")
      let site = entry.text("website") ?? ""
      var draft = EntryDraft(number: collection.readCount, title: site)
      draft.isLogin = true
      draft.add(address: site, at: "website")
      draft.login.user = entry.text("username") ?? ""
      draft.login.password = entry.secret("password")
      draft.add(note: entry.secret("message"))
      draft.keepRest(of: entry)
      collection.add(draft)
    }
    for (name, _, reason) in root.rest() { collection.tell(reason, name) }
    return collection
  }
}
