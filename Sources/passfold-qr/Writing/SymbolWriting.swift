// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import QRCodes

/// Draws the content of standard input.
package struct SymbolWriting: Sendable {
  /// The output format.
  package enum Format: String, Sendable { case terminal, svg, png }
  /// The background that a drawing in a terminal relies on.
  package enum Ground: String, Sendable { case painted, dark, light }

  /// The output format.
  package var format = Format.terminal
  /// The number of pixels per module side in a PNG; nil for eight.
  package var scale: Int?
  /// The size of the terminal.
  package var room: (columns: Int, rows: Int)?
  /// The background in a terminal.
  package var ground = Ground.painted
  /// Whether to draw only with ASCII characters.
  package var isASCII = false

  /// Creates the default: a painted drawing in UTF-8, unless the environment requests no colour or does not use UTF-8.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package init(variable: (String) -> String?) {
    // An empty variable counts as unset (no-color.org, POSIX locale rules).
    let values = ["NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"].map { variable($0) ?? "" }
    if !values[0].isEmpty { ground = .dark }
    let locale = (values[1...].first { !$0.isEmpty } ?? "").uppercased()
    isASCII = !locale.contains("UTF-8") && !locale.contains("UTF8")
  }

  /// Draws the secret in the requested format.
  ///
  /// - Throws: `empty`, `tooLong`, `usage` for a scale out of range, or `terminalTooSmall`.
  package func drawing(of secret: UnsafeRawBufferPointer) throws(QRFailure) -> [UInt8] {
    let symbol = try Self.drawn { () throws(QRCodesError) in try QRSymbol(encoding: secret) }
    switch format {
    case .svg: return Array(symbol.svg(title: "QR code").utf8)
    case .png: return try Self.drawn { () throws(QRCodesError) in try symbol.png(scale: scale ?? 8) }
    case .terminal: return Array(try terminalText(of: symbol).utf8)
    }
  }

  private func terminalText(of symbol: QRSymbol) throws(QRFailure) -> String {
    let colours: QRTerminalGround =
      switch ground {
      case .painted: .painted
      case .dark: .dark
      case .light: .light
      }
    let style = isASCII ? QRTerminalStyle.ascii(colours) : .halfBlocks(colours)
    let size = symbol.terminalSize(style: style)
    if let room, size.columns > room.columns || size.rows > room.rows { throw QRFailure(.terminalTooSmall, needed: size) }
    return symbol.terminalText(style: style)
  }

  private static func drawn<R>(_ body: () throws(QRCodesError) -> R) throws(QRFailure) -> R {
    do {
      return try body()
    } catch {
      switch error.code {
      case .nothingToEncode: throw QRFailure(.empty)
      case .tooLong: throw QRFailure(.tooLong)
      case .scaleOutOfRange: throw QRFailure(.usage)
      default: throw QRFailure(.libraryFailed)
      }
    }
  }
}
