// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads an export of Raivo OTP, extracted from its archive: an array whose values are all texts.
enum RaivoReader {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    try CodeEntry.readAll(in: bytes, entry)
  }

  private static func entry(_ object: TrackedObject, _ number: Int) -> CodeEntry {
    var object = object
    let (issuer, account) = (object.text("issuer"), object.text("account") ?? "")
    var entry = CodeEntry(number, title: issuer ?? account)
    var generator = KeptGenerator(object.text("kind") ?? "TOTP", secret: object.secret("secret").map { .base32($0) })
    generator.algorithm = object.text("algorithm")
    generator.digits = object.integer("digits")
    let (period, counter) = (object.integer("timer"), object.integer("counter"))
    if generator.kind == .counterBased { generator.counter = counter } else { generator.period = period }
    entry.add(generator, issuer: issuer, account: account, isSound: object.malformed.isEmpty, path: "")
    entry.item.annotations.isFavourite = object.boolean("pinned")
    object.passOver("iconType", "iconValue")
    entry.tellRest(of: object)
    return entry
  }
}
