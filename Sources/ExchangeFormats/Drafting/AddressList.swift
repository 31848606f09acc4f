// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Splits the addresses in one table cell, separated by commas, semicolons, bars, spaces or line ends.
enum AddressList {
  private static let marks = ",;|"

  /// Returns the individual addresses; an address can contain separators itself.
  static func parts(of text: String) -> [String] {
    let hasScheme = text.contains("://")
    var (parts, gap, piece) = ([String](), "", "")
    func close() {
      guard !piece.isEmpty else { return }
      if parts.isEmpty || begins(piece, after: gap, hasScheme: hasScheme && parts.last.map(endsAtHost) != true) {
        parts.append(piece)
      } else {
        parts[parts.count - 1] += gap + piece
      }
      (gap, piece) = ("", "")
    }
    for character in text {
      if character.isWhitespace || marks.contains(character) {
        close()
        gap.append(character)
      } else {
        piece.append(character)
      }
    }
    close()
    return parts
  }

  /// Whether an address ends at its host, which cannot contain a separator.
  private static func endsAtHost(_ address: String) -> Bool {
    let rest = address[(address.firstRange(of: "://")?.upperBound ?? address.startIndex)...].drop { !"/?#".contains($0) }
    return rest.isEmpty || rest == "/"
  }

  /// Whether a piece begins an address: with a scheme, or as a bare host if the previous address ends at its host or the gap is clear.
  private static func begins(_ piece: String, after gap: String, hasScheme: Bool) -> Bool {
    if let end = piece.firstRange(of: "://")?.lowerBound {
      return !piece[..<end].isEmpty && piece[..<end].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }
    guard piece.contains("."), ServiceText.service(piece) != nil else { return false }
    let isApart = gap.contains { $0.isNewline } || gap.contains(where: marks.contains) && gap.contains { $0.isWhitespace }
    return isApart || !hasScheme && gap.contains(where: marks.contains)
  }
}
