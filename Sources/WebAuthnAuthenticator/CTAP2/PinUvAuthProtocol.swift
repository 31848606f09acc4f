// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import CryptoExtras
import Foundation
import SecretMemory

/// The encryption between platform and authenticator (CTAP 2.2 §6.5.6 and §6.5.7, PIN/UV auth protocols one and two).
enum PinUvAuthProtocol: Int64, CaseIterable {
  case two = 2
  case one = 1

  /// The keys that both sides derive.
  struct SharedKeys {
    fileprivate let authentication: SymmetricKey
    fileprivate let encryption: SymmetricKey
  }

  /// Returns the authenticator's half of the key agreement in COSE form, which names an algorithm that is never used (CTAP 2.2 §6.5.6).
  static func publicKey(of key: P256.KeyAgreement.PrivateKey) -> CBORValue {
    let point = Array(key.publicKey.x963Representation.dropFirst())
    return .map([1: 2, 3: -25, -1: 1, -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.suffix(32)))])
  }

  /// Derives the shared keys ("decapsulate").
  func sharedKeys(of key: P256.KeyAgreement.PrivateKey, with platformKey: CTAP2Parameters) throws(CTAP2Status) -> SharedKeys {
    let (x, y) = (try platformKey.bytes(-2), try platformKey.bytes(-3))
    guard try platformKey.integer(1) == 2, try platformKey.integer(3) == -25, try platformKey.integer(-1) == 1, x.count == 32,
      y.count == 32,
      let peer = try? P256.KeyAgreement.PublicKey(x963Representation: [4] + x + y),
      let agreed = try? key.sharedSecretFromKeyAgreement(with: peer)
    else { throw .invalidParameter }
    switch self {
    case .one:
      let key = agreed.withUnsafeBytes { SymmetricKey(data: SHA256.hash(data: $0)) }
      return SharedKeys(authentication: key, encryption: key)
    case .two:
      func derive(_ info: String) -> SymmetricKey {
        agreed.hkdfDerivedSymmetricKey(
          using: SHA256.self, salt: [UInt8](repeating: 0, count: 32), sharedInfo: Array(info.utf8), outputByteCount: 32)
      }
      return SharedKeys(authentication: derive("CTAP2 HMAC key"), encryption: derive("CTAP2 AES key"))
    }
  }

  /// Returns whether a proof is valid for a message ("verify").
  func verify(_ signature: [UInt8], of message: [UInt8], by keys: SharedKeys) -> Bool {
    let whole = Array(HMAC<SHA256>.authenticationCode(for: message, using: keys.authentication))
    return constantTimeEquals(signature, self == .one ? Array(whole.prefix(16)) : whole)
  }

  /// Decrypts a message ("decrypt"); nil for an invalid length.
  func decrypt(_ message: [UInt8], by keys: SharedKeys) -> [UInt8]? {
    let (vector, body) = self == .one ? ([UInt8](repeating: 0, count: 16)[...], message[...]) : (message.prefix(16), message.dropFirst(16))
    guard vector.count == 16, !body.isEmpty, body.count.isMultiple(of: 16), let nonce = try? AES._CBC.IV(ivBytes: vector) else {
      return nil
    }
    return (try? AES._CBC.decrypt(body, using: keys.encryption, iv: nonce, noPadding: true)).map { Array($0) }
  }

  /// Encrypts a message of complete blocks ("encrypt"), with an initialisation vector of 16 random bytes. Protocol one does not use the
  /// vector.
  func encrypt(_ message: [UInt8], vector: [UInt8], by keys: SharedKeys) -> [UInt8]? {
    let used = self == .one ? [UInt8](repeating: 0, count: 16) : vector
    guard let nonce = try? AES._CBC.IV(ivBytes: used),
      let sealed = try? AES._CBC.encrypt(message, using: keys.encryption, iv: nonce, noPadding: true)
    else { return nil }
    return (self == .one ? [] : used) + Array(sealed)
  }
}
