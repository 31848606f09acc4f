// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import QRCodes
import Testing

@Suite("Drawings of a QR symbol")
struct DrawingTests {
  /// The maximum number of bytes of versions 1 to 20 at level M.
  static let lengths = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666]

  @Test("in half blocks and in ASCII contain the symbol on every background", arguments: lengths)
  func terminal(length: Int) throws {
    let made = try symbol(String(repeating: "x", count: length))
    let expected = DrawnModules.of(made)
    let lightLine = [Array(repeating: false, count: made.drawnSize)]
    for ground in [QRTerminalGround.dark, .light] {
      let inkIsDark = ground == .light
      let blocks = made.terminalText(style: .halfBlocks(ground))
      // The number of rows is odd: the lower half of the last line is an additional light row.
      #expect(DrawnModules.inHalfBlocks(blocks, inkIsDark: inkIsDark) == expected + lightLine)
      #expect(DrawnModules.inPairs(made.terminalText(style: .ascii(ground)), inkIsDark: inkIsDark) == expected)
      #expect(!blocks.contains("\u{1B}"))
    }
    #expect(DrawnModules.inPaintedPairs(made.terminalText(style: .ascii(.painted))) == expected)
  }

  @Test("in painted half blocks set both colours on each line and reset them")
  func painted() throws {
    let made = try symbol("otpauth://totp/Example")
    let lines = made.terminalText(style: .halfBlocks(.painted)).split(separator: "\n")
    let bare = lines.map { $0.dropFirst("\u{1B}[38;5;16;48;5;231m".count).dropLast("\u{1B}[0m".count) }
    #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
    let modules = DrawnModules.inHalfBlocks(bare.joined(separator: "\n"), inkIsDark: true)
    #expect(modules.dropLast() == DrawnModules.of(made)[...])
  }

  @Test("have the terminal size that they state")
  func terminalSize() throws {
    let made = try symbol("otpauth://totp/Example")
    for style in [QRTerminalStyle.halfBlocks(.dark), .ascii(.light)] {
      let lines = made.terminalText(style: style).split(separator: "\n")
      let size = made.terminalSize(style: style)
      #expect(lines.count == size.rows)
      #expect(lines.allSatisfy { $0.count == size.columns })
    }
  }

  @Test("as SVG contain the symbol", arguments: lengths)
  func svg(length: Int) throws {
    let made = try symbol(String(repeating: "x", count: length))
    #expect(DrawnModules.inSVG(made.svg(title: "A code"), side: made.drawnSize) == DrawnModules.of(made))
  }

  @Test("as SVG are images with an accessible name, escaped as necessary")
  func accessibleName() throws {
    let svg = try symbol("x").svg(title: "Tom & \"Jo\" <script>'\u{0}\n\u{FFFF}é")
    let name = "Tom &amp; &quot;Jo&quot; &lt;script&gt;&#39; é"
    #expect(svg.contains("role=\"img\" aria-label=\"\(name)\""))
    #expect(svg.contains("<title>\(name)</title>"))
  }

  @Test("as PNG have the size of their scale, which has to be from 1 to 32", arguments: [1, 2, 8, 32])
  func png(scale: Int) throws {
    let made = try symbol("otpauth://totp/Example")
    let file = try made.png(scale: scale)
    #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let side = UInt32(made.drawnSize * scale)
    for start in [16, 20] {
      #expect(file[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } == side)
    }
    // One bit per pixel, with a palette.
    #expect(file[24..<26] == [1, 3])
    #expect(refusal { try made.png(scale: 0) } == .scaleOutOfRange)
    #expect(refusal { try made.png(scale: 33) } == .scaleOutOfRange)
  }

  @Test("as PNG can be written at the largest scale for the largest symbol")
  func largestPNG() throws {
    #expect(try symbol(String(repeating: "x", count: 2331)).png(scale: 32).count > 1000)
  }
}
