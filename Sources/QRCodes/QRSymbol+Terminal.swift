// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension QRSymbol {
  /// How many columns and rows of a terminal a drawing takes, quiet zone included.
  public func terminalSize(style: QRTerminalStyle) -> (columns: Int, rows: Int) {
    switch style {
    case .halfBlocks: (drawnSize, (drawnSize + 1) / 2)
    case .ascii: (drawnSize * 2, drawnSize)
    }
  }

  /// Draws the symbol as lines of text, each ended by a line feed. The secret is in the text.
  public func terminalText(style: QRTerminalStyle) -> String {
    withModules { modules in
      switch style {
      case .halfBlocks(let ground): halfBlocks(modules, ground)
      case .ascii(let ground): characterPairs(modules, ground)
      }
    }
  }

  // Colours 16 and 231 of the 256 are the cube's black and white, which themes leave alone; the first sixteen they change.
  private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
  private static let onBlack = "\u{1B}[48;5;16m"
  private static let onWhite = "\u{1B}[48;5;231m"
  private static let reset = "\u{1B}[0m"

  private func halfBlocks(_ modules: LentModules, _ ground: QRTerminalGround) -> String {
    // A character's ink is the light modules on a dark ground, the dark ones otherwise.
    let inkIsDark = ground != .dark
    var text = ""
    text.reserveCapacity(drawnSize * drawnSize * 3)
    for top in stride(from: -Self.quietZone, to: size + Self.quietZone, by: 2) {
      if ground == .painted { text += Self.blackOnWhite }
      for column in -Self.quietZone..<size + Self.quietZone {
        let upper = modules.isDark(top, column) == inkIsDark
        // An odd number of rows leaves half a line over; it is light, and so more quiet zone.
        let lower = modules.isDark(top + 1, column) == inkIsDark
        text += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
      }
      if ground == .painted { text += Self.reset }
      text += "\n"
    }
    return text
  }

  private func characterPairs(_ modules: LentModules, _ ground: QRTerminalGround) -> String {
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
