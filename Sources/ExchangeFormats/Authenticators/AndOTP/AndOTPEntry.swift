// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// An entry of andOTP.
enum AndOTPEntry {
  static func read(_ object: TrackedObject, number: Int) -> CodeEntry {
    var object = object
    var (issuer, account) = (object.text("issuer"), object.text("label") ?? "")
    if issuer == nil, let cut = cut(account) { (issuer, account) = cut }
    // Some versions store the issuer in both.
    if let issuer, let cut = cut(account), cut.issuer == issuer { account = cut.account }
    var entry = CodeEntry(number, title: issuer ?? account)
    var generator = KeptGenerator(object.text("type") ?? "TOTP", secret: object.secret("secret").map { .base32($0) })
    generator.algorithm = object.text("algorithm")
    generator.digits = object.integer("digits")
    generator.period = object.integer("period")
    generator.counter = object.integer("counter")
    generator.pin = object.secret("pin")
    entry.add(generator, issuer: issuer, account: account, isSound: object.malformed.isEmpty, path: "")
    for tag in entry.elements("tags", of: &object, at: "tags") {
      if let tag = tag.digitsOrText(in: object.bytes) {
        entry.item.annotations.add(tag: tag)
      } else {
        entry.tell(.malformedValue, "tags", .leftOut)
      }
    }
    // The name of a picture, and when and how often the code was used.
    object.passOver("thumbnail", "last_used", "used_frequency")
    entry.tellRest(of: object)
    return entry
  }

  /// Splits a label into issuer and account, as in versions without a separate issuer.
  private static func cut(_ label: String) -> (issuer: String, account: String)? {
    for separator in [" - ", ":"] {
      let parts = label.split(separator: separator, maxSplits: 1).map(String.init)
      if parts.count == 2 { return (parts[0], parts[1].hasPrefix(" ") ? String(parts[1].dropFirst()) : parts[1]) }
    }
    return nil
  }
}
