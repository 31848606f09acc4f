// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import VaultProtocol

/// Where the person at this command can be asked for a passphrase.
enum TerminalPlace {
  static var current: VaultHello.Place {
    VaultHello.Place(
      terminal: terminalName, terminalType: environmentVariable("TERM"), characterType: locale("LC_CTYPE"), messages: locale("LC_MESSAGES"),
      display: environmentVariable("DISPLAY"), waylandDisplay: environmentVariable("WAYLAND_DISPLAY"))
  }

  private static var terminalName: String? {
    for descriptor: Int32 in [0, 1, 2] {
      var name = [CChar](repeating: 0, count: 256)
      guard ttyname_r(descriptor, &name, name.count) == 0 else { continue }
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  /// The locale that holds for a category (POSIX, "Environment Variables" 8.2).
  private static func locale(_ category: String) -> String? {
    ["LC_ALL", category, "LANG"].lazy.compactMap(environmentVariable).first { !$0.isEmpty }
  }
}
