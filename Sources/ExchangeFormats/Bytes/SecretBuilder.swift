// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Builds a secret piece by piece, always in secret memory.
struct SecretBuilder: ~Copyable {
  private var bytes: SecretBytes
  /// The number of bytes so far.
  private(set) var count = 0

  init(capacity: Int = 256) { bytes = SecretBytes(byteCount: max(capacity, 32)) }

  /// Appends bytes.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    reserve(more.count)
    let start = count
    bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + more.count]).copyMemory(from: more) }
    count += more.count
  }

  /// Appends a text in UTF-8.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends non-secret bytes.
  mutating func append(_ more: [UInt8]) {
    reserve(more.count)
    let start = count
    bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + more.count]).copyBytes(from: more) }
    count += more.count
  }

  /// Appends one byte.
  mutating func append(_ byte: UInt8) {
    reserve(1)
    let place = count
    bytes.withMutableBytes { $0[place] = byte }
    count += 1
  }

  /// Appends the given number of bytes, which `body` fills.
  mutating func append<E: Error>(count more: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
    reserve(more)
    let start = count
    try bytes.withMutableBytes { (bytes) throws(E) in try body(UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + more])) }
    count += more
  }

  /// Removes bytes from the end.
  mutating func removeLast(_ less: Int) { count = max(0, count - less) }

  /// Removes and wipes the contents; the memory is reused.
  mutating func removeAll() {
    let end = count
    bytes.withMutableBytes { wipe(UnsafeMutableRawBufferPointer(rebasing: $0[..<end])) }
    count = 0
  }

  /// Passes the bytes so far to `body`.
  borrowing func withBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    let end = count
    return try bytes.withBytes { (bytes) throws(E) in try body(UnsafeRawBufferPointer(rebasing: bytes[..<end])) }
  }

  /// Passes the bytes so far to `body` for writing.
  mutating func withMutableBytes<R: ~Copyable, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
    let end = count
    return try bytes.withMutableBytes { (bytes) throws(E) in try body(UnsafeMutableRawBufferPointer(rebasing: bytes[..<end])) }
  }

  /// Returns a secret with the bytes so far.
  borrowing func secret() -> SharedSecret { withBytes { SharedSecret(copying: $0) } }

  private mutating func reserve(_ more: Int) {
    guard count + more > bytes.byteCount else { return }
    var larger = SecretBytes(byteCount: max(bytes.byteCount * 2, count + more))
    let end = count
    bytes.withBytes { source in larger.withMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<end])) } }
    bytes = larger
  }
}
