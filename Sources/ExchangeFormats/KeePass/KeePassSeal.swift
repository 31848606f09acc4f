// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// The encryption and authentication keys of a KDBX file, made from the derived key and the master seed.
struct KeePassSeal {
  /// The index for the header among the blocks.
  static let headerIndex = UInt64.max

  /// The key of the content's cipher.
  let contentKey: SharedSecret
  /// The secret from which the keys of the blocks are made.
  private let blockSecret: SharedSecret

  init(derived: SharedSecret, masterSeed: [UInt8]) {
    var content = SHA256()
    var blocks = SHA512()
    derived.withBytes { derived in
      content.update(data: masterSeed)
      content.update(bufferPointer: derived)
      blocks.update(data: masterSeed)
      blocks.update(bufferPointer: derived)
      blocks.update(data: [0x01])
    }
    contentKey = SharedSecret(copying: content.finalize())
    blockSecret = SharedSecret(copying: blocks.finalize())
  }

  /// Returns the authentication code of the header.
  func code(ofHeader header: UnsafeRawBufferPointer) -> [UInt8] {
    var code = HMAC<SHA256>(key: key(Self.headerIndex))
    code.update(data: header)
    return Array(code.finalize())
  }

  /// Returns the authentication code of a block.
  func code(ofBlock index: UInt64, _ block: UnsafeRawBufferPointer) -> [UInt8] {
    var code = HMAC<SHA256>(key: key(index))
    code.update(data: index.littleEndianBytes)
    code.update(data: UInt32(block.count).littleEndianBytes)
    code.update(data: block)
    return Array(code.finalize())
  }

  /// Returns the cipher of the content.
  func cipher(_ algorithm: SymmetricCipher.Algorithm, nonce: [UInt8]) throws(CredentialExchangeError) -> SymmetricCipher {
    try contentKey.withBytes { (key) throws(CredentialExchangeError) in
      try SharedSecret(copying: nonce).withBytes { (nonce) throws(CredentialExchangeError) in
        try SymmetricCipher(algorithm, key: key, nonce: nonce)
      }
    }
  }

  private func key(_ index: UInt64) -> SymmetricKey {
    var hash = SHA512()
    hash.update(data: index.littleEndianBytes)
    blockSecret.withBytes { hash.update(bufferPointer: $0) }
    return SymmetricKey(data: SharedSecret(copying: hash.finalize()).withBytes { Data($0) })
  }
}
