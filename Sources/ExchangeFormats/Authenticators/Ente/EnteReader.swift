// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads an encrypted export of Ente Auth: a list of links in a single message of libsodium's secret stream.
enum EnteReader {
  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes) else { throw CredentialExchangeError(.malformed) }
    guard file.integer("version") ?? 1 == 1 else { throw CredentialExchangeError(.unsupportedVariant) }
    var parameters = file.object("kdfParams")
    guard let memory = parameters?.integer("memLimit"), let passes = parameters?.integer("opsLimit"),
      let salt = EncodedBytes.base64(parameters?.text("salt")), let message = EncodedBytes.base64(file.text("encryptedData")),
      let header = EncodedBytes.base64(file.text("encryptionNonce"))
    else { throw CredentialExchangeError(.malformed) }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    let key = try SodiumStream.key(passphrase: passphrase, salt: salt, memory: memory, passes: passes)
    let text = try SodiumStream.open(message, header: header, key: key)
    var collection = try text.withBytes { text throws(CredentialExchangeError) in try LinkListReader.read(text) }
    if let parameters { collection.tellRest(of: parameters) }
    collection.tellRest(of: file)
    return collection
  }
}
