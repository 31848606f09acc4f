// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
import WebAuthnModel

/// The `AlgorithmIdentifier` of a certificate's signature (RFC 5280 §4.1.1.2), expressed as a COSE algorithm.
///
/// Here, COSE's ECDSA algorithms denote only the hash; the issuer's key determines the curve.
enum CertificateSignatureAlgorithm {
  /// Returns the algorithm, or nil if it is not supported. ``COSEAlgorithm/rs1`` is recognised so that it can be rejected by name.
  static func algorithm(of node: ASN1Node) throws(WebAuthnRelyingPartyError) -> COSEAlgorithm? {
    var members = try ASN1Members(of: node, place: "RFC 5280 §4.1.1.2")
    switch try members.oid() {
    // RFC 5758 §3.2.
    case CertificateOID(1, 2, 840, 10045, 4, 3, 2): return .es256
    case CertificateOID(1, 2, 840, 10045, 4, 3, 3): return .es384
    case CertificateOID(1, 2, 840, 10045, 4, 3, 4): return .es512
    // RFC 4055 §5.
    case CertificateOID(1, 2, 840, 113549, 1, 1, 5): return .rs1
    case CertificateOID(1, 2, 840, 113549, 1, 1, 11): return .rs256
    case CertificateOID(1, 2, 840, 113549, 1, 1, 12): return .rs384
    case CertificateOID(1, 2, 840, 113549, 1, 1, 13): return .rs512
    case .rsaPSS: return members.nextTag == .sequence ? try pss(members.members()) : nil
    // RFC 8410 §3, RFC 9881 §3.
    case .ed25519: return .edDSA
    case .mlDSA65: return .mlDSA65
    case .mlDSA87: return .mlDSA87
    default: return nil
    }
  }

  /// `RSASSA-PSS-params` (RFC 4055 §3.1): MGF1 must use the same hash, and the salt must be as long as its digest.
  private static func pss(_ parameters: ASN1Members) throws(WebAuthnRelyingPartyError) -> COSEAlgorithm? {
    var parameters = parameters
    guard parameters.nextTag == .context(0) else { return nil }
    var tagged = try parameters.members(.context(0))
    var hash = try tagged.members()
    let hashKind = try hash.oid()

    guard parameters.nextTag == .context(1) else { return nil }
    tagged = try parameters.members(.context(1))
    var generator = try tagged.members()
    guard try generator.oid() == CertificateOID(1, 2, 840, 113549, 1, 1, 8) else { return nil }
    hash = try generator.members()
    guard try hash.oid() == hashKind, parameters.nextTag == .context(2) else { return nil }

    tagged = try parameters.members(.context(2))
    switch (hashKind, try tagged.smallInteger()) {
    case (CertificateOID(2, 16, 840, 1, 101, 3, 4, 2, 1), 32): return .ps256
    case (CertificateOID(2, 16, 840, 1, 101, 3, 4, 2, 2), 48): return .ps384
    case (CertificateOID(2, 16, 840, 1, 101, 3, 4, 2, 3), 64): return .ps512
    default: return nil
    }
  }
}
