// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WebAuthnModel

/// Path validation for attestation (RFC 5280 §6.1, profiled for what authenticators send).
///
/// Departures: no revocation lists (metadata says what is revoked), no policies, no name constraints, which are refused where critical.
public enum CertificatePath {
  /// The most certificates that a statement may send along.
  public static let maximumLength = 8

  /// Extensions that may be critical because they are evaluated, or bind nothing that a path is used for here.
  ///
  /// Policies are in TPM keys' certificates; they say how the TPM was vetted and limit no path that asks for none.
  static let understoodExtensions: Set<CertificateOID> = [
    .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .certificatePolicies, .aaguid,
  ]

  /// Verifies that certificates lead from a leaf to an anchor.
  /// - Parameters:
  ///   - chain: the leaf, then each certificate's issuer, as `x5c` prescribes; the anchor may be left out. What follows a certificate
  ///     that an anchor issued is not looked at.
  ///   - anchors: the certificates that are trusted. A leaf that is itself an anchor is trusted; it then need not be an authority.
  ///   - date: the instant at which all must be valid, the anchor too.
  /// - Returns: the anchor that was reached.
  /// - Throws: the code of the first rule that a certificate on the way breaks; `untrustedCertificate` when no anchor is reached.
  @discardableResult
  public static func verify(
    _ chain: [AttestationCertificate], anchors: [AttestationCertificate], at date: Date
  ) throws(WebAuthnRelyingPartyError) -> AttestationCertificate {
    guard let leaf = chain.first, chain.count <= maximumLength, Set(chain).count == chain.count else {
      throw WebAuthnRelyingPartyError(.certificateChain, step: "x5c")
    }
    try checkItself(leaf, at: date)
    if anchors.contains(leaf) { return leaf }

    // From the leaf upwards; `depth` counts the authorities below that are not self-issued, for path lengths.
    var child = leaf
    var depth = 0
    for parent in chain.dropFirst() {
      if let anchor = try issuer(of: child, among: anchors, at: date, depth: depth) { return anchor }
      guard child.issuer.encoded == parent.subject.encoded else {
        throw WebAuthnRelyingPartyError(.certificateIssuer, step: "RFC 5280 §6.1.3 (a)(4)")
      }
      try checkAuthority(parent, depth: depth, isAnchor: false)
      try checkItself(parent, at: date)
      try checkSignature(of: child, by: parent)
      if anchors.contains(parent) { return parent }
      if !parent.isSelfIssued { depth += 1 }
      child = parent
    }
    if let anchor = try issuer(of: child, among: anchors, at: date, depth: depth) { return anchor }
    throw WebAuthnRelyingPartyError(.untrustedCertificate, step: "RFC 5280 §6.1.1 (d)")
  }

  /// The anchor that issued a certificate, or nil where none bears the issuer's name and made the signature.
  /// - Throws: when only an anchor that breaks a rule did.
  private static func issuer(
    of child: AttestationCertificate, among anchors: [AttestationCertificate], at date: Date, depth: Int
  ) throws(WebAuthnRelyingPartyError) -> AttestationCertificate? {
    var refusal: WebAuthnRelyingPartyError?
    for anchor in anchors where anchor.subject.encoded == child.issuer.encoded && anchor != child {
      do throws(WebAuthnRelyingPartyError) {
        try checkSignature(of: child, by: anchor)
        try checkAuthority(anchor, depth: depth, isAnchor: true)
        try checkItself(anchor, at: date)
        return anchor
      } catch  where error.code == .certificateSignature {
        // An anchor of another key may bear the same name; not having signed refuses nothing.
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    return nil
  }

  /// What a certificate must be by itself.
  private static func checkItself(_ certificate: AttestationCertificate, at date: Date) throws(WebAuthnRelyingPartyError) {
    // §6.1.3 (a)(2) Validity.
    guard certificate.isValid(at: date) else { throw WebAuthnRelyingPartyError(.certificateValidity, step: "RFC 5280 §6.1.3 (a)(2)") }
    // §6.1.4 (o), §6.1.5 (f) Critical extensions.
    guard certificate.extensions.entries.allSatisfy({ !$0.isCritical || understoodExtensions.contains($0.kind) }) else {
      throw WebAuthnRelyingPartyError(.certificateCriticalExtension, step: "RFC 5280 §6.1.4 (o)")
    }
  }

  /// What an issuer must be: a batch key that signs a certificate must not become an authority by it.
  private static func checkAuthority(
    _ issuer: AttestationCertificate, depth: Int, isAnchor: Bool
  ) throws(WebAuthnRelyingPartyError) {
    // §6.1.4 (k) Basic constraints. A self-issued anchor without any is a root of old, as dozens of models in metadata have; any other
    // anchor is held to them, since metadata pin leaves too.
    let constraints = issuer.extensions.basicConstraints
    guard constraints?.isAuthority ?? (isAnchor && issuer.isSelfIssued) else {
      throw WebAuthnRelyingPartyError(.certificateAuthority, step: "RFC 5280 §6.1.4 (k)")
    }
    // §6.1.4 (m) Path length.
    if let pathLength = constraints?.pathLength, depth > pathLength {
      throw WebAuthnRelyingPartyError(.certificatePathLength, step: "RFC 5280 §6.1.4 (m)")
    }
    // §6.1.4 (n) Key usage.
    guard issuer.extensions.maySignCertificates != false else {
      throw WebAuthnRelyingPartyError(.certificateKeyUsage, step: "RFC 5280 §6.1.4 (n)")
    }
  }

  private static func checkSignature(of child: AttestationCertificate, by issuer: AttestationCertificate) throws(WebAuthnRelyingPartyError)
  {
    guard let algorithm = child.signatureAlgorithm, algorithm != .rs1 else {
      throw WebAuthnRelyingPartyError(.certificateAlgorithm, step: "RFC 5280 §6.1.3 (a)(1)")
    }
    guard issuer.isValidSignature(child.signature, over: child.signedBytes, algorithm: algorithm) else {
      throw WebAuthnRelyingPartyError(.certificateSignature, step: "RFC 5280 §6.1.3 (a)(1)")
    }
  }
}
