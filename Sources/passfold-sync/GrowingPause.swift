// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The pauses between tries: each up to twice as long as the one before, and a random part of that, so that many do not try at once.
package struct GrowingPause: Sendable {
  private let first: Duration
  private let longest: Duration
  private var limit: Duration

  /// Begins with pauses of at most `first`, and ends with such of at most `longest`.
  package init(from first: Duration = .milliseconds(500), to longest: Duration = .seconds(30)) {
    self.first = first
    self.longest = longest
    limit = first
  }

  /// The next pause.
  ///
  /// - Parameter random: A number from 0 up to 1. The pause is never less than half of its limit.
  package mutating func next(random: Double) -> Duration {
    defer { limit = min(limit * 2, longest) }
    return limit / 2 + limit / 2 * min(max(random, 0), 1)
  }

  /// Begins anew.
  package mutating func reset() { limit = first }
}
