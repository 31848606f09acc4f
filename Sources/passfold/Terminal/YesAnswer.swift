// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The answers for yes and no at a terminal: `y` and `n` in every language, and the letters and words of the user's language.
enum YesAnswer {
  /// The letter for yes, as shown in questions.
  static let letter = translated("y")

  /// Whether a typed answer means yes.
  static func isYes(_ answer: String) -> Bool { ["y", "yes", letter, translated("yes")].contains(answer.lowercased()) }

  /// Whether a typed answer means no.
  static func isNo(_ answer: String) -> Bool { ["n", "no", translated("no")].contains(answer.lowercased()) }
}
