// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import SecretMemory

/// HMAC (RFC 2104, FIPS 198-1) over swift-crypto's hash functions, with the padded key in locked memory.
///
/// swift-crypto's `HMAC` copies the key into arrays that it does not wipe, and creates more of them than the two hashes need.
enum SecretHMAC<Hash: HashFunction> {
  /// Computes the authentication code of a message.
  static func authenticationCode(for message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> Hash.Digest {
    var block = SecretBytes(byteCount: Hash.blockByteCount)
    // 1. The key, hashed if it is longer than a block, padded with zeros to a block.
    block.withMutableBytes { block in
      if key.count <= block.count {
        block.copyMemory(from: key)
      } else {
        Hash.hash(data: key).withUnsafeBytes { block.copyMemory(from: $0) }
      }
    }
    // 2. The hash of the key ⊕ ipad followed by the message.
    xor(&block, with: 0x36)
    var inner = Hash()
    block.withBytes { inner.update(bufferPointer: $0) }
    inner.update(bufferPointer: message)
    // 3. The hash of the key ⊕ opad followed by the first hash.
    xor(&block, with: 0x36 ^ 0x5C)
    var outer = Hash()
    block.withBytes { outer.update(bufferPointer: $0) }
    inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
    return outer.finalize()
  }

  private static func xor(_ block: inout SecretBytes, with pad: UInt8) {
    block.withMutableBytes { block in
      for index in block.indices { block[index] ^= pad }
    }
  }
}
