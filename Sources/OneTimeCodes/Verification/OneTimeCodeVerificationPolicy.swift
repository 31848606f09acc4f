// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A number of tries per stretch of time, for what many accounts share: a client's address, the whole service.
public struct OneTimeCodeAttemptLimit: Hashable, Sendable {
  /// The tries of one stretch.
  public let most: Int
  /// How long a stretch lasts from its first try on.
  public let span: Duration

  /// - Parameters:
  ///   - most: 1 or more.
  ///   - span: Longer than nothing.
  public init(most: Int, per span: Duration) {
    self.most = max(1, most)
    self.span = max(.seconds(1), span)
  }
}

/// What a service may choose about verification. The row of failures of one account is not among it.
public struct OneTimeCodeVerificationPolicy: Hashable, Sendable {
  /// The accepted periods.
  public var tolerance: OneTimeCodeTolerance
  /// Failures that one client address may cause over all accounts.
  public var perClient: OneTimeCodeAttemptLimit
  /// Failures of the whole service. Set it well above a bad day: who reaches it keeps everybody from signing in with a code.
  public var overall: OneTimeCodeAttemptLimit
  /// How long a pending enrolment waits for its first code.
  public var pendingLifetime: Duration
  /// How long a factor counts as fresh for changing or removing one.
  public var freshness: Duration
  /// From how many recovery codes on the person should be told to make new ones.
  public var lowRecoveryCodes: Int

  /// The defaults of `docs/verifying-codes.md`.
  public init(
    tolerance: OneTimeCodeTolerance = .standard, perClient: OneTimeCodeAttemptLimit = .init(most: 100, per: .seconds(900)),
    overall: OneTimeCodeAttemptLimit = .init(most: 20_000, per: .seconds(900)), pendingLifetime: Duration = .seconds(900),
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

extension Duration {
  /// Seconds, for calculating with dates.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
