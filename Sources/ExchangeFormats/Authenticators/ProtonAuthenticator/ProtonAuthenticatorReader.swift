// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads an export of Proton Authenticator, plain or encrypted with a passphrase.
enum ProtonAuthenticatorReader {
  // The associated data that the program authenticates with the ciphertext.
  private static let purpose = Array("proton.authenticator.export.v1".utf8)
  private static let saltByteCount = 16

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes) else { throw CredentialExchangeError(.malformed) }
    guard file.integer("version") ?? 1 == 1 else { throw CredentialExchangeError(.unsupportedVariant) }
    if file.value("entries") != nil { return try entries(file) }
    guard let salt = EncodedBytes.base64(file.text("salt")), let content = EncodedBytes.base64(file.text("content")),
      salt.count == saltByteCount, content.count > AuthenticatedAES.nonceByteCount
    else { throw CredentialExchangeError(.malformed) }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    let key = try Argon2.derive(.id, passphrase: passphrase, salt: salt, passes: 2, memoryKiB: 19 * 1024, lanes: 1, byteCount: 32)
    let text = try AuthenticatedAES.open(
      content.dropFirst(AuthenticatedAES.nonceByteCount), nonce: content.prefix(AuthenticatedAES.nonceByteCount), key: key,
      associated: purpose)
    return try text.withBytes { text throws(CredentialExchangeError) in
      guard var inner = TrackedObject(try JSONReader.value(of: text), in: text) else { throw CredentialExchangeError(.malformed) }
      guard inner.integer("version") ?? 1 == 1 else { throw CredentialExchangeError(.unsupportedVariant) }
      return try entries(inner)
    }
  }

  private static func entries(_ file: TrackedObject) throws(CredentialExchangeError) -> ImportedCollection {
    var file = file
    guard let values = file.value("entries")?.elements else { throw CredentialExchangeError(.malformed) }
    var collection = ImportedCollection()
    for (number, value) in values.enumerated() {
      if let object = TrackedObject(value, in: file.bytes) {
        entry(object, number: number).finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
    collection.tellRest(of: file)
    return collection
  }

  private static func entry(_ object: TrackedObject, number: Int) -> CodeEntry {
    var object = object
    var content = object.object("content")
    let (link, name) = (content?.secret("uri"), content?.text("name"))
    var entry = CodeEntry(number, title: name ?? "")
    if let link {
      // A Steam link has no names of its own.
      entry.add(link: link, name: name, path: "content.uri")
    } else {
      entry.tell(.missingMember, "content.uri", .leftOut)
    }
    content?.passOver("entry_type")
    if let content { entry.tellRest(of: content, at: "content.") }
    entry.item.annotations.note = object.secret("note")
    object.passOver("id")
    entry.tellRest(of: object)
    return entry
  }
}
