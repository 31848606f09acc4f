// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The characters with which a terminal draws a symbol.
public enum QRTerminalStyle: Hashable, Sendable {
  /// One character for two modules, one above the other. Requires UTF-8.
  case halfBlocks(QRTerminalGround)
  /// Two ASCII characters per module, for terminals without UTF-8.
  case ascii(QRTerminalGround)
}

/// The colours of a symbol in a terminal.
public enum QRTerminalGround: Hashable, Sendable, CaseIterable {
  /// Black on white with escape sequences, independent of the terminal's own colours.
  case painted
  /// No escape sequences, for light text on a dark background: the light modules are drawn.
  case dark
  /// No escape sequences, for dark text on a light background: the dark modules are drawn.
  case light
}
