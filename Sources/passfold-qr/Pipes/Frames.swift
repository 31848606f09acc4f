// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The form in which symbols are output: each with its length in four bytes, most significant first, followed by its bytes.
package enum Frames {
  /// Adds one frame.
  package static func append(_ bytes: UnsafeRawBufferPointer, to frames: inout [UInt8]) {
    let count = UInt32(truncatingIfNeeded: bytes.count)
    frames += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    frames += bytes
  }

  /// Returns whether `bytes` are at least one complete frame and nothing else. A compromised decoder may send anything.
  package static func areWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while rest.count >= 4 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard count <= rest.count else { return false }
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty && !bytes.isEmpty
  }
}
