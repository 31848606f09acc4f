// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// Reads a backup of andOTP: an array of entries, plain or encrypted in one of two ways.
enum AndOTPReader {
  /// The maximum number of rounds that an encrypted backup may request.
  static let mostRounds = 10_000_000
  private static let saltByteCount = 12
  // andOTP chooses between 140 000 and 160 000 rounds at random; nothing else distinguishes an encrypted backup from other bytes.
  private static let usualRounds = 100_000..<1_000_000

  /// Whether bytes could be an encrypted backup in the newer format.
  static func looksSealed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 4 + saltByteCount + AuthenticatedAES.nonceByteCount + AuthenticatedAES.tagByteCount
      && usualRounds.contains(rounds(bytes))
  }

  /// Whether bytes could be an encrypted backup in the older format, which has no marker: the bytes look like ciphertext and do not begin
  /// like any other file.
  static func looksSealedBefore(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isText = bytes.prefix(AuthenticatedAES.nonceByteCount).allSatisfy { 0x20..<0x7F ~= $0 }
    guard unmarked ~= bytes.count, !isText, !knownBeginnings.contains(where: { bytes.starts(with: $0) }) else { return false }
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    // Pearson's chi-squared test over 256 values: random bytes give 255 on average with a standard deviation of 22.6; four of these are
    // allowed on each side.
    let expected = Double(bytes.count) / 256
    return 165..<345 ~= counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  // The lower bound is the shortest backup with one entry, which is longer than any key file.
  private static let unmarked = 128...1 << 20
  // Compressed files, which look as random: ZIP, gzip, bzip2, xz, zstd, 7z, RAR, PNG, JPEG, GIF, RIFF, PDF, OpenPGP keys and messages.
  private static let knownBeginnings: [[UInt8]] = [
    Array("PK".utf8), [0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A], [0x28, 0xB5, 0x2F, 0xFD], Array("7z".utf8), Array("Rar!".utf8),
    [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("RIFF".utf8), Array("%PDF".utf8), [0x8C, 0x0D], [0x85],
  ]

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    if let value = try? JSONReader.value(of: bytes) { return try entries(value, in: bytes) }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    let text = try open(Array(bytes), rounds: rounds(bytes), passphrase: passphrase)
    return try text.withBytes { text throws(CredentialExchangeError) in try entries(try JSONReader.value(of: text), in: text) }
  }

  private static func rounds(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

  private static func open(_ bytes: [UInt8], rounds: Int, passphrase: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    // 1. The newer format: the rounds and the salt first; the key is derived with PBKDF2 and SHA-1.
    let sealed = bytes.dropFirst(4 + saltByteCount)
    if 1...mostRounds ~= rounds, sealed.count >= AuthenticatedAES.nonceByteCount + AuthenticatedAES.tagByteCount {
      let key = try PasswordDerivation.pbkdf2(
        .sha1, passphrase: passphrase, salt: Array(bytes[4..<4 + saltByteCount]), rounds: rounds)
      if let text = try? open(sealed, key: key) { return text }
    }
    // 2. The older format: no prefix; the key is the passphrase's SHA-256.
    let key = SharedSecret(copying: passphrase.withBytes { SHA256.hash(data: $0) })
    return try open(bytes[...], key: key)
  }

  private static func open(_ sealed: ArraySlice<UInt8>, key: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    try AuthenticatedAES.open(
      sealed.dropFirst(AuthenticatedAES.nonceByteCount), nonce: sealed.prefix(AuthenticatedAES.nonceByteCount), key: key)
  }

  private static func entries(
    _ value: JSONValue, in bytes: UnsafeRawBufferPointer
  ) throws(CredentialExchangeError) -> ImportedCollection {
    guard let values = value.elements else { throw CredentialExchangeError(.malformed) }
    var collection = ImportedCollection()
    for (number, value) in values.enumerated() {
      if let object = TrackedObject(value, in: bytes) {
        AndOTPEntry.read(object, number: number).finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
    return collection
  }
}
