// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads Bitwarden's export in JSON: of a person or an organisation, plain or encrypted with a passphrase, by itself or in an archive with
/// files.
enum BitwardenReader {
  /// The file in an archive with the entries.
  static let archivedJSON = "data.json"
  /// The start of the path of an entry's file; the entry's identifier and the file's name follow.
  static let archivedFiles = "attachments/"
  /// The maximum size of a file in an archive, 256 MiB.
  static let largestFile = 1 << 28

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    var files = Files()
    return try read(bytes, keys: keys, &files)
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, keys: ImportKeys, _ files: inout Files
  ) throws(CredentialExchangeError) -> ImportedCollection {
    let value = try JSONReader.value(of: bytes)
    if let items = value.elements {
      var collection = ImportedCollection()
      read(items, in: bytes, folders: [:], &files, into: &collection)
      return collection
    }
    guard var file = TrackedObject(value, in: bytes) else { throw CredentialExchangeError(.malformed) }
    guard file.boolean("encrypted") else { return try entries(file, &files) }
    // Without a passphrase it is encrypted with an account's key, which no file contains.
    guard file.boolean("passwordProtected") else { throw CredentialExchangeError(.unsupportedVariant) }
    return try open(file, keys: keys).withBytes { text throws(CredentialExchangeError) in
      guard let inner = TrackedObject(try JSONReader.value(of: text), in: text) else { throw CredentialExchangeError(.malformed) }
      return try entries(inner, &files)
    }
  }

  static func readArchive(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    let archive = try ZIPArchive(bytes, skippingFolder: true)
    guard let json = try archive.content(archivedJSON, atMost: ZIPArchive.mostBytes) else { throw CredentialExchangeError(.malformed) }
    return try json.withBytes { text throws(CredentialExchangeError) in
      var files = Files(of: archive)
      var collection = try read(text, keys: keys, &files)
      for name in files.unclaimed {
        collection.tell(.referenceMissing, name)
      }
      return collection
    }
  }

  private static func open(_ file: TrackedObject, keys: ImportKeys) throws(CredentialExchangeError) -> SharedSecret {
    var file = file
    let kind = file.integer("kdfType")
    guard let salt = file.text("salt"), let kind, let rounds = file.integer("kdfIterations"),
      let validation = file.text("encKeyValidation_DO_NOT_EDIT"), let data = file.text("data")
    else { throw CredentialExchangeError(.malformed) }
    let derivation: BitwardenSeal.Derivation
    switch kind {
    case 0: derivation = .pbkdf2(rounds: rounds)
    case 1:
      guard let memory = file.integer("kdfMemory"), let lanes = file.integer("kdfParallelism") else {
        throw CredentialExchangeError(.malformed)
      }
      derivation = .argon2id(passes: rounds, memoryMiB: memory, lanes: lanes)
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    let seal = try BitwardenSeal(passphrase: passphrase, salt: salt, derivation)
    // The first ciphertext verifies the passphrase; its contents have no meaning.
    _ = try seal.open(validation)
    do throws(CredentialExchangeError) {
      return try seal.open(data)
    } catch  where error.code == .notOpenable {
      // The key was verified, so the data was altered.
      throw CredentialExchangeError(.malformed)
    }
  }

  private static func entries(_ file: TrackedObject, _ files: inout Files) throws(CredentialExchangeError) -> ImportedCollection {
    var file = file
    guard file.value("items")?.elements != nil else { throw CredentialExchangeError(.malformed) }
    // Some programs write them as null in a plain export.
    file.passOver("encrypted", "passwordProtected", "encKeyValidation_DO_NOT_EDIT")
    var collection = ImportedCollection()
    var folders: [String: [String]] = [:]
    for list in ["folders", "collections"] {
      for (index, value) in file.elements(list).enumerated() {
        guard var folder = TrackedObject(value, in: file.bytes), let id = folder.text("id"), let name = folder.text("name") else {
          collection.tell(.malformedValue, "\(list)[\(index)]")
          continue
        }
        // The data that organisations give to folders for other programs.
        folder.passOver("organizationId", "externalId", "groups", "users", "revisionDate", "object", "readOnly", "hidePasswords", "manage")
        folders[id] = path(name)
        for member in folder.rest { collection.tell(.unknownMember, "\(list)[\(index)].\(member.name)") }
      }
    }
    read(file.elements("items"), in: file.bytes, folders: folders, &files, into: &collection)
    collection.tellEmptyFolders(among: folders.values)
    collection.tellRest(of: file)
    return collection
  }

  private static func read(
    _ items: [JSONValue], in bytes: UnsafeRawBufferPointer, folders: [String: [String]], _ files: inout Files,
    into collection: inout ImportedCollection
  ) {
    for (number, value) in items.enumerated() {
      guard let object = TrackedObject(value, in: bytes) else {
        collection.leaveOut(.malformedValue, entry: number)
        continue
      }
      var entry = BitwardenEntry(object, number: number, folders: folders)
      entry.read(&files)
      entry.entry.finish(into: &collection)
    }
  }

  /// Returns the names in a folder's path: Bitwarden shows a folder with slashes in its name as nested folders.
  static func path(_ name: String) -> [String] {
    let names = name.split(separator: "/").map(\.trimmingSpace).filter { !$0.isEmpty }
    return names.isEmpty ? [name] : names
  }
}
