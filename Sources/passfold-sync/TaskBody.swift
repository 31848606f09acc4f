// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A task's body while its parts arrive from the vault.
struct TaskBody: ~Copyable {
  private var bytes: SecretBytes
  private var count = 0

  /// Creates a body of this many bytes.
  init(byteCount: Int) { bytes = SecretBytes(byteCount: byteCount) }

  var isWhole: Bool { count == bytes.byteCount }

  /// Adds a part, without its first bytes; false if it is shorter than those, or longer than the missing rest.
  mutating func add(_ part: SharedSecret, without skipped: Int = 0) -> Bool {
    let start = count
    guard (0...bytes.byteCount - start).contains(part.byteCount - skipped) else { return false }
    bytes.withMutableBytes { target in
      part.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: .init(rebasing: $0[skipped...])) }
    }
    count += part.byteCount - skipped
    return true
  }

  /// Returns the complete body; nil for one of no bytes.
  consuming func finished() -> SharedSecret? { bytes.byteCount > 0 ? SharedSecret(bytes) : nil }
}
