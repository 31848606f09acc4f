// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a check or change failed. A wrong code is not an error but a ``OneTimeCodeVerdict``.
///
/// Errors with the same ``code`` are equal.
public struct OneTimeCodeVerificationError: Error, Equatable, Sendable {
  /// The kind of error. Later versions add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The store failed; ``OneTimeCodeVerificationError/cause`` holds its error. No code was accepted.
    public static let storeFailed = Code("storeFailed")
    /// The secret is too short to issue (shorter than the algorithm's length) or to verify with (less than 16 bytes; RFC 4226 §4 R6).
    public static let secretTooShort = Code("secretTooShort")
    /// The digits or the period are out of range; see ``OneTimeCodeVerificationError/cause``.
    public static let parametersOutOfRange = Code("parametersOutOfRange")
    /// The code is not time-based. Only time-based codes can be verified.
    public static let notTimeBased = Code("notTimeBased")
    /// The credential, login or fresh factor belong to different users.
    public static let anotherUser = Code("anotherUser")
    /// The user already has an active factor; replacing it requires a fresh factor.
    public static let alreadyEnrolled = Code("alreadyEnrolled")
    /// The fresh factor is no longer fresh.
    public static let notFresh = Code("notFresh")
    /// The enrolment has expired, was cancelled, or was replaced by another one.
    public static let noLongerPending = Code("noLongerPending")
    /// The server's clock cannot be trusted.
    public static let clockAlarm = Code("clockAlarm")
  }

  /// The kind of error.
  public let code: Code
  /// The underlying error, if there is one: from the store or about the parameters.
  public let cause: (any Error)?

  /// Creates an error with a code and the error that caused it.
  package init(_ code: Code, cause: (any Error)? = nil) {
    self.code = code
    self.cause = cause
  }

  /// Two errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
