// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why an authenticator refuses an operation, by the DOMException that the specification maps the refusal to.
public struct WebAuthnAuthenticatorError: Error, Hashable, Sendable {
  /// The kinds of refusal (WebAuthn L3 §6.3.2 and §6.3.3); new kinds may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the DOMException.
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// None of the wanted algorithms is supported.
    public static let notSupported = Code("NotSupportedError")
    /// An excluded credential is known here, and the person agreed to say so.
    public static let invalidState = Code("InvalidStateError")
    /// The person did not agree, or no credential fits.
    public static let notAllowed = Code("NotAllowedError")
    /// User verification is required and was not done, or there is no room for another credential.
    public static let constraint = Code("ConstraintError")
    /// A parameter of wrong length, a stored key that is none, or a store that failed.
    public static let unknown = Code("UnknownError")
  }

  /// The kind of refusal.
  public let code: Code

  /// Makes an error, for stores that have to say why they failed.
  public init(_ code: Code) {
    self.code = code
  }
}
