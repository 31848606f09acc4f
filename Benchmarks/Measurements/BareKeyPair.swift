// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import WebAuthnModel

/// A key pair of swift-crypto: it signs the assertions that are measured, and verifies their signatures and nothing else.
struct BareKeyPair {
  /// The algorithm by the name that people know.
  let name: String
  /// The public half as a relying party keeps it.
  let publicKey: COSEKey
  /// Signs in the form that WebAuthn prescribes.
  let sign: (_ message: [UInt8]) throws -> [UInt8]
  /// Reads a signature and gives what verifies it; key, signature and message are ready, so that no work but swift-crypto's is measured.
  let verification: (_ signature: [UInt8], _ message: [UInt8]) throws -> @Sendable () -> Bool

  /// A new key pair for each algorithm whose bare verification swift-crypto has; ES256 first.
  static func all() throws -> [BareKeyPair] {
    try [
      es256(), edDSA(), rs256(), es384(), es512(), ps256(), mlDSA65(), mlDSA87(),
    ]
  }

  static func es256() throws -> BareKeyPair {
    let key = P256.Signing.PrivateKey()
    return BareKeyPair(name: "ES256", publicKey: try found(COSEKey(p256: key.publicKey.x963Representation))) {
      Array(try key.signature(for: $0).derRepresentation)
    } verification: { signature, message in
      let (key, signature) = (key.publicKey, try P256.Signing.ECDSASignature(derRepresentation: signature))
      return { key.isValidSignature(signature, for: message) }
    }
  }

  private static func edDSA() throws -> BareKeyPair {
    let key = Curve25519.Signing.PrivateKey()
    return BareKeyPair(name: "EdDSA", publicKey: try found(COSEKey(ed25519: key.publicKey.rawRepresentation))) {
      Array(try key.signature(for: $0))
    } verification: { signature, message in
      let key = key.publicKey
      return { key.isValidSignature(signature, for: message) }
    }
  }

  private static func rs256() throws -> BareKeyPair {
    try rsa("RS256", .rs256, .insecurePKCS1v1_5)
  }

  private static func ps256() throws -> BareKeyPair {
    try rsa("PS256", .ps256, .PSS)
  }

  private static func rsa(_ name: String, _ algorithm: COSEAlgorithm, _ padding: _RSA.Signing.Padding) throws -> BareKeyPair {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let numbers = try key.publicKey.getKeyPrimitives()
    let material = COSEKey.Material.rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
    return BareKeyPair(name: name, publicKey: try found(COSEKey(algorithm, material))) {
      Array(try key.signature(for: $0, padding: padding).rawRepresentation)
    } verification: { signature, message in
      let (key, signature) = (key.publicKey, _RSA.Signing.RSASignature(rawRepresentation: signature))
      return { key.isValidSignature(signature, for: message, padding: padding) }
    }
  }

  private static func es384() throws -> BareKeyPair {
    let key = P384.Signing.PrivateKey()
    let point = Array(key.publicKey.rawRepresentation)
    let material = COSEKey.Material.p384(x: Array(point.prefix(48)), y: Array(point.suffix(48)))
    return BareKeyPair(name: "ES384", publicKey: try found(COSEKey(.es384, material))) {
      Array(try key.signature(for: $0).derRepresentation)
    } verification: { signature, message in
      let (key, signature) = (key.publicKey, try P384.Signing.ECDSASignature(derRepresentation: signature))
      return { key.isValidSignature(signature, for: message) }
    }
  }

  private static func es512() throws -> BareKeyPair {
    let key = P521.Signing.PrivateKey()
    let point = Array(key.publicKey.rawRepresentation)
    let material = COSEKey.Material.p521(x: Array(point.prefix(66)), y: Array(point.suffix(66)))
    return BareKeyPair(name: "ES512", publicKey: try found(COSEKey(.es512, material))) {
      Array(try key.signature(for: $0).derRepresentation)
    } verification: { signature, message in
      let (key, signature) = (key.publicKey, try P521.Signing.ECDSASignature(derRepresentation: signature))
      return { key.isValidSignature(signature, for: message) }
    }
  }

  private static func mlDSA65() throws -> BareKeyPair {
    let key = try MLDSA65.PrivateKey()
    return BareKeyPair(name: "ML-DSA-65", publicKey: try found(COSEKey(.mlDSA65, .mlDSA65(Array(key.publicKey.rawRepresentation))))) {
      Array(try key.signature(for: $0))
    } verification: { signature, message in
      let key = key.publicKey
      return { key.isValidSignature(signature, for: message) }
    }
  }

  private static func mlDSA87() throws -> BareKeyPair {
    let key = try MLDSA87.PrivateKey()
    return BareKeyPair(name: "ML-DSA-87", publicKey: try found(COSEKey(.mlDSA87, .mlDSA87(Array(key.publicKey.rawRepresentation))))) {
      Array(try key.signature(for: $0))
    } verification: { signature, message in
      let key = key.publicKey
      return { key.isValidSignature(signature, for: message) }
    }
  }
}

/// A part of a measurement that cannot be made.
struct MissingPart: Error {}

/// The value, which is there unless the measurement itself is wrong.
func found<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw MissingPart() }
  return value
}
