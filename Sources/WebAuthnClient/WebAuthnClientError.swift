// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a ceremony ended in the client, with the DOMException that the page may see.
public struct WebAuthnClientError: Error, Hashable, Sendable {
  /// The DOMException names of WebAuthn, and `TypeError`; the set may grow.
  public struct ExceptionName: Hashable, Sendable {
    /// The name as the page sees it.
    public let rawValue: String

    /// Options that are not of their types.
    public static let typeError = ExceptionName(rawValue: "TypeError")
    /// An origin that may not use the RP ID.
    public static let securityError = ExceptionName(rawValue: "SecurityError")
    /// Nothing in the options that this client supports.
    public static let notSupportedError = ExceptionName(rawValue: "NotSupportedError")
    /// Everything that a page must not tell apart.
    public static let notAllowedError = ExceptionName(rawValue: "NotAllowedError")
    /// The authenticator holds one of the excluded credentials, and the person consented to say so.
    public static let invalidStateError = ExceptionName(rawValue: "InvalidStateError")
    /// A requirement that no authenticator here can meet.
    public static let constraintError = ExceptionName(rawValue: "ConstraintError")
    /// An extension's input that is malformed in a way that types do not show.
    public static let syntaxError = ExceptionName(rawValue: "SyntaxError")
    /// The page took its request back.
    public static let abortError = ExceptionName(rawValue: "AbortError")
  }

  /// What the page sees.
  public let exception: ExceptionName
  /// The step that ended the ceremony, such as `5.1.3 step 8`; for logs.
  public let step: String

  /// Names what the page sees, and the step.
  package init(_ exception: ExceptionName, step: String) {
    self.exception = exception
    self.step = step
  }

  /// Two errors are equal when the page cannot tell them apart.
  public static func == (left: Self, right: Self) -> Bool { left.exception == right.exception }

  /// Hashes what equality looks at.
  public func hash(into hasher: inout Hasher) { hasher.combine(exception) }
}
