// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SwiftASN1
package import WebAuthnModel

/// A certificate's public key (RFC 5280 §4.1.2.7).
package struct SubjectPublicKeyInfo: Hashable, Sendable {
  /// The structure as received.
  package let encoded: [UInt8]
  /// The key's bit string, from which key identifiers are computed (RFC 5280 §4.2.1.2).
  package let bits: [UInt8]
  /// The parsed key; nil for a type of key that is not supported for verification.
  package let material: COSEKey.Material?

  /// Reads the structure.
  ///
  /// - Throws: `malformedCertificate` if the bytes are not this structure or a key of a known type is malformed.
  package init(_ node: ASN1Node) throws(WebAuthnRelyingPartyError) {
    encoded = Array(node.encodedBytes)
    var members = try ASN1Members(of: node, place: Self.place)
    let algorithm = try members.members()
    bits = try members.octets()
    try members.finish()
    material = try Self.material(of: bits, algorithm: algorithm)
  }

  /// Returns whether this key made the signature over the message; false for unknown key types and for algorithms of other key types.
  package func isValidSignature(_ signature: [UInt8], over message: [UInt8], algorithm: COSEAlgorithm) -> Bool {
    guard let material, let key = VerificationKey(material) else { return false }
    return key.isValidSignature(signature, over: message, algorithm: algorithm)
  }

  private static func material(
    of bits: [UInt8], algorithm: ASN1Members
  ) throws(WebAuthnRelyingPartyError) -> COSEKey.Material? {
    var algorithm = algorithm
    switch try algorithm.oid() {
    // RFC 8017 appendix A.1, RFC 4055 §1.2.
    case .rsa, .rsaPSS:
      var numbers = try ASN1Members(parsing: bits, place: place)
      let modulus = try numbers.magnitude()
      let exponent = try numbers.magnitude()
      try numbers.finish()
      return .rsa(modulus: modulus, exponent: exponent)
    // RFC 5480 §2: named curves and uncompressed points only.
    case .ellipticCurve:
      guard algorithm.nextTag == .objectIdentifier else { return nil }
      switch try algorithm.oid() {
      case .p256:
        let (x, y) = try point(bits, coordinateByteCount: 32)
        return .p256(x: x, y: y)
      case .p384:
        let (x, y) = try point(bits, coordinateByteCount: 48)
        return .p384(x: x, y: y)
      case .p521:
        let (x, y) = try point(bits, coordinateByteCount: 66)
        return .p521(x: x, y: y)
      default: return nil
      }
    // RFC 8410 §4.
    case .ed25519: return .ed25519(try exactly(32, of: bits))
    // RFC 9881 §4.
    case .mlDSA65: return .mlDSA65(try exactly(1952, of: bits))
    case .mlDSA87: return .mlDSA87(try exactly(2592, of: bits))
    default: return nil
    }
  }

  private static func point(
    _ bits: [UInt8], coordinateByteCount: Int
  ) throws(WebAuthnRelyingPartyError) -> (x: [UInt8], y: [UInt8]) {
    let coordinates = try exactly(1 + 2 * coordinateByteCount, of: bits).dropFirst()
    guard bits.first == 4 else { throw WebAuthnRelyingPartyError(.malformedCertificate, step: place) }
    return (Array(coordinates.prefix(coordinateByteCount)), Array(coordinates.suffix(coordinateByteCount)))
  }

  private static func exactly(_ byteCount: Int, of bits: [UInt8]) throws(WebAuthnRelyingPartyError) -> [UInt8] {
    guard bits.count == byteCount else { throw WebAuthnRelyingPartyError(.malformedCertificate, step: place) }
    return bits
  }

  private static let place = "RFC 5280 §4.1.2.7"
}
