// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The framing of orders and answers in the pipe: each is preceded by its length in eight bytes, big-endian, so that its memory is
/// allocated once.
package enum CarriageFrame {
  /// The length of the prefix in bytes.
  package static let headByteCount = 8
  /// The maximum length of an order or answer in bytes: 128 MiB, of which the vault's process has room for three.
  package static let longest: UInt64 = 128 << 20

  /// Returns the length before an order or an answer; nil if it exceeds ``longest``.
  package static func byteCount(_ head: UnsafeRawBufferPointer) -> Int? {
    let count = head.reduce(0) { $0 << 8 | UInt64($1) }
    return head.count == headByteCount && count <= longest ? Int(count) : nil
  }
}

extension CarriageWriter {
  /// Passes on everything written, its length first; `body` returns whether to continue.
  package func withFrame(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    withUnsafeBytes(of: UInt64(byteCount).bigEndian, body) && withPieces(body)
  }
}
