// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// The unencrypted header of a KDBX file, which describes the encryption of the rest.
struct KeePassHeader {
  /// The upper two bytes of the version: 2, 3 or 4.
  let generation: UInt16
  /// The cipher of the content.
  let cipher: SymmetricCipher.Algorithm
  /// Whether the content is compressed with gzip.
  let isCompressed: Bool
  /// The salt of the content's key, 32 bytes.
  let masterSeed: [UInt8]
  /// The cipher's nonce or initialisation vector.
  let nonce: [UInt8]
  /// The derivation of the key from the composite key.
  let derivation: KeePassDerivation
  /// KDBX 3: the first 32 bytes of the plain content, which verify the key.
  let startBytes: [UInt8]
  /// KDBX 3: the stream that hides the protected values; KDBX 4 has it in the content.
  let innerStream: KeePassInnerStream.Parameters?
  /// The length of the header in bytes.
  let byteCount: Int

  // The UUIDs of the ciphers, in byte order.
  private static let ciphers: [[UInt8]: SymmetricCipher.Algorithm] = [
    aesIdentifier: .aesCBC,
    [0xAD, 0x68, 0xF2, 0x9F, 0x57, 0x6F, 0x4B, 0xB9, 0xA3, 0x6A, 0xD4, 0x7A, 0xF9, 0x65, 0x34, 0x6C]: .twofishCBC,
    chaCha20Identifier: .chaCha20,
  ]
  static let aesIdentifier: [UInt8] = [
    0x31, 0xC1, 0xF2, 0xE6, 0xBF, 0x71, 0x43, 0x50, 0xBE, 0x58, 0x05, 0x21, 0x6A, 0xFC, 0x5A, 0xFF,
  ]
  static let chaCha20Identifier: [UInt8] = [
    0xD6, 0x03, 0x8A, 0x2B, 0x8B, 0x6F, 0x4C, 0xB5, 0xA5, 0x24, 0x33, 0x9A, 0x31, 0xDB, 0xB5, 0x9A,
  ]

  /// The fields of the header, by number.
  enum Field: UInt8 {
    case end = 0
    case comment = 1
    case cipher = 2
    case compression = 3
    case masterSeed = 4
    case transformSeed = 5
    case transformRounds = 6
    case nonce = 7
    case innerKey = 8
    case startBytes = 9
    case innerStream = 10
    case derivation = 11
    case publicData = 12
  }

  /// Reads the header of a file.
  ///
  /// - Throws: `unsupportedVariant` for KeePass 1, later versions and unknown ciphers; `malformed`.
  init(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    guard KeePassSignature.generation(of: bytes) == .second else { throw CredentialExchangeError(.unsupportedVariant) }
    var cursor = ByteCursor(bytes, at: 8)
    _ = try cursor.number(UInt16.self)
    generation = try cursor.number()
    guard (2...4).contains(generation) else { throw CredentialExchangeError(.unsupportedVariant) }
    var fields: [Field: UnsafeRawBufferPointer] = [:]
    while true {
      let number = try cursor.number(UInt8.self)
      let count = generation < 4 ? Int(try cursor.number(UInt16.self)) : try cursor.length()
      let content = try cursor.take(count)
      if number == Field.end.rawValue { break }
      // Fields of later versions are not needed, and readers may skip them.
      if let field = Field(rawValue: number) { fields[field] = content }
    }
    byteCount = cursor.position
    func content(_ field: Field, count: Int? = nil) throws(CredentialExchangeError) -> [UInt8] {
      guard let content = fields[field], count == nil || content.count == count else { throw CredentialExchangeError(.malformed) }
      return Array(content)
    }
    func number<Number: FixedWidthInteger>(_ field: Field) throws(CredentialExchangeError) -> Number {
      guard let content = fields[field], content.count == MemoryLayout<Number>.size else { throw CredentialExchangeError(.malformed) }
      var cursor = ByteCursor(content)
      return try cursor.number()
    }
    guard let cipher = Self.ciphers[try content(.cipher)] else { throw CredentialExchangeError(.unsupportedVariant) }
    self.cipher = cipher
    let compression: UInt32 = try number(.compression)
    guard compression <= 1 else { throw CredentialExchangeError(.unsupportedVariant) }
    isCompressed = compression == 1
    masterSeed = try content(.masterSeed, count: 32)
    // Some programs write a whole block even for a cipher with a shorter nonce.
    nonce = Array(try content(.nonce).prefix(cipher.nonceByteCount))
    guard generation < 4 else {
      guard let parameters = fields[.derivation] else { throw CredentialExchangeError(.malformed) }
      derivation = try KeePassDerivation(try VariantDictionary(parameters))
      (startBytes, innerStream) = ([], nil)
      return
    }
    derivation = .aes(seed: try content(.transformSeed, count: 32), rounds: try number(.transformRounds))
    startBytes = try content(.startBytes, count: 32)
    innerStream = KeePassInnerStream.Parameters(identifier: try number(.innerStream), key: try content(.innerKey))
  }
}
