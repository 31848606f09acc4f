// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A number of attempts per time span, for things that many accounts share: a client's address, the whole service.
public struct OneTimeCodeAttemptLimit: Hashable, Sendable {
  /// The maximum number of attempts per span.
  public let maximumCount: Int
  /// The length of a span, measured from its first attempt.
  public let span: Duration

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - maximumCount: At least 1.
  ///   - span: At least one second.
  public init(maximumCount: Int, per span: Duration) {
    self.maximumCount = max(1, maximumCount)
    self.span = max(.seconds(1), span)
  }
}

/// The verification settings that a service can choose. The limit on consecutive failures of one account is not among them.
public struct OneTimeCodeVerificationPolicy: Hashable, Sendable {
  /// The accepted periods.
  public var tolerance: OneTimeCodeTolerance
  /// The limit on failures of one client address, over all accounts.
  public var perClient: OneTimeCodeAttemptLimit
  /// The limit on failures of the whole service. Set it well above a bad day: when it is reached, nobody can sign in with a code.
  public var overall: OneTimeCodeAttemptLimit
  /// The time for which a pending enrolment waits for its first code.
  public var pendingLifetime: Duration
  /// The time for which a factor counts as fresh for changing or removing a factor.
  public var freshness: Duration
  /// Notify the user when this many recovery codes or fewer are left.
  public var lowRecoveryCodes: Int

  /// Creates a policy. The defaults are those of `docs/verifying-codes.md`.
  public init(
    tolerance: OneTimeCodeTolerance = .standard, perClient: OneTimeCodeAttemptLimit = .init(maximumCount: 100, per: .seconds(900)),
    overall: OneTimeCodeAttemptLimit = .init(maximumCount: 20_000, per: .seconds(900)), pendingLifetime: Duration = .seconds(900),
    freshness: Duration = .seconds(300), lowRecoveryCodes: Int = 3
  ) {
    self.tolerance = tolerance
    self.perClient = perClient
    self.overall = overall
    self.pendingLifetime = pendingLifetime
    self.freshness = freshness
    self.lowRecoveryCodes = lowRecoveryCodes
  }
}
