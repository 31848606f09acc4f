// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Which periods beside the current one a verifier accepts.
public struct OneTimeCodeTolerance: Hashable, Sendable {
  /// The current period and the one before, which allows for typing and transmission (RFC 6238 §5.2).
  public static let standard = OneTimeCodeTolerance(stepsBehind: 1, stepsAhead: 0)
  /// The current period alone, as OWASP ASVS 6.5.5 asks for; learns no drift.
  public static let strict = OneTimeCodeTolerance(stepsBehind: 0, stepsAhead: 0)
  /// Also the period after the current one, for people whose devices run fast.
  public static let oneAhead = OneTimeCodeTolerance(stepsBehind: 1, stepsAhead: 1)

  /// Accepted periods before the current one, 0 or 1.
  public let stepsBehind: Int
  /// Accepted periods after the current one, 0 or 1.
  public let stepsAhead: Int

  /// The strict profile accepts nothing that drift could be learned from.
  public var learnsDrift: Bool { stepsBehind + stepsAhead > 0 }

  private init(stepsBehind: Int, stepsAhead: Int) {
    self.stepsBehind = stepsBehind
    self.stepsAhead = stepsAhead
  }
}

/// How many periods a person's device was seen to be off: learned from right codes only, one period at a time, never beyond two.
///
/// A failure teaches nothing, so nobody can move the window by guessing.
public struct OneTimeCodeDrift: Hashable, Sendable {
  /// The most that is ever learned, in periods either way.
  public static let most = 2

  /// Periods; negative for a device that runs slow.
  public let steps: Int

  /// Takes up a stored drift; one beyond ±``most`` is brought back to it.
  public init(steps: Int = 0) { self.steps = min(max(steps, -Self.most), Self.most) }

  /// The accepted periods relative to the current one.
  ///
  /// The tolerance without drift always stays inside: somebody who once typed late, or whose device was set right, is never shut out.
  public func offsets(tolerating tolerance: OneTimeCodeTolerance) -> ClosedRange<Int> {
    guard tolerance.learnsDrift else { return 0...0 }
    return (min(steps, 0) - tolerance.stepsBehind)...(max(steps, 0) + tolerance.stepsAhead)
  }

  /// What a right code of a period teaches: one period towards it.
  public func afterSuccess(at offset: Int, tolerating tolerance: OneTimeCodeTolerance) -> OneTimeCodeDrift {
    guard tolerance.learnsDrift else { return self }
    return OneTimeCodeDrift(steps: steps + (offset - steps).signum())
  }
}
