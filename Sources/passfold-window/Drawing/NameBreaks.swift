// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Where the name of a website or an address goes on in the next line: behind a dot or a sign rather than within a word (Unicode Standard
/// Annex 14 breaks such names nowhere).
enum NameBreaks {
  /// A zero-width space, which is seen and spoken by nobody.
  private static let place: Character = "\u{200B}"

  /// The text with a place to break behind each dot, slash and @ that has something behind it.
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
