// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The pauses between attempts. Each limit is up to twice the previous one, with a random part, so that many clients do not retry at the
/// same time.
package struct GrowingPause: Sendable {
  private let first: Duration
  private let longest: Duration
  private var limit: Duration

  /// Creates pauses of at most `first` initially, and of at most `longest` finally.
  package init(from first: Duration = .milliseconds(500), to longest: Duration = .seconds(30)) {
    self.first = first
    self.longest = longest
    limit = first
  }

  /// Returns the next pause.
  ///
  /// - Parameter random: A number from 0 up to, but not including, 1. The pause is never less than half of its limit.
  package mutating func next(random: Double) -> Duration {
    defer { limit = min(limit * 2, longest) }
    return limit / 2 + limit / 2 * min(max(random, 0), 1)
  }

  /// Starts again with the first pause.
  package mutating func reset() { limit = first }
}
