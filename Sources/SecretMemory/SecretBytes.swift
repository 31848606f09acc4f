// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem

/// Bytes that are held out of swap and core dumps, are zeroed when their owner goes away, and can be neither printed nor compared with `==`.
///
/// There is one owner: the value cannot be copied except by ``copy()``, and its bytes are lent only inside a closure.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  // Sendable by hand: the block has exactly one owner and is written only through `mutating` access.
  private let block: SecretArena.Block

  /// How many bytes the secret has; its length is not a secret.
  public let byteCount: Int

  /// Makes a zero-filled secret of `byteCount` bytes (0 or more).
  public init(byteCount: Int) {
    precondition(byteCount >= 0, "a secret cannot have a negative length")
    self.byteCount = byteCount
    self.block = SecretArena.shared.allocate(byteCount: byteCount)
  }

  /// Copies bytes from memory that the caller answers for; prefer ``init(wiping:)`` where the source is an array of its own.
  public init(copying bytes: some Sequence<UInt8>) {
    if let count = bytes.withContiguousStorageIfAvailable({ $0.count }) {
      self.init(byteCount: count)
      _ = bytes.withContiguousStorageIfAvailable { [block] source in
        if let start = source.baseAddress { block.start.copyMemory(from: start, byteCount: source.count) }
      }
    } else {
      // Its length is not known before it is read, so the bytes are gathered first and the gathering is wiped.
      var gathered = Array(bytes)
      self.init(wiping: &gathered)
    }
  }

  /// Takes the bytes of an array and zeroes the array in place; the array must not share its storage with another.
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

  /// Generates `byteCount` random bytes straight into locked memory.
  public static func random(byteCount: Int, using generator: inout some RandomNumberGenerator) -> SecretBytes {
    var secret = SecretBytes(byteCount: byteCount)
    secret.withMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = generator.next() }
    }
    return secret
  }

  /// Lends the bytes for the duration of `body`, which must not let the pointer or a copy escape.
  public borrowing func withBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: block.start, count: byteCount))
  }

  /// Lends the bytes for writing for the duration of `body`.
  public mutating func withMutableBytes<R: ~Copyable, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: block.start, count: byteCount))
  }

  /// Makes a second, independent secret with the same bytes.
  public borrowing func copy() -> SecretBytes {
    let duplicate = SecretBytes(byteCount: byteCount)
    duplicate.block.start.copyMemory(from: block.start, byteCount: byteCount)
    return duplicate
  }
}
