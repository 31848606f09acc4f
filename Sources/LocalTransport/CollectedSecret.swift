// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Data collected in locked memory, to be sent part by part like a file.
package final class CollectedSecret {
  /// Its length in bytes.
  package private(set) var byteCount = 0
  private var bytes = SecretBytes(byteCount: 1 << 16)
  private var sent = 0

  /// Creates an empty collection.
  package init() {}

  /// Returns the next bytes; fewer at the end.
  package func take(_ count: Int) -> SharedSecret {
    let end = min(byteCount, sent + count)
    defer { sent = end }
    return bytes.withBytes { SharedSecret(copying: $0[sent..<end]) }
  }

  /// Adds bytes that are not secret.
  package func append(_ plain: some Sequence<UInt8>) { Array(plain).withUnsafeBytes { append($0) } }

  /// Adds secret bytes.
  package func append(_ secret: SharedSecret) { secret.withBytes { append($0) } }

  private func append(_ more: UnsafeRawBufferPointer) {
    if byteCount + more.count > bytes.byteCount {
      var larger = SecretBytes(byteCount: max(bytes.byteCount * 2, byteCount + more.count))
      larger.withMutableBytes { target in
        bytes.withBytes {
          UnsafeMutableRawBufferPointer(rebasing: target[..<byteCount]).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<byteCount]))
        }
      }
      bytes = larger
    }
    let start = byteCount
    bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + more.count]).copyMemory(from: more) }
    byteCount += more.count
  }
}
