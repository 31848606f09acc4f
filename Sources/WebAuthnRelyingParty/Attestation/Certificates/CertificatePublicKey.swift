// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
package import WebAuthnModel

/// The key of a certificate's subject (RFC 5280 §4.1.2.7, RFC 5480, RFC 8017, RFC 8410).
package enum CertificatePublicKey: Hashable, Sendable {
  /// A point on P-256, P-384 or P-521 in uncompressed form: 4, then both coordinates.
  case p256([UInt8])
  case p384([UInt8])
  case p521([UInt8])
  /// An Ed25519 public key of 32 bytes.
  case ed25519([UInt8])
  /// An RSA modulus and exponent, big-endian without leading zeros.
  case rsa(modulus: [UInt8], exponent: [UInt8])
  /// A key of another kind, which no signature here can be verified with.
  case unsupported(CertificateOID)

  /// Reads a `SubjectPublicKeyInfo`.
  /// - Throws: `malformedCertificate` when it is none, or a key of a known kind is not what that kind prescribes.
  init(_ node: ASN1Node) throws(WebAuthnRelyingPartyError) {
    let place = "RFC 5280 §4.1.2.7"
    var members = try ASN1Members(of: node, place: place)
    var algorithm = try members.members()
    let type = try algorithm.oid()
    let bits = try members.octets()
    try members.finish()
    switch type {
    case .rsaKey, .rsaPSS:
      var numbers = try ASN1Members(parsing: bits, place: place)
      let modulus = try numbers.magnitude()
      let exponent = try numbers.magnitude()
      try numbers.finish()
      self = .rsa(modulus: modulus, exponent: exponent)
    case .ellipticCurveKey:
      guard algorithm.nextTag == .objectIdentifier else {
        self = .unsupported(type)
        return
      }
      let curve = try algorithm.oid()
      try algorithm.finish()
      switch (curve, bits.count, bits.first) {
      case (.p256, 65, 4): self = .p256(bits)
      case (.p384, 97, 4): self = .p384(bits)
      case (.p521, 133, 4): self = .p521(bits)
      case (.p256, _, _), (.p384, _, _), (.p521, _, _): throw WebAuthnRelyingPartyError(.malformedCertificate, step: place)
      default: self = .unsupported(curve)
      }
    case .ed25519 where bits.count == 32: self = .ed25519(bits)
    case .ed25519: throw WebAuthnRelyingPartyError(.malformedCertificate, step: place)
    default: self = .unsupported(type)
    }
  }

  /// Whether a signature is by this key over the message.
  ///
  /// ECDSA signatures are DER; the curve is the key's own, whichever hash the scheme names (RFC 9053 §2.1).
  func isValidSignature(_ signature: [UInt8], over message: [UInt8], scheme: SignatureScheme) -> Bool {
    switch (self, scheme) {
    case (.p256(let point), .ecdsa(let hash)):
      guard let key = try? P256.Signing.PublicKey(x963Representation: point),
        let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
      else { return false }
      return hash.digest(of: message) { key.isValidSignature(signature, for: $0) }
    case (.p384(let point), .ecdsa(let hash)):
      guard let key = try? P384.Signing.PublicKey(x963Representation: point),
        let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature)
      else { return false }
      return hash.digest(of: message) { key.isValidSignature(signature, for: $0) }
    case (.p521(let point), .ecdsa(let hash)):
      guard let key = try? P521.Signing.PublicKey(x963Representation: point),
        let signature = try? P521.Signing.ECDSASignature(derRepresentation: signature)
      else { return false }
      return hash.digest(of: message) { key.isValidSignature(signature, for: $0) }
    case (.ed25519(let bytes), .ed25519):
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
      return key.isValidSignature(signature, for: message)
    case (.rsa(let modulus, let exponent), .rsa(let hash)):
      return Self.isValidRSA(signature, over: message, modulus: modulus, exponent: exponent, hash: hash, padding: .insecurePKCS1v1_5)
    case (.rsa(let modulus, let exponent), .pss(let hash)):
      return Self.isValidRSA(signature, over: message, modulus: modulus, exponent: exponent, hash: hash, padding: .PSS)
    default:
      return false
    }
  }

  /// Whether a signature in the form of WebAuthn L3 §6.5.5 is by this key over the message; false for algorithms that don't fit the key.
  ///
  /// RS1 is verified here; whether SHA-1 may be used at all is for the attestation format to say.
  package func isValidSignature(_ signature: [UInt8], over message: [UInt8], algorithm: COSEAlgorithm) -> Bool {
    guard let scheme = SignatureScheme(algorithm) else { return false }
    return isValidSignature(signature, over: message, scheme: scheme)
  }

  /// Bounds the time a stranger's key can cost: 2048 to 8192 bits, and exponents that real keys have.
  private static func isValidRSA(
    _ signature: [UInt8], over message: [UInt8], modulus: [UInt8], exponent: [UInt8], hash: SignatureScheme.Hash,
    padding: _RSA.Signing.Padding
  ) -> Bool {
    guard (256...1024).contains(modulus.count), (1...4).contains(exponent.count),
      let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
    else { return false }
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return hash.digest(of: message) { key.isValidSignature(signature, for: $0, padding: padding) }
  }
}

extension CertificateOID {
  static let rsaKey = CertificateOID(1, 2, 840, 113549, 1, 1, 1)
  static let rsaPSS = CertificateOID(1, 2, 840, 113549, 1, 1, 10)
  static let ellipticCurveKey = CertificateOID(1, 2, 840, 10045, 2, 1)
  static let p256 = CertificateOID(1, 2, 840, 10045, 3, 1, 7)
  static let p384 = CertificateOID(1, 3, 132, 0, 34)
  static let p521 = CertificateOID(1, 3, 132, 0, 35)
  static let ed25519 = CertificateOID(1, 3, 101, 112)
}
