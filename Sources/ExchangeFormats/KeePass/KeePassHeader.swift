// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// The clear beginning of a KDBX file: how the rest is sealed.
struct KeePassHeader {
  /// The two bytes before the last two of the version: 2, 3 or 4.
  let generation: UInt16
  /// What encrypts the content.
  let cipher: SymmetricCipher.Algorithm
  /// Whether the content is packed by gzip.
  let isCompressed: Bool
  /// What the key of the content is salted with, 32 bytes.
  let masterSeed: [UInt8]
  /// What the cipher starts from.
  let nonce: [UInt8]
  /// How the key comes from what a person knows and has.
  let derivation: KeePassDerivation
  /// KDBX 3: the first 32 bytes of the content in the clear, which tell the right key.
  let startBytes: [UInt8]
  /// KDBX 3: what hides the protected values; KDBX 4 has it in the content.
  let innerStream: KeePassInnerStream.Parameters?
  /// How many bytes the header has.
  let byteCount: Int

  // The UUIDs of the ciphers, in the order of their bytes.
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

  /// The fields of the header by their numbers.
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
  /// - Throws: `unsupportedVariant` for KeePass 1, a later version and a cipher that is not known; `malformed`.
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
      // A field of a later version is of no use here, and whoever reads may pass over it.
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
    // Some write a whole block for a cipher that starts from less.
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
