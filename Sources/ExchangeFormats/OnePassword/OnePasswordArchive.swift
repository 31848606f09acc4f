// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads 1Password's 1PUX: an archive of `export.attributes`, `export.data` and `files/`, or only its `export.data`.
///
/// The publisher documents it at https://support.1password.com/1pux-format/; details missing there come from actual exports.
enum OnePasswordArchive {
  /// The maximum size of the JSON.
  static let mostBytes = 512 << 20

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard bytes.starts(with: [0x50, 0x4B]) else {
      return try collection(of: try JSONReader.value(of: bytes), in: bytes, files: [:])
    }
    let archive = try ZIPArchive(bytes, skippingFolder: true)
    guard let data = try archive.content("export.data", atMost: mostBytes) else { throw CredentialExchangeError(.malformed) }
    var files: [String: SharedSecret] = [:]
    for name in archive.names where name.hasPrefix("files/") {
      files[name] = try archive.content(name, atMost: mostBytes)
    }
    return try data.withBytes { (data) throws(CredentialExchangeError) in
      try collection(of: try JSONReader.value(of: data), in: data, files: files)
    }
  }

  private static func collection(
    of value: JSONValue, in bytes: UnsafeRawBufferPointer, files: [String: SharedSecret]
  ) throws(CredentialExchangeError) -> ImportedCollection {
    var root = JSONMembers(value, in: bytes)
    guard value.isObject, value["accounts"]?.elements != nil else { throw CredentialExchangeError(.malformed) }
    let accounts = root.elements("accounts")
    var reading = OnePasswordReading(bytes: bytes, files: files)
    for account in accounts { reading.gatherTitles(of: account) }
    for (index, account) in accounts.enumerated() {
      reading.read(account: account, isOnly: accounts.count == 1, at: "accounts[\(index)]")
    }
    reading.collection.tellEmptyFolders(among: reading.folders)
    for (name, _, reason) in root.rest() { reading.collection.tell(reason, name) }
    for name in reading.files.keys.sorted() { reading.collection.tell(.noPlace, name) }
    return reading.collection
  }
}
