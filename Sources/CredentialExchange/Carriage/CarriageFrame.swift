// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How an order and an answer go through the pipe: before each stands its length in eight bytes, big-endian, so that memory for it is taken once.
package enum CarriageFrame {
  /// How many bytes the length takes.
  package static let headByteCount = 8
  /// The longest order or answer, in bytes: 128 MiB, of which the vault's process has room for three.
  package static let longest: UInt64 = 128 << 20

  /// The length that stands before an order or an answer; nil for one above ``longest``.
  package static func byteCount(_ head: UnsafeRawBufferPointer) -> Int? {
    let count = head.reduce(0) { $0 << 8 | UInt64($1) }
    return head.count == headByteCount && count <= longest ? Int(count) : nil
  }
}

extension CarriageWriter {
  /// Hands over all that was written, its length first; `body` says whether to go on.
  package func withFrame(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    withUnsafeBytes(of: UInt64(byteCount).bigEndian, body) && withPieces(body)
  }
}
