// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// What says yes and no at a terminal: `y` and `n` in every language, and the letters and words of the person's.
enum YesAnswer {
  /// The letter for yes that questions name.
  static let letter = translated("y")

  /// Whether a typed answer says yes.
  static func isYes(_ answer: String) -> Bool { ["y", "yes", letter, translated("yes")].contains(answer.lowercased()) }

  /// Whether a typed answer says no.
  static func isNo(_ answer: String) -> Bool { ["n", "no", translated("no")].contains(answer.lowercased()) }
}
