// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a ceremony failed in the client, with the DOMException for the page.
public struct WebAuthnClientError: Error, Hashable, Sendable {
  /// The DOMException names of WebAuthn, and `TypeError`. The set may grow.
  public struct ExceptionName: Hashable, Sendable {
    /// The name as the page sees it.
    public let rawValue: String

    /// Options of the wrong types.
    public static let typeError = ExceptionName(rawValue: "TypeError")
    /// An origin that is not allowed to use the RP ID.
    public static let securityError = ExceptionName(rawValue: "SecurityError")
    /// Nothing in the options that this client supports.
    public static let notSupportedError = ExceptionName(rawValue: "NotSupportedError")
    /// Everything that a page must not be able to distinguish.
    public static let notAllowedError = ExceptionName(rawValue: "NotAllowedError")
    /// The authenticator holds one of the excluded credentials, and the user consented to disclose it.
    public static let invalidStateError = ExceptionName(rawValue: "InvalidStateError")
    /// A requirement that no available authenticator can meet.
    public static let constraintError = ExceptionName(rawValue: "ConstraintError")
    /// A malformed extension input that has the right type.
    public static let syntaxError = ExceptionName(rawValue: "SyntaxError")
    /// The page aborted its request.
    public static let abortError = ExceptionName(rawValue: "AbortError")
  }

  /// The exception that the page sees.
  public let exception: ExceptionName
  /// The step at which the ceremony failed, such as `5.1.3 step 8`; for logs.
  public let step: String

  /// Creates an error from the exception for the page and the step.
  package init(_ exception: ExceptionName, step: String) {
    self.exception = exception
    self.step = step
  }

  /// Errors that the page cannot distinguish are equal.
  public static func == (left: Self, right: Self) -> Bool { left.exception == right.exception }

  /// Hashes the exception, consistent with equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(exception) }
}
