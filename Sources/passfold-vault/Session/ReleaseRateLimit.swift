// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Counts the releases without a question: 30 in any minute (security design, rule D12). Pure: time is a parameter.
package struct ReleaseRateLimit: Sendable {
  /// The number of releases without a question in any minute.
  package static let perMinute = 30

  private var releases: [ContinuousClock.Instant] = []

  /// Creates a counter without releases.
  package init() {}

  /// Counts one release, unless there were so many in the last minute that the user has to be asked.
  ///
  /// - Returns: Whether it is allowed immediately.
  package mutating func take(at now: ContinuousClock.Instant) -> Bool {
    releases.removeAll { now - $0 >= .seconds(60) }
    guard releases.count < Self.perMinute else { return false }
    releases.append(now)
    return true
  }
}
