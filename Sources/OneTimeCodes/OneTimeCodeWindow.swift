// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The code of an instant with its neighbours, as a display that counts down needs them.
public struct OneTimeCodeWindow: Sendable {
  /// The code before, which services with a tolerance still take; `nil` where there is none (the first period, counter 0).
  public let previous: OneTimeCode?
  /// The code at the instant.
  public let current: OneTimeCode
  /// The code after, to offer when little time is left; `nil` after the last counter.
  public let next: OneTimeCode?

  /// How long the current code stays current; zero once it is over, `nil` for a counter-based code, which time does not end.
  public func remaining(at instant: Date) -> Duration? {
    guard current.validUntil != .distantFuture else { return nil }
    let seconds = current.validUntil.timeIntervalSince(instant)
    return seconds > 0 ? .seconds(seconds) : .zero
  }
}

extension OneTimeCodeParameters {
  /// The codes around an instant; for counter-based parameters those of the counters around theirs, whatever the instant.
  public func codes(around instant: Date) -> OneTimeCodeWindow {
    let step = step(at: instant)
    return OneTimeCodeWindow(
      previous: step > 0 ? code(forStep: step - 1, at: instant) : nil,
      current: code(forStep: step, at: instant),
      next: step < .max ? code(forStep: step + 1, at: instant) : nil)
  }
}
