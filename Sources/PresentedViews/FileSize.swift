// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// File sizes in words.
package enum FileSize {
  /// Returns the size in the largest unit that it fills, from bytes to MiB.
  ///
  /// - Parameter bytes: 0 or more.
  package static func words(_ bytes: Int) -> String {
    switch bytes {
    case ..<1024: return translated(bytes, one: "\(bytes) byte", other: "\(bytes) bytes")
    case ..<(1 << 20): return "\((bytes + 1023) >> 10) KiB"
    default:
      let tenths = (bytes * 10 + (1 << 19)) >> 20
      return translated("\(tenths / 10).\(tenths % 10) MiB")
    }
  }
}
