// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem

/// Zeroes memory that some other library filled with a secret, in a way the compiler may not remove.
public func wipe(_ memory: UnsafeMutableRawBufferPointer) {
  if let start = memory.baseAddress { passfold_wipe(start, memory.count) }
}
