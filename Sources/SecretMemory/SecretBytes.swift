// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem

/// Bytes that are protected from swap and core dumps, are zeroed when their owner is destroyed, and cannot be printed or compared with
/// `==`.
///
/// The value has one owner: it can be copied only with ``copy()``, and its bytes are accessible only inside a closure.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  // Sendable is safe: the block has exactly one owner and is written only through `mutating` access.
  private let block: SecretArena.Block

  /// The length of the secret in bytes; the length is not secret.
  public let byteCount: Int

  /// Creates a zero-filled secret of `byteCount` bytes (0 or more).
  public init(byteCount: Int) {
    precondition(byteCount >= 0, "a secret cannot have a negative length")
    self.byteCount = byteCount
    self.block = SecretArena.shared.allocate(byteCount: byteCount)
  }

  /// Copies bytes from memory that the caller must wipe. Prefer ``init(wiping:)`` if the source is an array that is not shared.
  public init(copying bytes: some Sequence<UInt8>) {
    if let count = bytes.withContiguousStorageIfAvailable({ $0.count }) {
      self.init(byteCount: count)
      _ = bytes.withContiguousStorageIfAvailable { [block] source in
        if let start = source.baseAddress { block.start.copyMemory(from: start, byteCount: source.count) }
      }
    } else {
      // The length is unknown in advance, so the bytes are collected first and the collected copy is wiped.
      var gathered = Array(bytes)
      self.init(wiping: &gathered)
    }
  }

  /// Takes the bytes of an array and zeroes the array in place. The array must not share its storage.
  public init(wiping bytes: inout [UInt8]) {
    self.init(byteCount: bytes.count)
    bytes.withUnsafeMutableBytes { [block] source in
      guard let start = source.baseAddress else { return }
      block.start.copyMemory(from: start, byteCount: source.count)
      passfold_wipe(start, source.count)
    }
    bytes.removeAll()
  }

  deinit { SecretArena.shared.release(block) }

  /// Generates `byteCount` random bytes directly in locked memory.
  public static func random(byteCount: Int, using generator: inout some RandomNumberGenerator) -> SecretBytes {
    var secret = SecretBytes(byteCount: byteCount)
    secret.withMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = generator.next() }
    }
    return secret
  }

  /// Gives access to the bytes while `body` runs. The pointer and copies of the bytes must not escape.
  public borrowing func withBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: block.start, count: byteCount))
  }

  /// Gives access to the bytes while `body` runs, without a pointer: the compiler prevents the span from escaping.
  public borrowing func withSpan<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: block.start, count: byteCount).bytes)
  }

  /// Gives write access to the bytes while `body` runs.
  public mutating func withMutableBytes<R: ~Copyable, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: block.start, count: byteCount))
  }

  /// Creates an independent secret with the same bytes.
  public borrowing func copy() -> SecretBytes {
    let duplicate = SecretBytes(byteCount: byteCount)
    duplicate.block.start.copyMemory(from: block.start, byteCount: byteCount)
    return duplicate
  }
}
