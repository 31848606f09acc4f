// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The offset of the correct time from this computer's clock: an interval that contains the true value.
package struct ClockDrift: Hashable, Sendable {
  /// The bounds of the interval, in seconds; negative if the clock is fast.
  package let span: ClosedRange<Double>

  /// Uses an interval unchanged.
  package init(span: ClosedRange<Double>) { self.span = span }

  /// Derives the interval from one response, which the site stamped with a whole second between sending and receiving.
  ///
  /// - Parameters:
  ///   - date: The response's time in whole seconds since 1970; the true time may be almost a second later.
  ///   - sent: The earliest time at which the request was sent, by this clock.
  ///   - received: The latest time at which the response's first byte arrived, by this clock.
  package init?(date: Double, sent: Double, received: Double) {
    guard received >= sent else { return nil }
    span = (date - received)...(date + 1 - sent)
  }

  /// The best estimate, in seconds: the middle of the interval, assuming that half of the round trip was the way there.
  package var seconds: Double { (span.lowerBound + span.upperBound) / 2 }

  /// The maximum error of the estimate, in seconds.
  package var uncertainty: Double { (span.upperBound - span.lowerBound) / 2 }

  /// Whether the clock is certainly wrong.
  package var isCertain: Bool { !span.contains(0) }

  /// The intersection of two intervals; nil if they contradict each other, for example because the clock was set in between.
  package func intersection(_ other: ClockDrift) -> ClockDrift? {
    let lower = max(span.lowerBound, other.span.lowerBound)
    let upper = min(span.upperBound, other.span.upperBound)
    return lower <= upper ? ClockDrift(span: lower...upper) : nil
  }
}
