// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import SecretMemory
import WebAuthnModel

/// Private keys in the form of test drivers, PKCS #8 (RFC 5958), and in an authenticator's form.
enum PrivateKeyCoding {
  /// Everything before the seed in the PKCS #8 form of an Ed25519 key (RFC 8410 §7).
  private static let ed25519Prefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]

  /// Parses a key; returns nil unless it is of a kind that these authenticators support.
  static func key(fromPKCS8 bytes: [UInt8]) -> (algorithm: COSEAlgorithm, secret: SecretMemory.SharedSecret)? {
    if bytes.count == ed25519Prefix.count + 32, bytes.starts(with: ed25519Prefix) {
      return (.edDSA, SecretMemory.SharedSecret(copying: bytes.suffix(32)))
    }
    if let key = try? P256.Signing.PrivateKey(derRepresentation: bytes) {
      return (.es256, SecretMemory.SharedSecret(copying: key.rawRepresentation))
    }
    if let key = try? _RSA.Signing.PrivateKey(derRepresentation: bytes) {
      return (.rs256, SecretMemory.SharedSecret(copying: key.derRepresentation))
    }
    return nil
  }

  /// Encodes a stored key; returns nil for bytes that are no key.
  static func pkcs8(of secret: SecretMemory.SharedSecret, for algorithm: COSEAlgorithm) -> [UInt8]? {
    secret.withBytes { bytes in
      switch algorithm {
      case .edDSA: ed25519Prefix + bytes
      case .es256: (try? P256.Signing.PrivateKey(rawRepresentation: bytes)).map { [UInt8]($0.derRepresentation) }
      case .rs256: (try? _RSA.Signing.PrivateKey(derRepresentation: bytes)).map { [UInt8]($0.pkcs8DERRepresentation) }
      default: nil
      }
    }
  }
}
