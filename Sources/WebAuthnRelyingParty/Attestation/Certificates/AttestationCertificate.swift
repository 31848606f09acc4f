// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftASN1
package import WebAuthnModel

/// An X.509 certificate of an authenticator, of an authority above it, or of a metadata service (RFC 5280 §4).
///
/// The parser accepts what real devices write: basic-rules encoding, a negative serial number, unused bits in a signature. Everything that
/// decisions depend on is read strictly. Certificates with the same bytes are equal.
public struct AttestationCertificate: Hashable, Sendable {
  /// The maximum size of a certificate, in bytes.
  public static let maximumByteCount = 16 * 1024

  /// The certificate as received.
  public let der: [UInt8]
  /// The version number: 1, 2 or 3.
  package let version: Int
  /// The serial number's content octets, which may represent a negative number.
  package let serialNumber: [UInt8]
  /// The issuer of the certificate.
  package let issuer: DistinguishedName
  /// The holder of the certified key.
  package let subject: DistinguishedName
  /// The start of its validity, inclusive.
  public let notBefore: Date
  /// The end of its validity, inclusive.
  public let notAfter: Date
  /// The certified key.
  package let publicKey: SubjectPublicKeyInfo
  /// The extensions, each of which occurs once.
  package let extensions: CertificateExtensions

  /// The bytes that the issuer signed.
  let signedBytes: [UInt8]
  let signatureAlgorithm: COSEAlgorithm?
  let signature: [UInt8]

  /// Reads a certificate, which must use all of the bytes.
  ///
  /// - Throws: `malformedCertificate`, with the section of RFC 5280 that it violates.
  public init(der: some Sequence<UInt8>) throws(WebAuthnRelyingPartyError) {
    self.der = Array(der)
    guard self.der.count <= Self.maximumByteCount else { throw WebAuthnRelyingPartyError(.malformedCertificate, step: "byte count") }

    // §4.1.1 Certificate fields.
    var certificate = try ASN1Members(parsing: self.der, place: "RFC 5280 §4.1")
    let signedNode = try certificate.member(.sequence)
    let algorithm = try certificate.member(.sequence)
    signedBytes = Array(signedNode.encodedBytes)
    signatureAlgorithm = try CertificateSignatureAlgorithm.algorithm(of: algorithm)
    // §4.1.1.3 Yubico's first U2F devices declare unused bits in whole octets.
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
    // §4.1.2.3 Signature: must be identical to the outer field, which is not signed.
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
    // §4.1.2.8 Unique identifiers: skipped.
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

  /// Returns the value of an extension, or nil if the certificate does not have it.
  package func value(of kind: CertificateOID) -> [UInt8]? {
    extensions.entries.first { $0.kind == kind }?.value
  }

  /// Returns whether an extension is present and marked critical.
  package func isCritical(_ kind: CertificateOID) -> Bool {
    extensions.entries.contains { $0.kind == kind && $0.isCritical }
  }

  /// Returns whether the certificate is valid at a given time.
  package func isValid(at date: Date) -> Bool { notBefore <= date && date <= notAfter }

  /// Whether the certificate names itself as its issuer. Does not imply trust.
  package var isSelfIssued: Bool { issuer.encoded == subject.encoded }

  /// Returns whether the certified key made this signature over the message, in the form of WebAuthn L3 §6.5.5.
  package func isValidSignature(_ signature: [UInt8], over message: [UInt8], algorithm: COSEAlgorithm) -> Bool {
    publicKey.isValidSignature(signature, over: message, algorithm: algorithm)
  }

  /// Certificates with the same bytes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.der == right.der }

  /// Hashes the bytes, consistent with equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}
