// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import SecretMemory

/// An enrolment that waits for its first right code. It can be shown and activated, and can verify nothing.
public struct PendingOneTimeCode: Sendable {
  let stored: StoredOneTimeCode

  /// The account.
  public var user: OneTimeCodeUserID { stored.user }
  /// The credential it will be.
  public var id: OneTimeCodeCredentialID { stored.id }
  /// When it ends by itself.
  public var expires: Date { stored.expires }
  /// Whether it will take an active factor's place.
  public var isReplacement: Bool { stored.replaces != nil }
  /// Algorithm, digits, period, and the secret for typing by hand.
  public var parameters: OneTimeCodeParameters { stored.parameters }

  /// The link that hands the secret to an authenticator; also the text of the QR code, by `otpauth`.
  ///
  /// - Parameters:
  ///   - scheme: Offer both, since managers register one or the other.
  ///   - label: The service's name for people.
  ///   - account: The user name at the service.
  ///   - issuer: The service's domain, by which the code is offered in the right place.
  public func setupURL(
    _ scheme: SetupURL.Scheme, label: String, account: String, issuer: String
  ) throws(OneTimeCodesError) -> SecretBytes {
    try SetupURL(label: label, account: account, issuer: issuer, parameters: parameters).formatted(as: scheme)
  }
}

/// A factor that a first right code has activated; only a verifier hands it out, and it verifies codes and shows no secret.
public struct ActiveOneTimeCode: Sendable {
  let stored: StoredOneTimeCode

  /// The account.
  public var user: OneTimeCodeUserID { stored.user }
  /// The credential.
  public var id: OneTimeCodeCredentialID { stored.id }
  /// Length of its codes.
  public var digits: Int { stored.parameters.digits }
}
