// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Adds line break opportunities to the names of websites and addresses: after a dot or another separator rather than within a word.
/// (Unicode Standard Annex 14 offers no break inside such names.)
enum NameBreaks {
  /// A zero-width space: invisible and not spoken.
  private static let place: Character = "\u{200B}"

  /// Returns the text with a break opportunity after each dot, slash and @ that is followed by more text.
  static func added(to text: String) -> String {
    var broken = ""
    var isAfterSign = false
    for character in text {
      if isAfterSign, !character.isWhitespace { broken.append(place) }
      broken.append(character)
      isAfterSign = [".", "/", "@"].contains(character)
    }
    return broken
  }
}
