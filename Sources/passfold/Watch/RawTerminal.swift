// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// The terminal while the live list uses it: raw, on the alternate screen; cleared and restored when the list releases it.
final class RawTerminal {
  private let before: termios
  private(set) var isHeld = false

  /// Whether the terminal supports a full-screen list.
  static var isCapable: Bool {
    isatty(0) == 1 && isatty(1) == 1 && !["", "dumb"].contains(environmentVariable("TERM") ?? "")
  }

  /// Saves the terminal's state; nil if standard input is not a terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(0, &settings) == 0 else { return nil }
    before = settings
  }

  /// Takes over the terminal: no echo, unbuffered, without signals from keys, on the alternate screen.
  func take() {
    var raw = before
    cfmakeraw(&raw)
    // VMIN and VTIME as needed for a non-blocking read.
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    tcsetattr(0, TCSADRAIN, &raw)
    // The alternate screen (1049), without line wrapping (7).
    write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[0m\u{1B}[2J")
    isHeld = true
  }

  /// Clears the screen and restores the terminal.
  func giveBack() {
    guard isHeld else { return }
    isHeld = false
    write("\u{1B}[0m\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    var settings = before
    tcsetattr(0, TCSAFLUSH, &settings)
  }

  /// The size as reported by the kernel, or else 80 by 24.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: min(Int(size.ws_col), 1_000), rows: min(Int(size.ws_row), 1_000))
  }

  /// Reads the pending input, at most 256 bytes; nil if the terminal is gone.
  func typed() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(0, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return Array(bytes.prefix(count))
  }

  func write(_ text: String) { Array(text.utf8).withUnsafeBytes(write) }

  func write(_ bytes: UnsafeRawBufferPointer) { _ = DescriptorOutput.write(bytes, to: 1) }
}
