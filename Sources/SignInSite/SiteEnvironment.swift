// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What the site takes from the machine it runs on.
package struct SiteEnvironment: Sendable {
  /// The clock.
  package var now: @Sendable () -> Date
  /// Time since any beginning, by a clock that nobody can set.
  package var uptime: @Sendable () -> Duration
  /// Unpredictable bytes, as many as asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// scrypt's cost N, a power of two.
  package var passwordRounds: Int

  /// - Parameter passwordRounds: 2^15 or more in use (32 MiB per sign-in); tests use the floor.
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
  /// The environment's bytes in the form that libraries take them.
  struct Generator: RandomNumberGenerator {
    let randomBytes: @Sendable (Int) -> [UInt8]

    mutating func next() -> UInt64 { randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
  }

  var generator: Generator { Generator(randomBytes: randomBytes) }
}
