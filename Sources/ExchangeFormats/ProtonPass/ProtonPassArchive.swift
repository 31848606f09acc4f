// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads Proton Pass's JSON export, by itself or in an archive with attached files.
///
/// Its members are those of `packages/pass/lib/export/types.ts` and `item-v1.proto` in Proton's web clients.
enum ProtonPassArchive {
  static let mostBytes = 512 << 20
  static let folder = "Proton Pass/"

  /// Whether an archive is such an export, as packed by Proton Pass or repacked without its folder.
  static func isOne(_ names: Set<String>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    if [folder + "data.json", folder + "data.pgp", "data.pgp"].contains(where: names.contains) { return true }
    // Bitwarden's file has the same name.
    guard names.contains("data.json"), !names.contains(where: { $0.hasPrefix(BitwardenReader.archivedFiles) }),
      let archive = try? ZIPArchive(bytes), let data = try? archive.content("data.json", atMost: mostBytes)
    else { return false }
    return data.withBytes { (try? JSONReader.value(of: $0))?["vaults"]?.isObject == true }
  }

  static func isSealed(_ bytes: UnsafeRawBufferPointer) -> Bool { OpenPGPSignature.isForPassphrase(bytes) }

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    guard isSealed(bytes) else { return try content(bytes, keys: keys) }
    return try PassphraseSeal.open(bytes, keys: keys).withBytes { (bytes) throws(CredentialExchangeError) in
      // The user may have encrypted any other export with a passphrase.
      guard let format = ImportFormat.detect(bytes) else { throw ImportFormat.failure(bytes) }
      return [.protonPassJSON, .protonPassZIP].contains(format)
        ? try content(bytes, keys: keys) : try ImportReader.read(bytes, as: format, keys: ImportKeys())
    }
  }

  /// Reads an unencrypted file: the JSON, or an archive with the JSON and the files, which may themselves be encrypted.
  static func content(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    guard bytes.starts(with: [0x50, 0x4B]) else { return try collection(of: bytes, files: [:]) }
    let archive = try ZIPArchive(bytes, skippingFolder: true)
    let folder = archive.names.contains { $0 == "data.json" || $0 == "data.pgp" } ? "" : Self.folder
    let isPlain = archive.names.contains(folder + "data.json")
    guard let file = try archive.content(folder + (isPlain ? "data.json" : "data.pgp"), atMost: mostBytes) else {
      throw CredentialExchangeError(.malformed)
    }
    let data = isPlain ? file : try opened(file, keys: keys)
    var files: [String: SharedSecret] = [:]
    for name in archive.names where name.hasPrefix(folder + "files/") {
      guard let file = try archive.content(name, atMost: mostBytes) else { continue }
      // If the JSON is encrypted, the files can be too.
      files[String(name.dropFirst(folder.count + 6))] = isPlain ? file : try opened(file, keys: keys)
    }
    return try data.withBytes { (data) throws(CredentialExchangeError) in try collection(of: data, files: files) }
  }

  private static func opened(_ content: SharedSecret, keys: ImportKeys) throws(CredentialExchangeError) -> SharedSecret {
    try content.withBytes { (bytes) throws(CredentialExchangeError) in
      isSealed(bytes) ? try PassphraseSeal.open(bytes, keys: keys) : content
    }
  }

  private static func collection(
    of bytes: UnsafeRawBufferPointer, files: [String: SharedSecret]
  ) throws(CredentialExchangeError) -> ImportedCollection {
    var root = JSONMembers(try JSONReader.value(of: bytes), in: bytes)
    if root.flag("encrypted") { throw CredentialExchangeError(.unsupportedVariant) }
    guard root.names.contains("vaults") else { throw CredentialExchangeError(.malformed) }
    root.pass("version", "userId")
    var (files, collection, vaults) = (files, ImportedCollection(), root.object("vaults"))
    var all: [[String]] = []
    for share in vaults.names {
      let path = "vaults.\(share)"
      var vault = vaults.object(share)
      vault.pass("display")
      let name = vault.text("name")
      if vault.text("description") != nil { collection.tell(.noPlace, "\(path).description") }
      let folders = paths(of: vault.elements("folders"), in: bytes)
      let outer = name.map { [$0] } ?? []
      all += [outer] + folders.values.map { outer + $0 }
      for item in vault.elements("items") {
        guard item.isObject else {
          collection.passOver(collection.readCount, because: .malformedValue)
          continue
        }
        var reading = ProtonPassItem(item, bytes: bytes, number: collection.readCount)
        let inner = item["folderId"]?.string(in: bytes).flatMap { folders[$0] } ?? []
        let folder = outer + inner
        reading.draft.item.folders = folder.isEmpty ? [] : [folder]
        reading.read(files: &files)
        collection.add(reading.draft)
      }
      for (name, _, reason) in vault.rest() { collection.tell(reason, "\(path).\(name)") }
    }
    collection.tellEmptyFolders(among: all)
    for (name, _, reason) in vaults.rest() { collection.tell(reason, "vaults.\(name)") }
    for (name, _, reason) in root.rest() { collection.tell(reason, name) }
    for name in files.keys.sorted() { collection.tell(.noPlace, "\(folder)files/\(name)") }
    return collection
  }

  /// Returns the paths of a vault's folders by identifier; a folder that contains itself ends the path.
  private static func paths(of folders: [JSONValue], in bytes: UnsafeRawBufferPointer) -> [String: [String]] {
    var (names, parents): ([String: String], [String: String]) = ([:], [:])
    for folder in folders {
      guard let id = folder["folderId"]?.string(in: bytes), let name = folder["name"]?.string(in: bytes) else { continue }
      names[id] = name
      parents[id] = folder["parentFolderId"]?.string(in: bytes)
    }
    return FolderPaths.paths(names: names, parents: parents)
  }
}
