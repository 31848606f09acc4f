// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Questions about files that are answered without opening them.
enum FileAccess {
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
