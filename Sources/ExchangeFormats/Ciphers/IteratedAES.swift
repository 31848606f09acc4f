// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// AES applied repeatedly to two blocks, KeePass's older key derivation.
enum IteratedAES {
  /// The maximum number of rounds that a file may demand: about a minute on a small machine.
  static let mostRounds: UInt64 = 1 << 30
  private static let zeros = SharedSecret(SecretBytes(byteCount: 65_536))

  /// Derives 32 bytes from 32.
  ///
  /// - Throws: `overBounds` for more than ``mostRounds``, `malformed` for a seed or an input that is not 32 bytes long.
  static func derive(_ input: SharedSecret, seed: [UInt8], rounds: UInt64) throws(CredentialExchangeError) -> SharedSecret {
    guard rounds <= mostRounds else { throw CredentialExchangeError(.overBounds) }
    guard input.byteCount == 32, seed.count == 32 else { throw CredentialExchangeError(.malformed) }
    var result = input.copy()
    try SharedSecret(copying: seed).withBytes { (seed) throws(CredentialExchangeError) in
      try zeros.withBytes { (zeros) throws(CredentialExchangeError) in
        try result.withMutableBytes { (blocks) throws(CredentialExchangeError) in
          for start in [0, 16] {
            let block = UnsafeMutableRawBufferPointer(rebasing: blocks[start..<start + 16])
            var cipher = try SymmetricCipher(.aesIterated, key: seed, nonce: UnsafeRawBufferPointer(block))
            var left = rounds
            while left > 0 {
              let count = min(left, UInt64(zeros.count / 16))
              try cipher.encrypt(UnsafeRawBufferPointer(rebasing: zeros[..<(Int(count) * 16)]), into: block)
              left -= count
            }
          }
        }
      }
    }
    return SharedSecret(result)
  }
}
