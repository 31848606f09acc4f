// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension WebAuthnRelyingPartyError.Code {
  /// The attestation signature was not made with the key that the statement names, or does not cover this registration.
  public static let attestationSignature = Self("attestationSignature")
  /// The attestation certificate does not meet the requirements of the statement's format.
  public static let attestationCertificate = Self("attestationCertificate")
  /// The attestation certificate belongs to another authenticator model than the one that claims to have created the credential.
  public static let attestationModel = Self("attestationModel")
  /// The attested key is not the credential's.
  public static let attestationKey = Self("attestationKey")
  /// The statement was not created for this registration.
  public static let attestationChallenge = Self("attestationChallenge")
  /// The attested key's origin or permitted uses are not those required of a credential key.
  public static let attestationKeyProperties = Self("attestationKeyProperties")
  /// The attesting platform reports that it has been tampered with.
  public static let attestationIntegrity = Self("attestationIntegrity")
}
