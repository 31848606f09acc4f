// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The failures one credential has seen, and when the next try may be made.
///
/// Five tries are free; then the wait is 30 s, 1 min, 2 min and so on up to 1 h; 100 failures in a row end it (NIST SP 800-63B §5.2.2).
/// A value to be stored whole: count a try *before* evaluating it, so that parallel tries cannot slip past.
public struct OneTimeCodeAttempts: Hashable, Sendable, Codable {
  /// What a try meets.
  public enum Admission: Hashable, Sendable {
    /// Counted; evaluate it.
    case admitted
    /// Not counted and not to be evaluated; the wait that remains.
    case tooSoon(retryAfter: Duration)
    /// No more tries until another factor has cleared the count.
    case exhausted
  }

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

  /// Counts a try as failed until ``OneTimeCodeVerifier`` knows better, or refuses it.
  public mutating func admit(at now: Date) -> Admission {
    guard failures < Self.mostFailures else { return .exhausted }
    if let nextTry, nextTry > now {
      return .tooSoon(retryAfter: .milliseconds(Int64(min(nextTry.timeIntervalSince(now), 3600) * 1000)))
    }
    failures += 1
    nextTry = Self.wait(after: failures).map { now.addingTimeInterval($0) }
    return .admitted
  }

  /// Seconds to wait after so many failures.
  private static func wait(after failures: Int) -> Double? {
    guard failures >= 5 else { return nil }
    return failures >= 12 ? 3600 : Double(30 << (failures - 5))
  }
}
