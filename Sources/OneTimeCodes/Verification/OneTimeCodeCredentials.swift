// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import SecretMemory

/// An enrolment that waits for its first correct code. It can be shown and activated, but cannot verify codes.
public struct PendingOneTimeCode: Sendable {
  let stored: StoredOneTimeCode

  /// The account.
  public var user: OneTimeCodeUserID { stored.user }
  /// The credential that activation creates.
  public var id: OneTimeCodeCredentialID { stored.id }
  /// The time at which the enrolment expires.
  public var expires: Date { stored.expires }
  /// Whether activation replaces an active factor.
  public var isReplacement: Bool { stored.replaces != nil }
  /// The algorithm, digits, period, and the secret for manual entry.
  public var parameters: OneTimeCodeParameters { stored.parameters }

  /// Returns the link that passes the secret to an authenticator. With `otpauth`, it is also the text of the QR code.
  ///
  /// - Parameters:
  ///   - scheme: Offer both schemes, because a manager may register only one.
  ///   - label: The service's display name.
  ///   - account: The user name at the service.
  ///   - issuer: The service's domain. Managers use it to offer the code on the right site.
  public func setupURL(
    _ scheme: SetupURL.Scheme, label: String, account: String, issuer: String
  ) throws(OneTimeCodesError) -> SecretBytes {
    try SetupURL(label: label, account: account, issuer: issuer, parameters: parameters).formatted(as: scheme)
  }
}

/// A factor activated by its first correct code. Only a verifier creates it; it can verify codes but does not reveal the secret.
public struct ActiveOneTimeCode: Sendable {
  let stored: StoredOneTimeCode

  /// The account.
  public var user: OneTimeCodeUserID { stored.user }
  /// The credential.
  public var id: OneTimeCodeCredentialID { stored.id }
  /// The length of its codes.
  public var digits: Int { stored.parameters.digits }
}
