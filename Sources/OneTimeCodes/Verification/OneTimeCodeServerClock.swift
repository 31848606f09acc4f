// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import Synchronization

/// The server's clock, monitored for jumps: a jump could make used codes valid again or accept future ones.
///
/// Wall time is compared with a clock that cannot be set. If they differ by more than a minute, verification stays disabled until
/// ``resume()``, whatever the clock shows later. NTP's gradual correction (at most 500 ppm) is followed and never triggers an alarm.
public final class OneTimeCodeServerClock: Sendable {
  /// The result of one reading of the clock.
  enum Reading: Equatable { case trusted(Date), jumped(Duration, isNews: Bool) }

  /// The largest jump that is tolerated.
  public static let maximumJump = Duration.seconds(60)
  private static let largestSlew = 0.0005

  private struct State {
    /// Wall time minus uptime, in seconds, as currently trusted.
    var offset: Double
    var lastUptime: Double
    var jump: Double?
  }

  private let now: @Sendable () -> Date
  private let uptime: @Sendable () -> Duration
  private let state: Mutex<State>

  /// Creates a clock that trusts the current wall time.
  ///
  /// - Parameters:
  ///   - now: Wall time.
  ///   - uptime: A clock that cannot be set and keeps running while the machine sleeps. It may start at any value.
  public init(now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
    self.now = now
    self.uptime = uptime
    let start = uptime() / .seconds(1)
    state = Mutex(State(offset: now().timeIntervalSince1970 - start, lastUptime: start))
  }

  /// Returns a clock that uses the system's two clocks. On Linux, `ContinuousClock` is `CLOCK_BOOTTIME`.
  public static func system() -> OneTimeCodeServerClock {
    let start = ContinuousClock.now
    return OneTimeCodeServerClock(now: { Date() }, uptime: { ContinuousClock.now - start })
  }

  /// The jump that disabled verification; `nil` while the clock is trusted.
  public var alarm: Duration? { state.withLock { $0.jump.map { .milliseconds(Int64(($0 * 1000).rounded())) } } }

  /// Trusts the clock again, starting from its present time. Call this after investigating why it jumped.
  public func resume() {
    state.withLock { state in
      let uptime = uptime() / .seconds(1)
      state = State(offset: now().timeIntervalSince1970 - uptime, lastUptime: uptime)
    }
  }

  func read() -> Reading {
    state.withLock { state in
      if let jump = state.jump { return .jumped(.milliseconds(Int64((jump * 1000).rounded())), isNews: false) }
      let wall = now()
      let uptime = uptime() / .seconds(1)
      let apart = wall.timeIntervalSince1970 - uptime - state.offset
      guard abs(apart) <= Self.maximumJump / .seconds(1) else {
        state.jump = min(max(apart, -1e12), 1e12)
        return .jumped(.milliseconds(Int64(((state.jump ?? 0) * 1000).rounded())), isNews: true)
      }
      let slew = max(0, uptime - state.lastUptime) * Self.largestSlew
      state.offset += min(max(apart, -slew), slew)
      state.lastUptime = uptime
      return .trusted(wall)
    }
  }
}
