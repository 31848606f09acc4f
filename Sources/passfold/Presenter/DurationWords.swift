// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// Time spans in words.
package enum DurationWords {
  /// Whole seconds, rounded up; whole minutes from two minutes on.
  package static func text(seconds: Double) -> String {
    let whole = Int(seconds.clamped(to: 0...1e9).rounded(.up))
    if whole >= 120 {
      let minutes = (whole + 59) / 60
      return translated(minutes, one: "\(minutes) minute", other: "\(minutes) minutes")
    }
    return translated(whole, one: "\(whole) second", other: "\(whole) seconds")
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
