// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Keeps a terminal from showing what is typed on standard input, for secrets that come by a pipe and are typed instead.
final class HiddenInput {
  private let keeper = TerminalKeeper()
  private var before = termios()

  /// Hides what is typed; nil where standard input is no terminal.
  init?() {
    guard tcgetattr(0, &before) == 0 else {
      keeper.release()
      return nil
    }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(0, TCSAFLUSH, &hidden)
  }

  /// Shows again what is typed, and ends the line that nobody saw.
  func end() {
    tcsetattr(0, TCSAFLUSH, &before)
    keeper.release()
    StandardError.write("\n")
  }
}
