// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads an export of FreeOTP+: tokens, whose secrets are arrays of signed bytes.
enum FreeOTPReader {
  static let longestArray = 4096

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes), let tokens = file.value("tokens")?.elements else {
      throw CredentialExchangeError(.malformed)
    }
    file.passOver("tokenOrder")
    var collection = ImportedCollection()
    for (number, value) in tokens.enumerated() {
      if let object = TrackedObject(value, in: bytes) {
        var object = object
        let elements = object.value("secret")?.elements
        let secret: KeptGenerator.Secret? =
          if let elements { javaBytes(elements, in: bytes).map { .bytes($0) } } else { object.secret("secret").map { .base32($0) } }
        var entry = entry(object, number: number, secret: secret, keepsLast: true)
        if secret == nil, elements?.isEmpty == false { entry.tell(.malformedValue, "secret", .leftOut) }
        entry.finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
    collection.tellRest(of: file)
    return collection
  }

  /// Reads a token.
  ///
  /// - Parameters:
  ///   - secret: Its secret.
  ///   - keepsLast: Whether its counter is that of the last code, because FreeOTP+ increments it before generating a code; otherwise it is
  ///     that of the next.
  static func entry(_ object: TrackedObject, number: Int, secret: KeptGenerator.Secret?, keepsLast: Bool) -> CodeEntry {
    var object = object
    // The issuer from the label's prefix, and the one from the parameter, which is displayed if present.
    let (outer, inner) = (object.text("issuerExt"), object.text("issuerInt"))
    // The user's replacements for the issuer and the label.
    let (issuerAlias, alias) = (object.text("issuerAlt"), object.text("alias") ?? object.text("labelAlt"))
    let issuer = inner ?? outer
    let account = object.text("label") ?? ""
    var entry = CodeEntry(number, title: issuerAlias ?? outer ?? issuer ?? (account.isEmpty ? alias ?? "" : account))
    var generator = KeptGenerator(object.text("type") ?? "TOTP", secret: secret)
    // FreeOTP+ generates Steam's codes if the issuer is named Steam.
    if outer == "Steam" || inner == "Steam", generator.kind == .timeBased { generator.kind = .steam }
    generator.algorithm = object.text("algo")
    generator.digits = object.integer("digits")
    let (period, counter) = (object.integer("period"), object.integer("counter"))
    if generator.kind == .counterBased {
      generator.counter = keepsLast ? (counter ?? -1).addingReportingOverflow(1).partialValue : counter
    } else {
      generator.period = period
    }
    entry.add(generator, issuer: issuer, account: account, isSound: object.malformed.isEmpty, path: "")
    if let alias, alias != account, alias != entry.item.title {
      entry.keep("alias", SharedSecret(copying: alias.utf8), isHidden: false, .noPlace, "alias")
    }
    if let category = object.text("category") { entry.item.folders = [[category]] }
    // Pictures and appearance.
    object.passOver("image", "imageAlt", "iconKey", "color", "lock")
    entry.tellRest(of: object)
    return entry
  }

  /// Returns bytes written as numbers from -128 to 127, as in Java; nil for invalid elements or an empty array.
  static func javaBytes(_ elements: [JSONValue], in text: UnsafeRawBufferPointer) -> SharedSecret? {
    guard !elements.isEmpty, elements.count <= longestArray else { return nil }
    var secret = SecretBytes(byteCount: elements.count)
    let isWhole = secret.withMutableBytes { target in
      for (place, element) in elements.enumerated() {
        guard case .number(let range) = element, let number = JSONNumber.integer(text, range), -128...255 ~= number else { return false }
        target[place] = UInt8(truncatingIfNeeded: number)
      }
      return true
    }
    return isWhole ? SharedSecret(secret) : nil
  }
}
