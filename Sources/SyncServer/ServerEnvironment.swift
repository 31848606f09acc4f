// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The server's dependencies on its machine.
package struct ServerEnvironment: Sendable {
  /// The clock.
  package var now: @Sendable () -> Date
  /// Returns this many unpredictable bytes.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Returns after a time, or throws if the task is cancelled.
  package var pause: @Sendable (Duration) async throws -> Void

  /// Creates an environment.
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
