// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Stops a terminal from echoing standard input, for secrets that are normally piped but are being typed.
final class HiddenInput {
  private let keeper = TerminalKeeper()
  private var before = termios()

  /// Turns off echo; nil if standard input is not a terminal.
  init?() {
    guard tcgetattr(0, &before) == 0 else {
      keeper.release()
      return nil
    }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(0, TCSAFLUSH, &hidden)
  }

  /// Restores echo, and ends the line that was not shown.
  func end() {
    tcsetattr(0, TCSAFLUSH, &before)
    keeper.release()
    StandardError.write("\n")
  }
}
