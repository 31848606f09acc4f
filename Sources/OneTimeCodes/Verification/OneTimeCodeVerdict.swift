// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What came of one typed code, for the service. What may go to the client is ``clientAnswer`` and nothing else.
public enum OneTimeCodeVerdict: Hashable, Sendable {
  /// Right, and used up from now on.
  case accepted(OneTimeCodeFreshFactor)
  /// Not a code of the window, or no recovery code. Not counted when it has not even the form of one.
  case wrong
  /// Right, and used before.
  case usedBefore
  /// Not evaluated; the wait that remains.
  case tooSoon(retryAfter: Duration)
  /// Not evaluated, and none will be until another factor has cleared the failures.
  case exhausted
  /// Not evaluated: the server's clock cannot be trusted.
  case clockAlarm

  /// Whether the person may go on.
  public var isAccepted: Bool { if case .accepted = self { true } else { false } }

  /// The verdict without what a guesser could learn from: a wrong code and a right one that was used before are one answer.
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

/// What the client may be told.
public enum OneTimeCodeClientAnswer: Hashable, Sendable {
  /// Go on.
  case accepted
  /// Not accepted, for whatever reason.
  case notAccepted
  /// Try again after a wait.
  case later(Duration)
  /// This factor is shut for the account.
  case useAnotherFactor
  /// No codes are judged at present.
  case outOfService
}
