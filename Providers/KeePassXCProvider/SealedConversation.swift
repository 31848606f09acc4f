// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSodium
import Foundation
import SecretMemory

/// The keys of one conversation: NaCl's box (X25519, XSalsa20, Poly1305) between keys that both sides made for it.
package struct SealedConversation: Sendable {
  /// This side's key, as it is told to the other.
  let publicKey: [UInt8]
  private let privateKey: SharedSecret
  private var shared: SharedSecret?

  /// Makes this side's keys.
  package init() {
    var key = [UInt8](repeating: 0, count: Int(crypto_box_PUBLICKEYBYTES))
    var secret = SecretBytes(byteCount: Int(crypto_box_SECRETKEYBYTES))
    _ = sodium_init()
    secret.withMutableBytes { secret in
      if let secret = secret.bindMemory(to: UInt8.self).baseAddress { _ = crypto_box_keypair(&key, secret) }
    }
    publicKey = key
    privateKey = SharedSecret(secret)
  }

  /// Fresh random bytes.
  static func random(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// A nonce that was not used before.
  static func nonce() -> [UInt8] { random(Int(crypto_box_NONCEBYTES)) }

  /// The nonce that the answer to a message has to have: one more, as a little-endian number.
  static func nonce(after nonce: [UInt8]) -> [UInt8] {
    var next = nonce
    sodium_increment(&next, next.count)
    return next
  }

  /// Takes the other side's key.
  ///
  /// - Throws: `badAnswer` for one that is none.
  mutating func meet(_ key: [UInt8]) throws(KeePassXCError) {
    guard key.count == Int(crypto_box_PUBLICKEYBYTES) else { throw KeePassXCError(.badAnswer) }
    var common = SecretBytes(byteCount: Int(crypto_box_BEFORENMBYTES))
    let status = common.withMutableBytes { common in
      privateKey.withBytes { own -> CInt in
        guard let common = common.bindMemory(to: UInt8.self).baseAddress, let own = own.bindMemory(to: UInt8.self).baseAddress else {
          return -1
        }
        return crypto_box_beforenm(common, key, own)
      }
    }
    guard status == 0 else { throw KeePassXCError(.badAnswer) }
    shared = SharedSecret(common)
  }

  /// Seals a message.
  func seal(_ plain: [UInt8], nonce: [UInt8]) throws(KeePassXCError) -> [UInt8] {
    guard let shared else { throw KeePassXCError(.badAnswer) }
    var sealed = [UInt8](repeating: 0, count: plain.count + Int(crypto_box_MACBYTES))
    let status = shared.withBytes { key -> CInt in
      guard let key = key.bindMemory(to: UInt8.self).baseAddress else { return -1 }
      return crypto_box_easy_afternm(&sealed, plain, UInt64(plain.count), nonce, key)
    }
    guard status == 0 else { throw KeePassXCError(.badAnswer) }
    return sealed
  }

  /// Opens a message.
  ///
  /// - Throws: `badAnswer` for one that the other side did not seal by this nonce.
  func open(_ sealed: [UInt8], nonce: [UInt8]) throws(KeePassXCError) -> SharedSecret {
    guard let shared, nonce.count == Int(crypto_box_NONCEBYTES), sealed.count >= Int(crypto_box_MACBYTES) else {
      throw KeePassXCError(.badAnswer)
    }
    var plain = SecretBytes(byteCount: sealed.count - Int(crypto_box_MACBYTES))
    let status = plain.withMutableBytes { plain in
      shared.withBytes { key -> CInt in
        guard let plain = plain.bindMemory(to: UInt8.self).baseAddress, let key = key.bindMemory(to: UInt8.self).baseAddress else {
          return -1
        }
        return crypto_box_open_easy_afternm(plain, sealed, UInt64(sealed.count), nonce, key)
      }
    }
    guard status == 0 else { throw KeePassXCError(.badAnswer) }
    return SharedSecret(plain)
  }
}
