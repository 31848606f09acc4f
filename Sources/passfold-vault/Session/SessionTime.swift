// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The clock of the session: monotonic and running while the computer sleeps.
package struct SessionTime: Sendable {
  /// The current instant.
  package var now: @Sendable () -> ContinuousClock.Instant
  /// Waits until an instant; throws when the task is cancelled.
  package var sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// Creates a clock from two closures.
  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant, sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The system's clock.
  package static let system = SessionTime(
    now: { ContinuousClock.now }, sleep: { try await Task.sleep(until: $0, clock: ContinuousClock()) })
}
