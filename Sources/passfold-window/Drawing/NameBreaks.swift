// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Adds line break opportunities to the names of websites and addresses: after a dot or another separator rather than within a word.
/// (Unicode Standard Annex 14 offers no break inside such names.)
enum NameBreaks {
  /// A zero-width space: invisible and not spoken.
  private static let place: Character = "\u{200B}"

  /// The number of characters of a name that fits on a line of the narrowest window; it stays whole.
  private static let mostWhole = 24

  /// Returns the text with a break opportunity after each dot, slash and @ within a long word.
  static func added(to text: String) -> String {
    var broken = ""
    var rest = text[...]
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isWhitespace }
      broken += word.count > mostWhole ? added(toWord: word) : String(word)
      let spaces = rest.dropFirst(word.count).prefix(while: \.isWhitespace)
      broken += spaces
      rest = rest[spaces.endIndex...]
    }
    return broken
  }

  private static func added(toWord word: Substring) -> String {
    var broken = ""
    var isAfterSign = false
    for character in word {
      if isAfterSign { broken.append(place) }
      broken.append(character)
      isAfterSign = [".", "/", "@"].contains(character)
    }
    return broken
  }
}
