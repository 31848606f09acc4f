// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Walks through bytes of a stranger's, numbers in little-endian order; what is not there is `malformed` with its place.
struct ByteCursor {
  /// Everything.
  let bytes: UnsafeRawBufferPointer
  /// How far it has come.
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// How many bytes are left.
  var left: Int { bytes.count - position }

  /// The next bytes.
  mutating func take(_ count: Int) throws(CredentialExchangeError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= left else { throw CredentialExchangeError(.malformed, offset: position) }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// The next number.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(CredentialExchangeError) -> Number {
    Number(littleEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  /// The next length in four bytes.
  mutating func length() throws(CredentialExchangeError) -> Int { Int(try number(UInt32.self)) }
}
