// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The code for an instant and the codes before and after it, for displays that count down.
public struct OneTimeCodeWindow: Sendable {
  /// The previous code, which services with a tolerance still accept; `nil` in the first period or at counter 0.
  public let previous: OneTimeCode?
  /// The current code.
  public let current: OneTimeCode
  /// The next code, to offer when little time is left; `nil` after the last counter.
  public let next: OneTimeCode?

  /// The time left until the current code expires: zero once it has, `nil` for counter-based codes.
  public func remaining(at instant: Date) -> Duration? {
    guard current.validUntil != .distantFuture else { return nil }
    let seconds = current.validUntil.timeIntervalSince(instant)
    return seconds > 0 ? .seconds(seconds) : .zero
  }
}

extension OneTimeCodeParameters {
  /// Returns the codes around an instant. For counter-based parameters, returns the codes around the counter and ignores the instant.
  public func codes(around instant: Date) -> OneTimeCodeWindow {
    let step = step(at: instant)
    return OneTimeCodeWindow(
      previous: step > 0 ? code(forStep: step - 1, at: instant) : nil,
      current: code(forStep: step, at: instant),
      next: step < .max ? code(forStep: step + 1, at: instant) : nil)
  }
}
