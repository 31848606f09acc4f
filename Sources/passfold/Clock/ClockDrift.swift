// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How far the right time is ahead of this computer's clock: a span that holds the truth.
package struct ClockDrift: Hashable, Sendable {
  /// The span's ends, in seconds; negative where the clock is fast.
  package let span: ClosedRange<Double>

  /// Takes a span as it is.
  package init(span: ClosedRange<Double>) { self.span = span }

  /// What one answer tells: the site stamped it with a whole second, somewhere between sending and receiving.
  ///
  /// - Parameters:
  ///   - date: the answer's time in whole seconds since 1970; the true one may be almost a second later.
  ///   - sent: when the question left at the earliest, by this clock.
  ///   - received: when the answer's first byte came at the latest, by this clock.
  package init?(date: Double, sent: Double, received: Double) {
    guard received >= sent else { return nil }
    span = (date - received)...(date + 1 - sent)
  }

  /// The best guess, in seconds: in the middle, so that half of the round trip is taken as the way there.
  package var seconds: Double { (span.lowerBound + span.upperBound) / 2 }

  /// How wrong the guess can be, in seconds.
  package var uncertainty: Double { (span.upperBound - span.lowerBound) / 2 }

  /// Whether the clock is wrong beyond doubt.
  package var isCertain: Bool { !span.contains(0) }

  /// What both know; nil when they contradict each other, as when the clock was set in between.
  package func intersection(_ other: ClockDrift) -> ClockDrift? {
    let lower = max(span.lowerBound, other.span.lowerBound)
    let upper = min(span.upperBound, other.span.upperBound)
    return lower <= upper ? ClockDrift(span: lower...upper) : nil
  }
}
