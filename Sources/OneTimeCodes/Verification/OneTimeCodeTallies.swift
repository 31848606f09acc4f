// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The counters that one attempt is charged to.
public struct OneTimeCodeTallyKeys: Hashable, Sendable {
  /// The kind of factor that the attempt is for.
  public enum Factor: Hashable, Sendable {
    /// A code of one credential, pending or active.
    case code(OneTimeCodeCredentialID)
    /// Any of the user's recovery codes.
    case recoveryCode
  }

  /// The account.
  public let user: OneTimeCodeUserID
  /// The attempted factor.
  public let factor: Factor
  /// The client, as the service names it.
  public let client: String

  /// Creates the keys of the counters that one attempt is charged to.
  package init(user: OneTimeCodeUserID, factor: Factor, client: String) {
    self.user = user
    self.factor = factor
    self.client = client
  }
}

/// Whether an attempt may be evaluated.
///
/// More cases may be added: in another package, a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum OneTimeCodeAdmission: Hashable, Sendable {
  /// The attempt was counted; evaluate it.
  case admitted
  /// The attempt was not counted and must not be evaluated; the value is the remaining wait.
  case tooSoon(retryAfter: Duration)
  /// No more attempts until another factor has cleared the count.
  case exhausted
}

/// The three counters that one attempt is charged to, read and written together.
public struct OneTimeCodeTallies: Hashable, Sendable {
  /// The consecutive failures of the factor.
  public var factor: OneTimeCodeAttempts
  /// The failures counted for the client's address.
  public var client: OneTimeCodeAttemptCount
  /// The failures counted for the whole service.
  public var overall: OneTimeCodeAttemptCount

  /// Restores stored counts.
  public init(
    factor: OneTimeCodeAttempts = .init(), client: OneTimeCodeAttemptCount = .init(), overall: OneTimeCodeAttemptCount = .init()
  ) {
    self.factor = factor
    self.client = client
    self.overall = overall
  }

  /// Counts an attempt in all three counters or, if one of them blocks it, in none.
  public mutating func admit(at now: Date, policy: OneTimeCodeVerificationPolicy) -> OneTimeCodeAdmission {
    if let obstacle = factor.obstacle(at: now) ?? client.obstacle(at: now, limit: policy.perClient)
      ?? overall.obstacle(at: now, limit: policy.overall)
    {
      return obstacle
    }
    factor.count(at: now)
    client.count(at: now, limit: policy.perClient)
    overall.count(at: now, limit: policy.overall)
    return .admitted
  }

  /// Records a success: clears the factor's consecutive failures, and takes back this one attempt for the client and the service. It takes
  /// back no more, because otherwise the owner of one account could reset the limits while guessing at others.
  public mutating func noteSuccess() {
    factor = OneTimeCodeAttempts()
    client.giveBack()
    overall.giveBack()
  }
}
