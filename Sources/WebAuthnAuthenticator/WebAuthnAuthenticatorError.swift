// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why an authenticator refuses an operation, as the DOMException that the specification maps it to.
public struct WebAuthnAuthenticatorError: Error, Hashable, Sendable {
  /// The kinds of refusal (WebAuthn L3 §6.3.2 and §6.3.3). New ones may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the DOMException.
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// None of the requested algorithms is supported.
    public static let notSupported = Code("NotSupportedError")
    /// An excluded credential exists here, and the user agreed to disclose it.
    public static let invalidState = Code("InvalidStateError")
    /// The user did not agree, or no credential is acceptable.
    public static let notAllowed = Code("NotAllowedError")
    /// User verification is required but did not happen, or there is no room for another credential.
    public static let constraint = Code("ConstraintError")
    /// A parameter of the wrong length, an invalid stored key, or a failing store.
    public static let unknown = Code("UnknownError")
  }

  /// The kind of refusal.
  public let code: Code

  /// Creates an error, for stores that report why they failed.
  public init(_ code: Code) {
    self.code = code
  }
}
