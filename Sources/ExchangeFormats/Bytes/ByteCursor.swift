// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Reads untrusted bytes in order, with numbers in little-endian order; reading past the end throws `malformed` with the position.
struct ByteCursor {
  /// All of the bytes.
  let bytes: UnsafeRawBufferPointer
  /// The current position.
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The number of bytes left.
  var left: Int { bytes.count - position }

  /// Reads the next bytes.
  mutating func take(_ count: Int) throws(CredentialExchangeError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= left else { throw CredentialExchangeError(.malformed, offset: position) }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// Reads the next number.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(CredentialExchangeError) -> Number {
    Number(littleEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  /// Reads the next four-byte length.
  mutating func length() throws(CredentialExchangeError) -> Int { Int(try number(UInt32.self)) }
}
