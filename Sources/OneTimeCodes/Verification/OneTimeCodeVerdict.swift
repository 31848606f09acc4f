// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The result of checking one code, for the service only. Send the client nothing but ``clientAnswer``.
///
/// More cases may be added: in another package, a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum OneTimeCodeVerdict: Hashable, Sendable {
  /// Correct, and now used up.
  case accepted(OneTimeCodeFreshFactor)
  /// Not a code in the window, or not a recovery code. The attempt is not counted if the text cannot be a code.
  case wrong
  /// Correct, but already used.
  case usedBefore
  /// Not evaluated; the value is the remaining wait.
  case tooSoon(retryAfter: Duration)
  /// Not evaluated. No code will be until another factor has cleared the failures.
  case exhausted
  /// Not evaluated: the server's clock cannot be trusted.
  case clockAlarm

  /// Whether the user may proceed.
  public var isAccepted: Bool { if case .accepted = self { true } else { false } }

  /// The verdict without details that help a guesser: a wrong code and a correct but used code give the same answer.
  public var clientAnswer: OneTimeCodeClientAnswer {
    switch self {
    case .accepted: .accepted
    case .wrong, .usedBefore: .notAccepted
    case .tooSoon(let wait): .later(wait)
    case .exhausted: .useAnotherFactor
    case .clockAlarm: .outOfService
    }
  }
}

/// The answer that may be sent to the client.
///
/// More cases may be added: in another package, a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum OneTimeCodeClientAnswer: Hashable, Sendable {
  /// The user may proceed.
  case accepted
  /// Not accepted, for any reason.
  case notAccepted
  /// Try again after the given wait.
  case later(Duration)
  /// This factor is blocked for the account.
  case useAnotherFactor
  /// No codes are being checked at present.
  case outOfService
}
