// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program that starts and confines a session's services.
package enum ServiceManager {
  /// Returns whether systemd manages the session with these variables, determined by the socket for its own programs.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package static func managesSession(_ variable: (String) -> String?) -> Bool {
    guard let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") else { return false }
    return access(runtime + "/systemd/private", F_OK) == 0
  }
}
