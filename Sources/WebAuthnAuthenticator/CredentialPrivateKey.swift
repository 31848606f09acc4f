// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SecretMemory
import WebAuthnModel

/// The signing key behind a passkey, opened for one operation.
enum CredentialPrivateKey {
  case p256(P256.Signing.PrivateKey)
  case ed25519(Curve25519.Signing.PrivateKey)

  /// The algorithms that keys can be made for, best first.
  static let supportedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA]

  /// Opens a stored key, or returns nil when the algorithm is not supported or the bytes are no key.
  init?(algorithm: COSEAlgorithm, secret: SecretMemory.SharedSecret) {
    let opened: CredentialPrivateKey? = secret.withBytes { bytes in
      switch algorithm {
      case .es256: (try? P256.Signing.PrivateKey(rawRepresentation: bytes)).map { .p256($0) }
      case .edDSA: (try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)).map { .ed25519($0) }
      default: nil
      }
    }
    guard let opened else { return nil }
    self = opened
  }

  /// Draws random bytes until they are a key; for P-256 all but one in 2^32 draws are.
  static func generate(_ algorithm: COSEAlgorithm, using generator: inout some RandomNumberGenerator) -> (
    key: CredentialPrivateKey, secret: SecretMemory.SharedSecret
  )? {
    for _ in 0..<64 {
      let secret = SecretMemory.SharedSecret(SecretBytes.random(byteCount: 32, using: &generator))
      if let key = CredentialPrivateKey(algorithm: algorithm, secret: secret) { return (key, secret) }
    }
    return nil
  }

  /// The public half in COSE form.
  var publicKey: COSEKey? {
    switch self {
    case .p256(let key): COSEKey(p256: Array(key.publicKey.x963Representation))
    case .ed25519(let key): COSEKey(ed25519: Array(key.publicKey.rawRepresentation))
    }
  }

  /// A signature in the form that WebAuthn prescribes (WebAuthn L3 §6.5.5): DER for ES256, 64 bytes for EdDSA.
  func sign(_ message: [UInt8]) throws -> [UInt8] {
    switch self {
    case .p256(let key): Array(try key.signature(for: message).derRepresentation)
    case .ed25519(let key): Array(try key.signature(for: message))
    }
  }
}
