// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Writes the fields of a protocol-buffer message into locked memory.
struct ProtocolBufferWriter: ~Copyable {
  private var bytes: SecretBytes
  private var count = 0

  init() { bytes = SecretBytes(byteCount: 256) }

  /// Calls the closure with the bytes written so far.
  borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    bytes.withBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
  }

  mutating func append(field: UInt64, number: UInt64) {
    append(number: field << 3)
    append(number: number)
  }

  mutating func append(field: UInt64, bytes content: UnsafeRawBufferPointer) {
    append(number: field << 3 | 2)
    append(number: UInt64(content.count))
    append(content)
  }

  mutating func append(field: UInt64, text: String) {
    var text = text
    text.withUTF8 { append(field: field, bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Appends fields that were written separately.
  mutating func append(_ fields: UnsafeRawBufferPointer) {
    reserve(fields.count)
    let start = count
    bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0.dropFirst(start)).copyMemory(from: fields) }
    count += fields.count
  }

  private mutating func append(number: UInt64) {
    reserve(10)
    var rest = number
    while rest >= 0x80 {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  private mutating func append(byte: UInt8) {
    let place = count
    bytes.withMutableBytes { $0[place] = byte }
    count += 1
  }

  private mutating func reserve(_ more: Int) {
    guard count + more > bytes.byteCount else { return }
    var larger = SecretBytes(byteCount: max(count + more, bytes.byteCount * 2))
    bytes.withBytes { old in larger.withMutableBytes { $0.copyMemory(from: old) } }
    bytes = larger
  }
}
