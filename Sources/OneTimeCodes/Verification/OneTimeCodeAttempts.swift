// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The failures counted for one factor of one account, and when the next attempt is allowed.
///
/// Five attempts are free. Then the wait is 30 s, 1 min, 2 min and so on, up to 1 h; after 100 consecutive failures no further attempt is
/// allowed (NIST SP 800-63B §5.2.2). Store the value as a unit: an attempt is counted *before* it is evaluated, so that parallel attempts
/// cannot bypass the limit.
public struct OneTimeCodeAttempts: Hashable, Sendable {
  /// The number of consecutive failures after which no further attempt is allowed.
  public static let maximumFailureCount = 100

  /// The attempts counted since the last success.
  public private(set) var failures: Int
  /// The earliest time of the next attempt; in the past or `nil` if no wait is required.
  public private(set) var nextTry: Date?

  /// Creates a state without failures.
  public init() { failures = 0 }

  /// Restores a stored state.
  public init(failures: Int, nextTry: Date?) {
    self.failures = max(0, failures)
    self.nextTry = nextTry
  }

  /// Returns what prevents an attempt at this time, or `nil` if nothing does. Does not count the attempt.
  func obstacle(at now: Date) -> OneTimeCodeAdmission? {
    guard failures < Self.maximumFailureCount else { return .exhausted }
    guard let nextTry, nextTry > now else { return nil }
    return .tooSoon(retryAfter: .milliseconds(Int64(min(nextTry.timeIntervalSince(now), 3600) * 1000)))
  }

  mutating func count(at now: Date) {
    failures += 1
    nextTry = Self.wait(after: failures).map { now.addingTimeInterval($0) }
  }

  /// Returns the wait after this many failures, in seconds.
  private static func wait(after failures: Int) -> Double? {
    guard failures >= 5 else { return nil }
    return failures >= 12 ? 3600 : Double(30 << (failures - 5))
  }
}

/// The attempts counted in one time span, for an ``OneTimeCodeAttemptLimit``.
public struct OneTimeCodeAttemptCount: Hashable, Sendable {
  /// The attempts counted in this span, less those given back.
  public private(set) var count: Int
  /// The end of the span, when the count starts again from zero; `nil` before the first attempt.
  public private(set) var ends: Date?

  /// Creates a count of zero.
  public init() { count = 0 }

  /// Restores a stored state.
  public init(count: Int, ends: Date?) {
    self.count = max(0, count)
    self.ends = ends
  }

  func obstacle(at now: Date, limit: OneTimeCodeAttemptLimit) -> OneTimeCodeAdmission? {
    guard let ends, ends > now, count >= limit.maximumCount else { return nil }
    return .tooSoon(retryAfter: .milliseconds(Int64(min(ends.timeIntervalSince(now), limit.span / .seconds(1)) * 1000)))
  }

  mutating func count(at now: Date, limit: OneTimeCodeAttemptLimit) {
    if ends.map({ $0 <= now }) ?? true { (count, ends) = (0, now.addingTimeInterval(limit.span / .seconds(1))) }
    count += 1
  }

  /// Counts an attempt if the limit allows it. A service can use this alone, with the same store, to limit other actions.
  ///
  /// - Returns: Whether the attempt was counted.
  public mutating func admit(at now: Date, limit: OneTimeCodeAttemptLimit) -> Bool {
    guard obstacle(at: now, limit: limit) == nil else { return false }
    count(at: now, limit: limit)
    return true
  }

  /// Takes back one counted attempt that turned out to be correct.
  public mutating func giveBack() { count = max(0, count - 1) }
}
