// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension WebAuthnRelyingPartyError.Code {
  /// The attestation signature is not by the key that the statement names, or not over this registration.
  public static let attestationSignature = Self("attestationSignature")
  /// The attestation certificate is not what the statement's format prescribes.
  public static let attestationCertificate = Self("attestationCertificate")
  /// The attestation certificate is for another model of authenticator than the one that claims to have made the credential.
  public static let attestationModel = Self("attestationModel")
  /// The attested key is not the credential's.
  public static let attestationKey = Self("attestationKey")
  /// The statement was not made for this registration.
  public static let attestationChallenge = Self("attestationChallenge")
  /// The attested key was not made, or may not be used, as a credential's must.
  public static let attestationKeyProperties = Self("attestationKeyProperties")
  /// The platform that attests says that it has been tampered with.
  public static let attestationIntegrity = Self("attestationIntegrity")
}
