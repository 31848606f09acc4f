// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The resources that the site uses from its machine.
package struct SiteEnvironment: Sendable {
  /// The clock.
  package var now: @Sendable () -> Date
  /// The time since an arbitrary start, from a clock that cannot be set.
  package var uptime: @Sendable () -> Duration
  /// Returns the given number of unpredictable bytes.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// scrypt's cost N, a power of two.
  package var passwordRounds: Int

  /// Creates an environment.
  ///
  /// - Parameter passwordRounds: 2^15 or more in production (32 MiB per sign-in). Tests use the minimum.
  package init(
    now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    passwordRounds: Int
  ) {
    self.now = now
    self.uptime = uptime
    self.randomBytes = randomBytes
    self.passwordRounds = passwordRounds
  }

  private static let start = ContinuousClock.now

  /// The system's clock and random number generator.
  package static let live = SiteEnvironment(
    now: { Date() },
    uptime: { start.duration(to: .now) },
    randomBytes: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    },
    passwordRounds: 1 << 15)
}

extension SiteEnvironment {
  /// The environment's random bytes as a generator for libraries.
  struct Generator: RandomNumberGenerator {
    let randomBytes: @Sendable (Int) -> [UInt8]

    mutating func next() -> UInt64 { randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
  }

  var generator: Generator { Generator(randomBytes: randomBytes) }
}
