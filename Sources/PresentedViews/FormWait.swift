// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The time for which a form with what a person typed waits for a closed vault to be open again; the computer's sleep counts.
package struct FormWait: Sendable {
  /// How long it waits at most.
  package static let longest = Duration.seconds(3600)

  private let end: ContinuousClock.Instant

  /// Begins to wait.
  package init(from now: ContinuousClock.Instant) { end = now.advanced(by: Self.longest) }

  /// Whether it has waited for too long.
  package func isOver(at now: ContinuousClock.Instant) -> Bool { now >= end }
}
