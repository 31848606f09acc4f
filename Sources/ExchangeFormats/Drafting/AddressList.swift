// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Addresses that stand in one cell of a table, with commas, semicolons, bars, spaces or line ends between them.
enum AddressList {
  private static let marks = ",;|"

  /// Each address by itself; an address may have such marks of its own.
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

  /// Whether an address has nothing behind its host, in which no such mark can stand.
  private static func endsAtHost(_ address: String) -> Bool {
    let rest = address[(address.firstRange(of: "://")?.upperBound ?? address.startIndex)...].drop { !"/?#".contains($0) }
    return rest.isEmpty || rest == "/"
  }

  /// Whether an address begins with a piece: by its scheme, or as a bare host where the one before it ends at its host, or one is clearly apart.
  private static func begins(_ piece: String, after gap: String, hasScheme: Bool) -> Bool {
    if let end = piece.firstRange(of: "://")?.lowerBound {
      return !piece[..<end].isEmpty && piece[..<end].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }
    guard piece.contains("."), ServiceText.service(piece) != nil else { return false }
    let isApart = gap.contains { $0.isNewline } || gap.contains(where: marks.contains) && gap.contains { $0.isWhitespace }
    return isApart || !hasScheme && gap.contains(where: marks.contains)
  }
}
