// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import VaultProtocol

/// The terminal of the user who runs this command.
enum TerminalPlace {
  /// The terminal's path and settings, for typing a passphrase there.
  static var current: VaultHello.Place {
    VaultHello.Place(
      terminalType: environmentVariable("TERM"), characterType: locale("LC_CTYPE"), messages: locale("LC_MESSAGES"))
  }

  /// The terminal's path; nil without a terminal.
  static var name: String? {
    for descriptor: Int32 in [0, 1, 2] {
      var name = [CChar](repeating: 0, count: 256)
      guard ttyname_r(descriptor, &name, name.count) == 0 else { continue }
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  /// The locale that applies to a category (POSIX, "Environment Variables" 8.2).
  private static func locale(_ category: String) -> String? {
    ["LC_ALL", category, "LANG"].lazy.compactMap(environmentVariable).first { !$0.isEmpty }
  }
}
