// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension WebAuthnRelyingPartyError.Code {
  /// A certificate does not conform to RFC 5280 §4, or exceeds the size limit.
  public static let malformedCertificate = Self("malformedCertificate")
  /// A statement contains no certificates, too many, or one twice.
  public static let certificateChain = Self("certificateChain")
  /// A certificate on the path to the anchor is not yet valid or has expired.
  public static let certificateValidity = Self("certificateValidity")
  /// A certificate's issuer is not the certificate that follows it.
  public static let certificateIssuer = Self("certificateIssuer")
  /// A certificate is signed with an algorithm that is unknown or no longer secure.
  public static let certificateAlgorithm = Self("certificateAlgorithm")
  /// A certificate was not signed by the issuer that follows it.
  public static let certificateSignature = Self("certificateSignature")
  /// A certificate was issued by a key that is not allowed to issue certificates.
  public static let certificateAuthority = Self("certificateAuthority")
  /// An authority has more authorities below it than its path length allows.
  public static let certificatePathLength = Self("certificatePathLength")
  /// An authority's key is not permitted to sign certificates.
  public static let certificateKeyUsage = Self("certificateKeyUsage")
  /// A certificate has an unsupported critical extension.
  public static let certificateCriticalExtension = Self("certificateCriticalExtension")
  /// The certificates do not lead to a trust anchor.
  public static let untrustedCertificate = Self("untrustedCertificate")
}
