// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A flag as programs and users write it.
enum FlagText {
  private static let yes: Set<String> = ["1", "true", "yes", "y", "x", "ja", "oui", "sí", "si", "sì", "sim", "tak"]
  private static let no: Set<String> = ["", "0", "false", "no", "n", "-", "nein", "nee", "non", "não", "nie"]

  /// Returns the value of a flag; nil for a text that is neither yes nor no.
  static func value(_ text: String) -> Bool? {
    let text = text.trimmingSpace.lowercased()
    if yes.contains(text) { return true }
    return no.contains(text) ? false : nil
  }
}
