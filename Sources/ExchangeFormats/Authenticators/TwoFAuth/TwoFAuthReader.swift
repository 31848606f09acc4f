// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Reads an export of 2FAuth, a server for codes: an object with `app`, `schema`, `datetime`, and the accounts as `data`.
enum TwoFAuthReader {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes) else { throw CredentialExchangeError(.malformed) }
    file.passOver("app", "schema", "datetime")
    var collection = ImportedCollection()
    for (number, value) in file.elements("data").enumerated() {
      if let object = TrackedObject(value, in: bytes) {
        entry(object, number).finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
    collection.tellRest(of: file)
    return collection
  }

  private static func entry(_ object: TrackedObject, _ number: Int) -> CodeEntry {
    var object = object
    let (issuer, account) = (object.text("service"), object.text("account") ?? "")
    var entry = CodeEntry(number, title: issuer ?? account)
    let kind = object.text("otp_type") ?? "totp"
    var generator = KeptGenerator(kind == "steamtotp" ? "steam" : kind, secret: object.secret("secret").map { .base32($0) })
    generator.algorithm = object.text("algorithm")
    generator.digits = object.integer("digits")
    let (period, counter) = (object.integer("period"), object.integer("counter"))
    if generator.kind == .counterBased { generator.counter = counter } else { generator.period = period }
    entry.add(generator, issuer: issuer, account: account, isSound: object.malformed.isEmpty, path: "")
    // A link with the same values, and the picture.
    object.passOver("legacy_uri", "icon", "icon_mime", "icon_file", "id", "group_id", "order_column")
    entry.tellRest(of: object)
    return entry
  }
}
