// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// What is known of the terminals at standard output and standard error.
enum TerminalOutput {
  static func isTerminal(descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether colours belong there: a terminal that is not dumb, and no `NO_COLOR` (no-color.org).
  static func showsColor(descriptor: Int32) -> Bool {
    isTerminal(descriptor: descriptor) && (environmentVariable("NO_COLOR") ?? "").isEmpty && environmentVariable("TERM") != "dumb"
  }
}
