// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

import class SecretMemory.SharedSecret

/// Opens OpenPGP messages encrypted with a passphrase and AES, in the older of the two formats (RFC 9580 §5.13.1).
enum PassphraseSeal {
  /// The maximum number of passphrases for one message.
  static let mostKeys = 4
  /// The maximum number of nested compressions.
  static let mostLayers = 4
  static let mostBytes = 512 << 20
  private static let blockByteCount = 16
  private static let digestByteCount = 20

  /// The packet types used here (RFC 9580 §5).
  private enum Kind {
    static let publicKey = 1
    static let passphraseKey = 3
    static let compressed = 8
    static let marker = 10
    static let literal = 11
    static let sealed = 18
    static let check = 19
    static let padding = 21
  }

  /// Returns the file in a message.
  ///
  /// - Throws: `passphraseNeeded`; `notOpenable` for a wrong passphrase; `unsupportedVariant` for a message to a key pair, and for other
  ///   ciphers and formats; `malformed` for a damaged message; `overBounds`.
  static func open(_ message: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> SharedSecret {
    let packets = try ArmoredMessage.packets(message)
    return try packets.withBytes { (bytes) throws(CredentialExchangeError) in
      var reader = PacketReader(bytes)
      var locks: [SharedSecret] = []
      while let packet = try reader.next() {
        switch packet.kind {
        case Kind.passphraseKey:
          guard locks.count < mostKeys else { throw CredentialExchangeError(.overBounds) }
          locks.append(packet.content)
        case Kind.publicKey, Kind.marker, Kind.padding: break
        case Kind.sealed:
          guard !locks.isEmpty else { throw CredentialExchangeError(.unsupportedVariant) }
          guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
          return try open(packet.content, locks: locks, passphrase: passphrase)
        case Kind.literal, Kind.compressed, Kind.check: throw CredentialExchangeError(.malformed)
        default: throw CredentialExchangeError(.unsupportedVariant)
        }
      }
      throw CredentialExchangeError(.malformed)
    }
  }

  private static func open(
    _ sealed: SharedSecret, locks: [SharedSecret], passphrase: SharedSecret
  ) throws(CredentialExchangeError) -> SharedSecret {
    for lock in locks {
      guard let key = try sessionKey(lock, passphrase) else { continue }
      guard let plain = try content(of: sealed, key: key) else { continue }
      return try plain.withBytes { (plain) throws(CredentialExchangeError) in try file(in: plain, layers: mostLayers) }
    }
    throw CredentialExchangeError(.notOpenable)
  }

  // RFC 9580 §5.3.1.
  private static func sessionKey(_ lock: SharedSecret, _ passphrase: SharedSecret) throws(CredentialExchangeError) -> SharedSecret? {
    try lock.withBytes { (lock) throws(CredentialExchangeError) in
      var cursor = ByteCursor(lock)
      guard try cursor.number(UInt8.self) == 4 else { throw CredentialExchangeError(.unsupportedVariant) }
      guard let byteCount = keyByteCount(try cursor.number()) else { throw CredentialExchangeError(.unsupportedVariant) }
      let key = try PassphraseKey(&cursor).key(passphrase, byteCount: byteCount)
      guard cursor.left > 0 else { return key }
      var inner = SecretBytes(copying: try cursor.take(cursor.left))
      try decrypt(&inner, key: key)
      // The key follows the type of its cipher, which is a random byte for a wrong passphrase.
      return inner.withBytes { inner in
        keyByteCount(inner[0]) == inner.count - 1 ? SharedSecret(copying: UnsafeRawBufferPointer(rebasing: inner[1...])) : nil
      }
    }
  }

  /// Returns the key length of AES in bytes (RFC 9580 §9.3); nil for another cipher.
  private static func keyByteCount(_ cipher: UInt8) -> Int? {
    switch cipher {
    case 7: 16
    case 8: 24
    case 9: 32
    default: nil
    }
  }

  private static func decrypt(_ bytes: inout SecretBytes, key: SharedSecret) throws(CredentialExchangeError) {
    let nonce = SharedSecret(SecretBytes(byteCount: blockByteCount))
    var cipher = try key.withBytes { (key) throws(CredentialExchangeError) in
      try nonce.withBytes { (nonce) throws(CredentialExchangeError) in try SymmetricCipher(.aesCFB, key: key, nonce: nonce) }
    }
    try bytes.withMutableBytes { (bytes) throws(CredentialExchangeError) in try cipher.decrypt(bytes) }
  }

  /// Returns the decrypted packets; nil for a wrong key.
  private static func content(of sealed: SharedSecret, key: SharedSecret) throws(CredentialExchangeError) -> SharedSecret? {
    var bytes = try sealed.withBytes { (sealed) throws(CredentialExchangeError) -> SecretBytes in
      guard sealed.first == 1 else { throw CredentialExchangeError(sealed.isEmpty ? .malformed : .unsupportedVariant) }
      return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: sealed[1...]))
    }
    // 1. A random block whose end is repeated; 2. the packets; 3. the hash of everything, as a packet.
    guard bytes.byteCount >= blockByteCount + 2 + 2 + digestByteCount else { throw CredentialExchangeError(.malformed) }
    try decrypt(&bytes, key: key)
    return try bytes.withBytes { (bytes) throws(CredentialExchangeError) in
      guard bytes[14] == bytes[16], bytes[15] == bytes[17] else { return nil }
      let end = bytes.count - digestByteCount
      let digest = Insecure.SHA1.hash(data: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
      guard bytes[end - 2] == 0xD3, bytes[end - 1] == UInt8(digestByteCount), constantTimeEquals(Array(bytes[end...]), Array(digest)) else {
        throw CredentialExchangeError(.malformed)
      }
      return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[(blockByteCount + 2)..<end - 2]))
    }
  }

  /// Returns the file in unencrypted packets.
  static func file(in bytes: UnsafeRawBufferPointer, layers: Int) throws(CredentialExchangeError) -> SharedSecret {
    var reader = PacketReader(bytes)
    while let packet = try reader.next() {
      switch packet.kind {
      case Kind.literal:
        // §5.9: the format, a name, a date, and the file.
        return try packet.content.withBytes { (content) throws(CredentialExchangeError) in
          var cursor = ByteCursor(content)
          _ = try cursor.take(1)
          _ = try cursor.take(Int(try cursor.number(UInt8.self)) + 4)
          return SharedSecret(copying: try cursor.take(cursor.left))
        }
      case Kind.compressed:
        guard layers > 0 else { throw CredentialExchangeError(.overBounds) }
        let unpacked = try packet.content.withBytes { (content) throws(CredentialExchangeError) in try unpack(content) }
        return try unpacked.withBytes { (unpacked) throws(CredentialExchangeError) in try file(in: unpacked, layers: layers - 1) }
      case Kind.marker, Kind.padding: continue
      default: throw CredentialExchangeError(.malformed)
      }
    }
    throw CredentialExchangeError(.malformed)
  }

  // §5.6 and §9.4.
  private static func unpack(_ content: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> SharedSecret {
    guard let first = content.first else { throw CredentialExchangeError(.malformed) }
    let packed = UnsafeRawBufferPointer(rebasing: content[1...])
    let most = min(mostBytes, Gzip.mostBytes(from: packed.count))
    switch first {
    case 0: return SharedSecret(copying: packed)
    case 1: return try Inflation.unpack(packed, in: .nothing, atMost: most).secret()
    case 2: return try Inflation.unpack(packed, in: .zlib, atMost: most).secret()
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
  }
}
