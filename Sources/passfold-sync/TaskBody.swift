// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A task's body while its parts come from the vault.
struct TaskBody: ~Copyable {
  private var bytes: SecretBytes
  private var count = 0

  /// Begins a body of so many bytes.
  init(byteCount: Int) { bytes = SecretBytes(byteCount: byteCount) }

  var isWhole: Bool { count == bytes.byteCount }

  /// Adds a part, without its first bytes; false where it has less than those, or more than is missing.
  mutating func add(_ part: SharedSecret, without skipped: Int = 0) -> Bool {
    let start = count
    guard (0...bytes.byteCount - start).contains(part.byteCount - skipped) else { return false }
    bytes.withMutableBytes { target in
      part.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: .init(rebasing: $0[skipped...])) }
    }
    count += part.byteCount - skipped
    return true
  }

  /// The whole body; nil for one of no bytes.
  consuming func finished() -> SharedSecret? { bytes.byteCount > 0 ? SharedSecret(bytes) : nil }
}
