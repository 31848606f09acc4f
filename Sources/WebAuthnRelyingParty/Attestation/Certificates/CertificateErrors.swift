// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension WebAuthnRelyingPartyError.Code {
  /// A certificate is not what RFC 5280 §4 prescribes, or larger than any that is read.
  public static let malformedCertificate = Self("malformedCertificate")
  /// A statement sends no certificates, too many, or one twice.
  public static let certificateChain = Self("certificateChain")
  /// A certificate on the way to the anchor is not valid yet, or no longer.
  public static let certificateValidity = Self("certificateValidity")
  /// A certificate names another issuer than the one that follows it.
  public static let certificateIssuer = Self("certificateIssuer")
  /// A certificate is signed in a way that is unknown or no longer safe.
  public static let certificateAlgorithm = Self("certificateAlgorithm")
  /// A certificate's signature is not by the issuer that follows it.
  public static let certificateSignature = Self("certificateSignature")
  /// A certificate was issued by a key that may not issue any.
  public static let certificateAuthority = Self("certificateAuthority")
  /// An authority has more authorities below it than it may have.
  public static let certificatePathLength = Self("certificatePathLength")
  /// An authority's key is not for signing certificates.
  public static let certificateKeyUsage = Self("certificateKeyUsage")
  /// A certificate has a critical extension that is not understood.
  public static let certificateCriticalExtension = Self("certificateCriticalExtension")
  /// The certificates lead to no trust anchor.
  public static let untrustedCertificate = Self("untrustedCertificate")
}
