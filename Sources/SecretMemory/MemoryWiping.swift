// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem

/// Zeroes memory that another library filled with a secret, in a way that the compiler cannot optimise away.
public func wipe(_ memory: UnsafeMutableRawBufferPointer) {
  if let start = memory.baseAddress { passfold_wipe(start, memory.count) }
}
