// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

import class SecretMemory.SharedSecret

/// The stream that hides the protected values in a KDBX file, one after another in document order.
final class KeePassInnerStream {
  /// The stream's parameters in a file.
  struct Parameters {
    var identifier: UInt32
    var key: [UInt8]
  }

  static let salsa20: UInt32 = 2
  static let chaCha20: UInt32 = 3
  private static let salsa20Nonce: [UInt8] = [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A]

  private var cipher: SymmetricCipher?

  /// Sets up the stream.
  ///
  /// - Throws: `unsupportedVariant` for an unknown stream, such as that of the first KeePass 2.
  init(_ parameters: Parameters) throws(CredentialExchangeError) {
    let key = SharedSecret(copying: parameters.key)
    switch parameters.identifier {
    // Nothing is hidden.
    case 0: cipher = nil
    case Self.salsa20:
      let digest = SharedSecret(copying: key.withBytes { SHA256.hash(data: $0) })
      let nonce = SharedSecret(copying: Self.salsa20Nonce)
      cipher = try Self.cipher(.salsa20, digest, 0..<32, nonce, 0..<8)
    case Self.chaCha20:
      let digest = SharedSecret(copying: key.withBytes { SHA512.hash(data: $0) })
      cipher = try Self.cipher(.chaCha20, digest, 0..<32, digest, 32..<44)
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
  }

  private static func cipher(
    _ algorithm: SymmetricCipher.Algorithm, _ key: SharedSecret, _ keyRange: Range<Int>, _ nonce: SharedSecret, _ nonceRange: Range<Int>
  ) throws(CredentialExchangeError) -> SymmetricCipher {
    try key.withBytes { (key) throws(CredentialExchangeError) in
      try nonce.withBytes { (nonce) throws(CredentialExchangeError) in
        try SymmetricCipher(
          algorithm, key: UnsafeRawBufferPointer(rebasing: key[keyRange]), nonce: UnsafeRawBufferPointer(rebasing: nonce[nonceRange]))
      }
    }
  }

  /// Hides or reveals the bytes of the next value; both are the same operation.
  func apply(_ bytes: inout SecretBytes) throws(CredentialExchangeError) {
    try bytes.withMutableBytes { (bytes) throws(CredentialExchangeError) in try cipher?.encrypt(bytes) }
  }
}
