// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension QRSymbol {
  /// Returns the terminal columns and rows that a drawing needs, including the quiet zone.
  public func terminalSize(style: QRTerminalStyle) -> (columns: Int, rows: Int) {
    switch style {
    case .halfBlocks: (drawnSize, (drawnSize + 1) / 2)
    case .ascii: (drawnSize * 2, drawnSize)
    }
  }

  /// Draws the symbol as lines of text, each ending with a line feed. The text contains the secret.
  public func terminalText(style: QRTerminalStyle) -> String {
    withModules { modules in
      switch style {
      case .halfBlocks(let ground): halfBlocks(modules, ground)
      case .ascii(let ground): characterPairs(modules, ground)
      }
    }
  }

  // Colours 16 and 231 of the 256 are the colour cube's black and white, which themes do not change, unlike the first sixteen.
  private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
  private static let onBlack = "\u{1B}[48;5;16m"
  private static let onWhite = "\u{1B}[48;5;231m"
  private static let reset = "\u{1B}[0m"

  private func halfBlocks(_ modules: ModulesView, _ ground: QRTerminalGround) -> String {
    // On a dark background, characters draw the light modules, otherwise the dark ones.
    let inkIsDark = ground != .dark
    var text = ""
    text.reserveCapacity(drawnSize * drawnSize * 3)
    for top in stride(from: -Self.quietZone, to: size + Self.quietZone, by: 2) {
      if ground == .painted { text += Self.blackOnWhite }
      for column in -Self.quietZone..<size + Self.quietZone {
        let upper = modules.isDark(top, column) == inkIsDark
        // With an odd number of rows, half a line is left over. It is light and extends the quiet zone.
        let lower = modules.isDark(top + 1, column) == inkIsDark
        text += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
      }
      if ground == .painted { text += Self.reset }
      text += "\n"
    }
    return text
  }

  private func characterPairs(_ modules: ModulesView, _ ground: QRTerminalGround) -> String {
    var text = ""
    text.reserveCapacity(drawnSize * drawnSize * 12)
    for row in -Self.quietZone..<size + Self.quietZone {
      var painted: Bool?
      for column in -Self.quietZone..<size + Self.quietZone {
        let isDark = modules.isDark(row, column)
        guard ground == .painted else {
          text += isDark == (ground == .light) ? "##" : "  "
          continue
        }
        if painted != isDark { text += isDark ? Self.onBlack : Self.onWhite }
        painted = isDark
        text += "  "
      }
      if ground == .painted { text += Self.reset }
      text += "\n"
    }
    return text
  }
}
