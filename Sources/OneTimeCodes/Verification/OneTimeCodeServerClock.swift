// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import Synchronization

/// The server's time, watched: a clock that jumps would bring used codes' periods back or let future ones in.
///
/// Wall time is compared with a clock that cannot be set. Apart by more than a minute, verification stays shut until ``resume()``, whatever
/// the clock says later. The slow correction that NTP makes (500 ppm at most) is followed and never adds up to an alarm.
public final class OneTimeCodeServerClock: Sendable {
  /// What one look at the clock gave.
  enum Reading: Equatable { case trusted(Date), jumped(Duration, isNews: Bool) }

  /// The largest jump that is let pass.
  public static let largestJump = Duration.seconds(60)
  private static let largestSlew = 0.0005

  private struct State {
    /// Wall time minus uptime, in seconds, as it is believed to be.
    var offset: Double
    var lastUptime: Double
    var jump: Double?
  }

  private let now: @Sendable () -> Date
  private let uptime: @Sendable () -> Duration
  private let state: Mutex<State>

  /// Trusts the wall clock as it is at this moment.
  ///
  /// - Parameters:
  ///   - now: Wall time.
  ///   - uptime: A clock that nobody can set and that goes on while the machine sleeps, from any beginning.
  public init(now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
    self.now = now
    self.uptime = uptime
    let start = uptime().inSeconds
    state = Mutex(State(offset: now().timeIntervalSince1970 - start, lastUptime: start))
  }

  /// The system's two clocks; `ContinuousClock` is `CLOCK_BOOTTIME` on Linux.
  public static func system() -> OneTimeCodeServerClock {
    let start = ContinuousClock.now
    return OneTimeCodeServerClock(now: { Date() }, uptime: { ContinuousClock.now - start })
  }

  /// The jump that shut verification; `nil` while the clock is trusted.
  public var alarm: Duration? { state.withLock { $0.jump.map { .milliseconds(Int64(($0 * 1000).rounded())) } } }

  /// Trusts the clock again, from its present time on; for whoever has looked at why it jumped.
  public func resume() {
    state.withLock { state in
      let uptime = uptime().inSeconds
      state = State(offset: now().timeIntervalSince1970 - uptime, lastUptime: uptime)
    }
  }

  func read() -> Reading {
    state.withLock { state in
      if let jump = state.jump { return .jumped(.milliseconds(Int64((jump * 1000).rounded())), isNews: false) }
      let wall = now()
      let uptime = uptime().inSeconds
      let apart = wall.timeIntervalSince1970 - uptime - state.offset
      guard abs(apart) <= Self.largestJump.inSeconds else {
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
