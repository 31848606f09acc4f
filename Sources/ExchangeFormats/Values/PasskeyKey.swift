// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import FoundationEssentials
import SecretMemory

import class SecretMemory.SharedSecret

/// A passkey's private key: other programs store PKCS #8 (RFC 5958), the vault the form below.
struct PasskeyKey: Sendable {
  /// The COSE algorithm: -7 for ES256, -8 for EdDSA, -257 for RS256.
  let algorithm: Int
  /// The raw P-256 scalar or Ed25519 seed, 32 bytes; for RS256 the DER of `RSAPrivateKey`.
  let secret: SharedSecret

  // RFC 8410 §7: version 0, id-Ed25519, and the seed in two nested octet strings.
  private static let ed25519Prefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]

  /// Reads PKCS #8 in DER; nil for another kind of key or invalid bytes.
  init?(pkcs8 bytes: UnsafeRawBufferPointer) {
    if bytes.count == Self.ed25519Prefix.count + 32, bytes.starts(with: Self.ed25519Prefix) {
      self.init(algorithm: -8, secret: SharedSecret(copying: bytes.suffix(32)))
    } else if let key = try? P256.Signing.PrivateKey(derRepresentation: bytes) {
      self.init(algorithm: -7, secret: key.rawRepresentation.withUnsafeBytes { SharedSecret(copying: $0) })
    } else if let key = try? _RSA.Signing.PrivateKey(derRepresentation: Data(bytes)) {
      self.init(algorithm: -257, secret: SharedSecret(copying: key.derRepresentation))
    } else {
      return nil
    }
  }

  /// Reads a bare key, as some programs store it: a P-256 scalar of 32 bytes, optionally after the point (SEC 1 §2.3.3); nil for other
  /// bytes.
  init?(raw bytes: UnsafeRawBufferPointer) {
    if bytes.count == 97, let key = try? P256.Signing.PrivateKey(x963Representation: bytes) {
      self.init(algorithm: -7, secret: key.rawRepresentation.withUnsafeBytes { SharedSecret(copying: $0) })
    } else if bytes.count == 32, (try? P256.Signing.PrivateKey(rawRepresentation: bytes)) != nil {
      self.init(algorithm: -7, secret: SharedSecret(copying: bytes))
    } else {
      return nil
    }
  }

  init(algorithm: Int, secret: SharedSecret) {
    self.algorithm = algorithm
    self.secret = secret
  }

  /// The key as PKCS #8 in DER; nil for an unsupported algorithm or an invalid secret.
  var pkcs8: SharedSecret? {
    switch algorithm {
    case -7:
      guard let key = secret.withBytes({ try? P256.Signing.PrivateKey(rawRepresentation: $0) }) else { return nil }
      return SharedSecret(copying: key.derRepresentation)
    case -8:
      guard secret.byteCount == 32 else { return nil }
      return secret.withBytes { SharedSecret(copying: Self.ed25519Prefix + Array($0)) }
    case -257:
      guard let key = secret.withBytes({ try? _RSA.Signing.PrivateKey(derRepresentation: Data($0)) }) else { return nil }
      return SharedSecret(copying: key.pkcs8DERRepresentation)
    default: return nil
    }
  }
}
