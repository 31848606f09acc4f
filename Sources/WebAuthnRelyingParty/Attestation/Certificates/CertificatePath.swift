// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WebAuthnModel

/// Path validation for attestation (RFC 5280 §6.1, profiled for the certificates that authenticators send).
///
/// Departures: no revocation lists (revocations come from metadata), no policies, and no name constraints, which are rejected if critical.
public enum CertificatePath {
  /// The maximum number of certificates in a statement.
  public static let maximumLength = 8

  /// The extensions that may be critical, because they are evaluated or do not restrict how a path is used here.
  ///
  /// TPM key certificates contain policies. They describe how the TPM was vetted and do not restrict a path that requires none.
  static let understoodExtensions: Set<CertificateOID> = [
    .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .certificatePolicies, .aaguid,
  ]

  /// Verifies that certificates lead from a leaf to an anchor.
  ///
  /// - Parameters:
  ///   - chain: The leaf, then each certificate's issuer, as `x5c` prescribes. The anchor may be left out. Certificates after one that an
  ///     anchor issued are ignored.
  ///   - anchors: The trusted certificates. A leaf that is itself an anchor is trusted, and then need not be an authority.
  ///   - date: The time at which all certificates, including the anchor, must be valid.
  /// - Returns: The anchor that the path leads to.
  /// - Throws: The code of the first rule that a certificate on the path violates; `untrustedCertificate` if the path leads to no anchor.
  @discardableResult
  public static func verify(
    _ chain: [AttestationCertificate], anchors: [AttestationCertificate], at date: Date
  ) throws(WebAuthnRelyingPartyError) -> AttestationCertificate {
    guard let leaf = chain.first, chain.count <= maximumLength, Set(chain).count == chain.count else {
      throw WebAuthnRelyingPartyError(.certificateChain, step: "x5c")
    }
    try checkItself(leaf, at: date)
    if anchors.contains(leaf) { return leaf }

    // Walks from the leaf upwards. `depth` counts the authorities below that are not self-issued, for path lengths.
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

  /// Returns the anchor that issued a certificate, or nil if no anchor has the issuer's name and made the signature.
  ///
  /// - Throws: If the only anchor that did violates a rule.
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
        // An anchor with another key may have the same name; not having made the signature is not an error.
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    return nil
  }

  /// Checks the requirements on every certificate.
  private static func checkItself(_ certificate: AttestationCertificate, at date: Date) throws(WebAuthnRelyingPartyError) {
    // §6.1.3 (a)(2) Validity.
    guard certificate.isValid(at: date) else { throw WebAuthnRelyingPartyError(.certificateValidity, step: "RFC 5280 §6.1.3 (a)(2)") }
    // §6.1.4 (o), §6.1.5 (f) Critical extensions.
    guard certificate.extensions.entries.allSatisfy({ !$0.isCritical || understoodExtensions.contains($0.kind) }) else {
      throw WebAuthnRelyingPartyError(.certificateCriticalExtension, step: "RFC 5280 §6.1.4 (o)")
    }
  }

  /// Checks the requirements on an issuer. A batch key that signs a certificate must not thereby become an authority.
  private static func checkAuthority(
    _ issuer: AttestationCertificate, depth: Int, isAnchor: Bool
  ) throws(WebAuthnRelyingPartyError) {
    // §6.1.4 (k) Basic constraints. A self-issued anchor without any is an old root, such as dozens of models in the metadata have. Every
    // other anchor must have them, because the metadata also pin leaves.
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
