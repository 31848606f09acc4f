// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The time for which a form with typed text waits for a locked vault to be unlocked; the computer's sleep counts.
package struct FormWait: Sendable {
  /// The maximum waiting time.
  package static let longest = Duration.seconds(3600)

  private let end: ContinuousClock.Instant

  /// Starts waiting.
  package init(from now: ContinuousClock.Instant) { end = now.advanced(by: Self.longest) }

  /// Whether it has waited too long.
  package func isOver(at now: ContinuousClock.Instant) -> Bool { now >= end }
}
