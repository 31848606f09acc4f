// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Spans of time as a person says them.
package enum DurationWords {
  /// Whole seconds, rounded up, or from two minutes on whole minutes.
  package static func text(seconds: Double) -> String {
    let whole = Int(seconds.clamped(to: 0...1e9).rounded(.up))
    if whole >= 120 { return count((whole + 59) / 60, "minute") }
    return count(whole, "second")
  }

  /// A number with its noun in the singular or the plural, such as `1 second` and `2 seconds`.
  package static func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
