// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Whose tries one try counts among.
public struct OneTimeCodeTallyKeys: Hashable, Sendable {
  /// What is tried.
  public enum Factor: Hashable, Sendable {
    /// A code of one credential, pending or active.
    case code(OneTimeCodeCredentialID)
    /// Any of the user's recovery codes.
    case recoveryCode
  }

  /// The account.
  public let user: OneTimeCodeUserID
  /// The factor that is tried.
  public let factor: Factor
  /// The client, in the service's words.
  public let client: String

  /// Names the tallies that one try counts against.
  package init(user: OneTimeCodeUserID, factor: Factor, client: String) {
    self.user = user
    self.factor = factor
    self.client = client
  }
}

/// What a try meets.
public enum OneTimeCodeAdmission: Hashable, Sendable {
  /// Counted; evaluate it.
  case admitted
  /// Not counted and not to be evaluated; the wait that remains.
  case tooSoon(retryAfter: Duration)
  /// No more tries until another factor has cleared the count.
  case exhausted
}

/// The three counts that one try is counted in, read and written together.
public struct OneTimeCodeTallies: Hashable, Sendable {
  /// Of the factor: failures in a row.
  public var factor: OneTimeCodeAttempts
  /// Of the client's address.
  public var client: OneTimeCodeAttemptCount
  /// Of the whole service.
  public var overall: OneTimeCodeAttemptCount

  /// Takes up stored counts.
  public init(
    factor: OneTimeCodeAttempts = .init(), client: OneTimeCodeAttemptCount = .init(), overall: OneTimeCodeAttemptCount = .init()
  ) {
    self.factor = factor
    self.client = client
    self.overall = overall
  }

  /// Counts a try everywhere or, when one of the three says no, nowhere.
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

  /// What a success changes: the row of failures ends. Client and service get this one try back and no more, since otherwise the owner
  /// of one account could clear the way for guessing at others.
  public mutating func noteSuccess() {
    factor = OneTimeCodeAttempts()
    client.giveBack()
    overall.giveBack()
  }
}
