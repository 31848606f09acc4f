// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program that starts and bounds a session's services.
package enum ServiceManager {
  /// Whether systemd manages the session of these variables, by the socket that it has for its own programs.
  ///
  /// - Parameter variable: Looks up an environment variable.
  package static func managesSession(_ variable: (String) -> String?) -> Bool {
    guard let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") else { return false }
    return access(runtime + "/systemd/private", F_OK) == 0
  }
}
