// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SecretMemory

/// The bytes of a picture: too many to lock in memory, but wiped when their owner is destroyed.
package final class ScratchBytes {
  private var storage: UnsafeMutableRawBufferPointer
  /// The number of bytes.
  package private(set) var count = 0

  /// Creates an empty value with room for `capacity` bytes.
  package init(capacity: Int = 0) {
    storage = .allocate(byteCount: max(capacity, 1), alignment: 16)
  }

  /// Creates a value with `count` zeros.
  package convenience init(zeroes count: Int) {
    self.init(capacity: count)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    self.count = count
  }

  /// Creates a copy of `bytes`, which the caller must wipe.
  package convenience init(copying bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count)
    storage.copyBytes(from: bytes)
    count = bytes.count
  }

  deinit {
    wipe(storage)
    storage.deallocate()
  }

  /// Whether there are no bytes.
  package var isEmpty: Bool { count == 0 }

  /// Gives access to the bytes.
  package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  /// Gives write access to the bytes.
  package func withMutableBytes<R, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(rebasing: storage[..<count]))
  }

  /// Appends the result of one `read` of `descriptor`, at most `limit` bytes. Returns the result of `read`.
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
