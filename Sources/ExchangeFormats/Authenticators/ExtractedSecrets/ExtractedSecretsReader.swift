// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// Reads the JSON of extract_otp_secrets, which decodes the exports of Google Authenticator: an array of codes, each with its link.
enum ExtractedSecretsReader {
  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    try CodeEntry.readAll(in: bytes, entry)
  }

  private static func entry(_ object: TrackedObject, _ number: Int) -> CodeEntry {
    var object = object
    // The service may precede the account, as in the export.
    let name = object.text("name") ?? ""
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    let issuer = object.text("issuer") ?? (parts.count == 2 ? parts[0] : nil)
    let account = parts.count == 2 ? parts[1].trimmingSpace : name
    var generator = KeptGenerator(object.text("type") ?? "totp", secret: object.secret("secret").map { .base32($0) })
    generator.counter = object.integer("counter")
    let isSound = object.malformed.isEmpty
    let link = object.secret("url")
    var entry = CodeEntry(number, title: issuer ?? account)
    if let link, let setup = CodeText.setup(link)?.setup, isSound, generator.agrees(with: setup.parameters) {
      // 1. The link agrees with the members and includes anything the user added.
      entry.add(link: link, path: "url")
    } else {
      // 2. Otherwise the members count, since they are what the user sees in the file.
      entry.add(generator, issuer: issuer, account: account, isSound: isSound, path: "")
      if let link { entry.keep("url", link, isHidden: true, .malformedValue, "url") }
    }
    entry.tellRest(of: object)
    return entry
  }
}

extension KeptGenerator {
  /// Whether these values match those of a code, as far as they are present.
  fileprivate func agrees(with other: OneTimeCodeParameters) -> Bool {
    guard let own = parameters()?.parameters, constantTimeEquals(own.secret, other.secret) else { return false }
    return switch (own.form, other.form) {
    case (.timeBased, .timeBased), (.timeBased, .steam): true
    case (.counterBased(let one), .counterBased(let two)): one == two
    default: false
    }
  }
}
