// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads a backup of 2FAS: services, plain or encrypted, and their groups.
enum TwoFASReader {
  static let schemas = 1...4

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes) else { throw CredentialExchangeError(.malformed) }
    guard schemas.contains(file.integer("schemaVersion") ?? 1) else { throw CredentialExchangeError(.unsupportedVariant) }
    // The exporting program, the time and the cloud storage.
    file.passOver("appVersionCode", "appVersionName", "appOrigin", "updatedAt", "account", "reference")
    var collection = ImportedCollection()
    var groups: [String: String] = [:]
    for value in file.elements("groups") {
      guard var group = TrackedObject(value, in: bytes), let id = group.text("id"), let name = group.text("name") else {
        collection.tell(.malformedValue, "groups")
        continue
      }
      groups[id.lowercased()] = name
    }
    let plain = file.elements("services")
    guard let sealed = file.text("servicesEncrypted") else {
      guard file.malformed.isEmpty, file.value("services") != nil else { throw CredentialExchangeError(.malformed) }
      add(plain, in: bytes, groups: groups, to: &collection)
      collection.tellEmptyFolders(among: groups.values.map { [$0] })
      collection.tellRest(of: file)
      return collection
    }
    let text = try open(sealed, keys: keys)
    try text.withBytes { text throws(CredentialExchangeError) in
      guard let services = try JSONReader.value(of: text).elements else { throw CredentialExchangeError(.malformed) }
      add(services, in: text, groups: groups, to: &collection)
    }
    add(plain, in: bytes, groups: groups, to: &collection)
    collection.tellEmptyFolders(among: groups.values.map { [$0] })
    collection.tellRest(of: file)
    return collection
  }

  /// Opens "data:salt:nonce", each in Base64: AES-GCM under a PBKDF2 key with SHA-256 and 10 000 rounds.
  private static func open(_ sealed: String, keys: ImportKeys) throws(CredentialExchangeError) -> SharedSecret {
    let parts = sealed.split(separator: ":", omittingEmptySubsequences: false).map { EncodedBytes.base64(String($0)) }
    guard parts.count == 3, let content = parts[0], let salt = parts[1], let nonce = parts[2] else {
      throw CredentialExchangeError(.malformed)
    }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    let key = try PasswordDerivation.pbkdf2(.sha256, passphrase: passphrase, salt: salt, rounds: 10_000)
    return try AuthenticatedAES.open(content[...], nonce: nonce[...], key: key)
  }

  private static func add(
    _ services: [JSONValue], in bytes: UnsafeRawBufferPointer, groups: [String: String], to collection: inout ImportedCollection
  ) {
    for value in services {
      let number = collection.readCount
      if let object = TrackedObject(value, in: bytes) {
        TwoFASEntry.read(object, number: number, groups: groups).finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
  }
}
