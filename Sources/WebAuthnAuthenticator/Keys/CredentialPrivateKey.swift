// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import SecretMemory
import WebAuthnModel

/// The signing key of a passkey, loaded for one operation.
enum CredentialPrivateKey {
  case p256(P256.Signing.PrivateKey)
  case ed25519(Curve25519.Signing.PrivateKey)
  case rsa(_RSA.Signing.PrivateKey)

  /// The algorithms for which keys can be generated, in order of preference.
  static let supportedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]

  /// Loads a stored key; nil if the algorithm is not supported or the bytes are not a valid key.
  ///
  /// The stored form is the P-256 scalar or Ed25519 seed, 32 bytes; for RSA, the DER of `RSAPrivateKey` (RFC 8017 A.1.2).
  init?(algorithm: COSEAlgorithm, secret: SecretMemory.SharedSecret) {
    let opened: CredentialPrivateKey? = secret.withBytes { bytes in
      switch algorithm {
      case .es256: (try? P256.Signing.PrivateKey(rawRepresentation: bytes)).map { .p256($0) }
      case .edDSA: (try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)).map { .ed25519($0) }
      case .rs256: (try? _RSA.Signing.PrivateKey(derRepresentation: bytes)).map { .rsa($0) }
      default: nil
      }
    }
    guard let opened else { return nil }
    self = opened
  }

  /// Generates a key and its stored form.
  ///
  /// Elliptic-curve keys are drawn from `generator` until the bytes are a valid key; for P-256, all but one in 2^32 draws are. The
  /// cryptographic library generates an RSA key of 2048 bits; it does not accept primes from outside.
  static func generate(_ algorithm: COSEAlgorithm, using generator: inout some RandomNumberGenerator) -> (
    key: CredentialPrivateKey, secret: SecretMemory.SharedSecret
  )? {
    if algorithm == .rs256 { return generateRSA() }
    for _ in 0..<64 {
      let secret = SecretMemory.SharedSecret(SecretBytes.random(byteCount: 32, using: &generator))
      if let key = CredentialPrivateKey(algorithm: algorithm, secret: secret) { return (key, secret) }
    }
    return nil
  }

  private static func generateRSA() -> (key: CredentialPrivateKey, secret: SecretMemory.SharedSecret)? {
    guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { return nil }
    var encoded = key.derRepresentation
    defer { encoded.resetBytes(in: 0..<encoded.count) }
    return (.rsa(key), SecretMemory.SharedSecret(copying: encoded))
  }

  /// The public key in COSE form.
  var publicKey: COSEKey? {
    switch self {
    case .p256(let key):
      return COSEKey(p256: Array(key.publicKey.x963Representation))
    case .ed25519(let key):
      return COSEKey(ed25519: Array(key.publicKey.rawRepresentation))
    case .rsa(let key):
      guard let numbers = try? key.publicKey.getKeyPrimitives() else { return nil }
      return COSEKey(rsaModulus: numbers.modulus, exponent: numbers.publicExponent)
    }
  }

  /// Returns a signature in the form that WebAuthn prescribes (WebAuthn L3 §6.5.5): DER for ES256, 64 bytes for EdDSA, PKCS #1 v1.5 for
  /// RS256.
  func sign(_ message: [UInt8]) throws -> [UInt8] {
    switch self {
    case .p256(let key): Array(try key.signature(for: message).derRepresentation)
    case .ed25519(let key): Array(try key.signature(for: message))
    case .rsa(let key): Array(try key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
  }
}
