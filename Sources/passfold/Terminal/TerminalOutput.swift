// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// The properties of the terminals at standard output and standard error.
enum TerminalOutput {
  static func isTerminal(descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether to use colours: on a terminal that is not dumb, without `NO_COLOR` (no-color.org).
  static func showsColor(descriptor: Int32) -> Bool {
    isTerminal(descriptor: descriptor) && (environmentVariable("NO_COLOR") ?? "").isEmpty && environmentVariable("TERM") != "dumb"
  }
}
