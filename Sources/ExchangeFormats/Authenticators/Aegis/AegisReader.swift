// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads an export of Aegis: a header with the key's slots, and the entries, either plain or encrypted with AES-GCM.
enum AegisReader {
  static let versions = 0...1
  static let databaseVersions = 0...3

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes) else { throw CredentialExchangeError(.malformed) }
    guard versions.contains(file.integer("version") ?? 1) else {
      throw CredentialExchangeError(.unsupportedVariant)
    }
    var header = file.object("header")
    let slots = header?.elements("slots") ?? []
    let parameters = header?.object("params")
    guard case .text(let sealed) = file.value("db") else {
      guard let database = file.object("db") else { throw CredentialExchangeError(.malformed) }
      var collection = try entries(database)
      collection.tellRest(of: file)
      return collection
    }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    guard let seal = AegisSeal(parameters), let content = EncodedBytes.base64(try JSONText.string(bytes, sealed)) else {
      throw CredentialExchangeError(.malformed)
    }
    let key = try AegisSlot.key(of: slots.map { AegisSlot($0, in: bytes) }, passphrase: passphrase)
    return try seal.open(content, key: key).withBytes { text throws(CredentialExchangeError) in
      guard let database = TrackedObject(try JSONReader.value(of: text), in: text) else { throw CredentialExchangeError(.malformed) }
      var collection = try entries(database)
      collection.tellRest(of: file)
      return collection
    }
  }

  private static func entries(_ database: TrackedObject) throws(CredentialExchangeError) -> ImportedCollection {
    var database = database
    guard databaseVersions.contains(database.integer("version") ?? 1) else { throw CredentialExchangeError(.unsupportedVariant) }
    guard database.value("entries")?.elements != nil else { throw CredentialExchangeError(.malformed) }
    var collection = ImportedCollection()
    var groups: [String: String] = [:]
    for value in database.elements("groups") {
      guard var group = TrackedObject(value, in: database.bytes), let name = group.text("name"), let id = group.text("uuid") else {
        collection.tell(.malformedValue, "db.groups")
        continue
      }
      groups[id.lowercased()] = name
    }
    database.passOver("icons_optimized")
    for (number, value) in database.elements("entries").enumerated() {
      guard let object = TrackedObject(value, in: database.bytes) else {
        collection.leaveOut(.malformedValue, entry: number)
        continue
      }
      AegisEntry.read(object, number: number, groups: groups).finish(into: &collection)
    }
    collection.tellEmptyFolders(among: groups.values.map { [$0] })
    collection.tellRest(of: database)
    return collection
  }
}
