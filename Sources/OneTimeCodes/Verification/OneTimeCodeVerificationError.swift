// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why nothing could be judged or changed; a wrong code is no error but an ``OneTimeCodeVerdict``.
///
/// Equality is equality of the ``code``.
public struct OneTimeCodeVerificationError: Error, Equatable, Sendable {
  /// The kind of fault; later versions add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The store failed; ``OneTimeCodeVerificationError/cause`` has its error. Nothing was accepted.
    public static let storeFailed = Code("storeFailed")
    /// The secret is too short to issue (less than the algorithm's length) or to verify with (less than 16 bytes; RFC 4226 §4 R6).
    public static let secretTooShort = Code("secretTooShort")
    /// Digits or period are none that codes can have; ``OneTimeCodeVerificationError/cause`` says which.
    public static let parametersOutOfRange = Code("parametersOutOfRange")
    /// Only time-based codes are verified.
    public static let notTimeBased = Code("notTimeBased")
    /// Credential, login and fresh factor are not of one user.
    public static let anotherUser = Code("anotherUser")
    /// The user has an active factor; replacing it takes a fresh one.
    public static let alreadyEnrolled = Code("alreadyEnrolled")
    /// The fresh factor is no longer fresh.
    public static let notFresh = Code("notFresh")
    /// The enrolment has expired, was cancelled, or another one has taken its place.
    public static let noLongerPending = Code("noLongerPending")
    /// The server's clock cannot be trusted.
    public static let clockAlarm = Code("clockAlarm")
  }

  /// What was wrong.
  public let code: Code
  /// The error below, where there is one: the store's, or that of the parameters.
  public let cause: (any Error)?

  /// Makes the error of a code, over the error that caused it.
  package init(_ code: Code, cause: (any Error)? = nil) {
    self.code = code
    self.cause = cause
  }

  /// Two errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
