// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// What the server takes from the machine it runs on.
package struct ServerEnvironment: Sendable {
  /// The clock.
  package var now: @Sendable () -> Date
  /// Unpredictable bytes, as many as asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Returns after a time, or throws when the task is cancelled.
  package var pause: @Sendable (Duration) async throws -> Void

  /// Takes the three.
  package init(
    now: @escaping @Sendable () -> Date, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    pause: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.pause = pause
  }

  /// The system's clock and random number generator.
  package static let live = ServerEnvironment(
    now: { Date() },
    randomBytes: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    },
    pause: { try await Task.sleep(for: $0) })
}
