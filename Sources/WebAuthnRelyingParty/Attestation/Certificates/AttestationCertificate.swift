// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftASN1
package import WebAuthnModel

/// An X.509 certificate of an authenticator, of the authorities above it, or of a metadata service (RFC 5280 §4).
///
/// Read as real devices write them: the encoding may follow the basic rules, a serial number may be negative, a signature may claim
/// unused bits. What a decision rests on is read strictly. Certificates are equal when their bytes are.
public struct AttestationCertificate: Hashable, Sendable {
  /// The most bytes that a certificate may have.
  public static let maximumByteCount = 16 * 1024

  /// The certificate as it was read.
  public let der: [UInt8]
  /// The version as people count: 1, 2 or 3.
  package let version: Int
  /// The serial number's content octets, which may denote a negative number.
  package let serialNumber: [UInt8]
  /// Who issued the certificate.
  package let issuer: DistinguishedName
  /// Whose key it certifies.
  package let subject: DistinguishedName
  /// The first instant of its validity.
  public let notBefore: Date
  /// The last instant of its validity.
  public let notAfter: Date
  /// The certified key.
  package let publicKey: SubjectPublicKeyInfo
  /// The extensions, of which each appears once.
  package let extensions: CertificateExtensions

  /// What the issuer signed.
  let signedBytes: [UInt8]
  let signatureAlgorithm: COSEAlgorithm?
  let signature: [UInt8]

  /// Reads a certificate, which must be all of the bytes.
  /// - Throws: `malformedCertificate`, with the section of RFC 5280 that is not kept.
  public init(der: some Sequence<UInt8>) throws(WebAuthnRelyingPartyError) {
    self.der = Array(der)
    guard self.der.count <= Self.maximumByteCount else { throw WebAuthnRelyingPartyError(.malformedCertificate, step: "byte count") }

    // §4.1.1 Certificate fields.
    var certificate = try ASN1Members(parsing: self.der, place: "RFC 5280 §4.1")
    let signedNode = try certificate.member(.sequence)
    let algorithm = try certificate.member(.sequence)
    signedBytes = Array(signedNode.encodedBytes)
    signatureAlgorithm = try CertificateSignatureAlgorithm.algorithm(of: algorithm)
    // §4.1.1.3 Yubico's first U2F devices claim unused bits in whole octets.
    signature = try certificate.octets(isLenient: true)
    try certificate.finish()

    // §4.1.2 TBSCertificate.
    var fields = try ASN1Members(of: signedNode, place: "RFC 5280 §4.1.2")
    // §4.1.2.1 Version.
    if fields.nextTag == .context(0) {
      var tagged = try fields.members(.context(0))
      version = try tagged.smallInteger() + 1
      try tagged.finish()
    } else {
      version = 1
    }
    guard (1...3).contains(version) else { throw WebAuthnRelyingPartyError(.malformedCertificate, step: "RFC 5280 §4.1.2.1") }
    // §4.1.2.2 Serial number.
    serialNumber = try fields.bytes(.integer)
    // §4.1.2.3 Signature: must say the same as the outer field, which is not signed.
    guard try fields.member(.sequence).encodedBytes.elementsEqual(algorithm.encodedBytes) else {
      throw WebAuthnRelyingPartyError(.malformedCertificate, step: "RFC 5280 §4.1.2.3")
    }
    // §4.1.2.4 Issuer.
    issuer = try DistinguishedName(fields.any())
    // §4.1.2.5 Validity.
    var validity = try fields.members()
    notBefore = try CertificateTime.date(of: validity.any(), place: "RFC 5280 §4.1.2.5")
    notAfter = try CertificateTime.date(of: validity.any(), place: "RFC 5280 §4.1.2.5")
    try validity.finish()
    // §4.1.2.6 Subject.
    subject = try DistinguishedName(fields.any())
    // §4.1.2.7 Subject public key info.
    publicKey = try SubjectPublicKeyInfo(fields.member(.sequence))
    // §4.1.2.8 Unique identifiers: read past.
    _ = try fields.optional(.context(1))
    _ = try fields.optional(.context(2))
    // §4.1.2.9 Extensions.
    if fields.nextTag == .context(3) {
      var tagged = try fields.members(.context(3))
      extensions = try CertificateExtensions(tagged.members())
      try tagged.finish()
    } else {
      extensions = CertificateExtensions()
    }
    try fields.finish()
  }

  /// The value of an extension, or nil when the certificate has none of the kind.
  package func value(of kind: CertificateOID) -> [UInt8]? {
    extensions.entries.first { $0.kind == kind }?.value
  }

  /// Whether an extension is marked critical.
  package func isCritical(_ kind: CertificateOID) -> Bool {
    extensions.entries.contains { $0.kind == kind && $0.isCritical }
  }

  /// Whether the certificate is valid at an instant.
  package func isValid(at date: Date) -> Bool { notBefore <= date && date <= notAfter }

  /// Whether it names itself as its issuer; says nothing of trust.
  package var isSelfIssued: Bool { issuer.encoded == subject.encoded }

  /// Whether a signature is by the certified key over the message, in the form of WebAuthn L3 §6.5.5.
  package func isValidSignature(_ signature: [UInt8], over message: [UInt8], algorithm: COSEAlgorithm) -> Bool {
    publicKey.isValidSignature(signature, over: message, algorithm: algorithm)
  }

  /// Two certificates are equal when their bytes are.
  public static func == (left: Self, right: Self) -> Bool { left.der == right.der }

  /// Hashes what equality looks at.
  public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}
