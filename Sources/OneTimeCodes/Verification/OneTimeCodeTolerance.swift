// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The periods that a verifier accepts besides the current one.
public struct OneTimeCodeTolerance: Hashable, Sendable {
  /// The current period and the one before, which allows for typing and transmission (RFC 6238 §5.2).
  public static let standard = OneTimeCodeTolerance(stepsBehind: 1, stepsAhead: 0)
  /// Only the current period, as OWASP ASVS 6.5.5 requires; learns no drift.
  public static let strict = OneTimeCodeTolerance(stepsBehind: 0, stepsAhead: 0)
  /// Also the period after the current one, for devices whose clocks run fast.
  public static let oneAhead = OneTimeCodeTolerance(stepsBehind: 1, stepsAhead: 1)

  /// The number of accepted periods before the current one, 0 or 1.
  public let stepsBehind: Int
  /// The number of accepted periods after the current one, 0 or 1.
  public let stepsAhead: Int

  /// Whether drift is learned. The strict profile accepts no period from which drift could be learned.
  public var learnsDrift: Bool { stepsBehind + stepsAhead > 0 }

  private init(stepsBehind: Int, stepsAhead: Int) {
    self.stepsBehind = stepsBehind
    self.stepsAhead = stepsAhead
  }
}

/// The observed clock drift of the user's device, in periods. It is learned only from correct codes, one period at a time, and never
/// exceeds two.
///
/// Failures do not change the drift, so guessing cannot shift the window.
public struct OneTimeCodeDrift: Hashable, Sendable {
  /// The maximum drift, in periods in either direction.
  public static let maximumSteps = 2

  /// The drift in periods; negative for a device that runs slow.
  public let steps: Int

  /// Restores a stored drift, limited to ±``maximumSteps``.
  public init(steps: Int = 0) { self.steps = min(max(steps, -Self.maximumSteps), Self.maximumSteps) }

  /// Returns the accepted periods relative to the current one.
  ///
  /// The window without drift always remains included, so that a user who once typed late or whose device was corrected is never locked
  /// out.
  public func offsets(tolerating tolerance: OneTimeCodeTolerance) -> ClosedRange<Int> {
    guard tolerance.learnsDrift else { return 0...0 }
    return (min(steps, 0) - tolerance.stepsBehind)...(max(steps, 0) + tolerance.stepsAhead)
  }

  /// Returns the drift after a correct code: one period closer to the code's period.
  public func afterSuccess(at offset: Int, tolerating tolerance: OneTimeCodeTolerance) -> OneTimeCodeDrift {
    guard tolerance.learnsDrift else { return self }
    return OneTimeCodeDrift(steps: steps + (offset - steps).signum())
  }
}
