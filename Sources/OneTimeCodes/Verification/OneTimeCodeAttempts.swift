// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The failures one factor of one account has seen, and when the next try may be made.
///
/// Five tries are free; then the wait is 30 s, 1 min, 2 min and so on up to 1 h; 100 failures in a row end it (NIST SP 800-63B §5.2.2).
/// A value to be stored whole: a try is counted *before* it is evaluated, so that parallel tries cannot slip past.
public struct OneTimeCodeAttempts: Hashable, Sendable {
  /// How many failures in a row end it.
  public static let mostFailures = 100

  /// Tries counted since the last success.
  public private(set) var failures: Int
  /// The first instant of the next try; in the past or `nil` when there is nothing to wait for.
  public private(set) var nextTry: Date?

  /// No failures.
  public init() { failures = 0 }

  /// Takes up a stored state.
  public init(failures: Int, nextTry: Date?) {
    self.failures = max(0, failures)
    self.nextTry = nextTry
  }

  /// Whether a try would be let through, and what keeps it back if not; counts nothing.
  func obstacle(at now: Date) -> OneTimeCodeAdmission? {
    guard failures < Self.mostFailures else { return .exhausted }
    guard let nextTry, nextTry > now else { return nil }
    return .tooSoon(retryAfter: .milliseconds(Int64(min(nextTry.timeIntervalSince(now), 3600) * 1000)))
  }

  mutating func count(at now: Date) {
    failures += 1
    nextTry = Self.wait(after: failures).map { now.addingTimeInterval($0) }
  }

  /// Seconds to wait after so many failures.
  private static func wait(after failures: Int) -> Double? {
    guard failures >= 5 else { return nil }
    return failures >= 12 ? 3600 : Double(30 << (failures - 5))
  }
}

/// The tries of one stretch of time against an ``OneTimeCodeAttemptLimit``.
public struct OneTimeCodeAttemptCount: Hashable, Sendable {
  /// Tries counted in this stretch and not given back.
  public private(set) var count: Int
  /// When the stretch ends and the count begins anew; `nil` before the first try.
  public private(set) var ends: Date?

  /// No tries.
  public init() { count = 0 }

  /// Takes up a stored state.
  public init(count: Int, ends: Date?) {
    self.count = max(0, count)
    self.ends = ends
  }

  func obstacle(at now: Date, limit: OneTimeCodeAttemptLimit) -> OneTimeCodeAdmission? {
    guard let ends, ends > now, count >= limit.most else { return nil }
    return .tooSoon(retryAfter: .milliseconds(Int64(min(ends.timeIntervalSince(now), limit.span.inSeconds) * 1000)))
  }

  mutating func count(at now: Date, limit: OneTimeCodeAttemptLimit) {
    if ends.map({ $0 <= now }) ?? true { (count, ends) = (0, now.addingTimeInterval(limit.span.inSeconds)) }
    count += 1
  }

  /// Counts one try if the limit lets it; the whole of what a service needs to slow other things down with the same store.
  ///
  /// - Returns: Whether it was counted.
  public mutating func admit(at now: Date, limit: OneTimeCodeAttemptLimit) -> Bool {
    guard obstacle(at: now, limit: limit) == nil else { return false }
    count(at: now, limit: limit)
    return true
  }

  /// Gives a try back that turned out right.
  public mutating func giveBack() { count = max(0, count - 1) }
}
