// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

import class SecretMemory.SharedSecret

/// Reads the key in a key file: XML of either version, 32 bytes, 64 hexadecimal digits, or otherwise the hash of the file.
enum KeePassKeyFile {
  /// The maximum length of an XML key file.
  private static let longestXML = 1 << 20

  /// Returns the key in a file.
  ///
  /// - Throws: `notOpenable` if the key does not match its own hash.
  static func key(_ file: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    if file.byteCount <= longestXML, let key = try file.withBytes({ (bytes) throws(CredentialExchangeError) in try xmlKey(bytes) }) {
      return key
    }
    return file.withBytes { bytes in
      if bytes.count == 32 { return SharedSecret(copying: bytes) }
      if bytes.count == 64, let key = HexText.decode(bytes) { return key }
      return SharedSecret(copying: SHA256.hash(data: bytes))
    }
  }

  private static func xmlKey(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> SharedSecret? {
    let document = Document()
    do { try XMLEvents.read(bytes, document) } catch { return nil }
    guard document.isKeyFile, let data = document.data else { return nil }
    guard document.version.hasPrefix("2") else {
      return data.withBytes { Base64Text.shared($0) }
    }
    guard let key = data.withBytes({ HexText.decode($0) }) else { return nil }
    // The first four bytes of the key's hash are stored with it.
    if let check = document.check.flatMap({ text in SharedSecret(copying: text.utf8).withBytes { HexText.decode($0) } }) {
      let digest = key.withBytes { Array(SHA256.hash(data: $0)) }
      guard check.withBytes({ digest.starts(with: $0) }) else { throw CredentialExchangeError(.notOpenable) }
    }
    return key
  }

  private final class Document: XMLEventHandler {
    private var path: [String] = []
    private(set) var isKeyFile = false
    private(set) var version = ""
    private(set) var check: String?
    private(set) var data: SharedSecret?

    func begin(_ name: String, attributes: [String: String]) throws(CredentialExchangeError) {
      path.append(name)
      if path == ["KeyFile"] { isKeyFile = true }
      if path == ["KeyFile", "Key", "Data"] { check = attributes["Hash"] }
    }

    func end(_: String, text: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
      if path == ["KeyFile", "Meta", "Version"] { version = String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self) }
      if path == ["KeyFile", "Key", "Data"] { data = SharedSecret(copying: text) }
      path.removeLast()
    }
  }
}
