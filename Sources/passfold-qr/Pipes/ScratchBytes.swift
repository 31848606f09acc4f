// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SecretMemory

/// Bytes of a picture on their way: too many to lock in memory, wiped all the same when their owner goes away.
package final class ScratchBytes {
  private var storage: UnsafeMutableRawBufferPointer
  /// How many bytes there are.
  package private(set) var count = 0

  /// No bytes yet, and room for `capacity`.
  package init(capacity: Int = 0) {
    storage = .allocate(byteCount: max(capacity, 1), alignment: 16)
  }

  /// `count` zeroes.
  package convenience init(zeroes count: Int) {
    self.init(capacity: count)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    self.count = count
  }

  /// Copies `bytes`, which the caller goes on answering for.
  package convenience init(copying bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count)
    storage.copyBytes(from: bytes)
    count = bytes.count
  }

  deinit {
    wipe(storage)
    storage.deallocate()
  }

  /// Whether there are none.
  package var isEmpty: Bool { count == 0 }

  /// Lends the bytes.
  package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  /// Lends the bytes for writing.
  package func withMutableBytes<R, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(rebasing: storage[..<count]))
  }

  /// Adds what one `read` of `descriptor` gives, at most `limit` bytes; returns what `read` did.
  package func append(from descriptor: CInt, atMost limit: Int) -> Int {
    let piece = min(limit, 64 * 1024)
    if storage.count - count < piece { grow(to: max(storage.count * 2, count + piece)) }
    let got = read(descriptor, storage.baseAddress?.advanced(by: count), piece)
    if got > 0 { count += got }
    return got
  }

  private func grow(to capacity: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    wipe(storage)
    storage.deallocate()
    storage = larger
  }
}
