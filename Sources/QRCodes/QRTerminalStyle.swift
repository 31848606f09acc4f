// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a terminal draws a symbol with.
public enum QRTerminalStyle: Hashable, Sendable {
  /// One character for two modules, one above the other; needs UTF-8.
  case halfBlocks(QRTerminalGround)
  /// Two ASCII characters for each module, for terminals that know nothing else.
  case ascii(QRTerminalGround)
}

/// Which colours a symbol in a terminal has.
public enum QRTerminalGround: Hashable, Sendable, CaseIterable {
  /// Black on white by escape sequences, whatever the terminal's own colours are.
  case painted
  /// No escape sequences, for a terminal with light text on a dark ground: the light modules are drawn.
  case dark
  /// No escape sequences, for a terminal with dark text on a light ground: the dark modules are drawn.
  case light
}
