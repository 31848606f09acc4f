// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The encoding of ECDSA signatures in WebAuthn (L3 §6.5.5): DER of `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279 §2.2.3).
enum ECDSASignatureForm {
  /// Returns both numbers, each in a fixed width as the cryptographic library expects, or nil unless the bytes are exactly this DER
  /// structure.
  ///
  /// - Parameter byteCount: The width of the curve's coordinates in bytes, at most 66.
  static func numbers(of signature: [UInt8], byteCount: Int) -> [UInt8]? {
    var rest = signature[...]
    guard rest.popFirst() == 0x30, let length = sequenceLength(&rest), length == rest.count else { return nil }
    var numbers: [UInt8] = []
    numbers.reserveCapacity(2 * byteCount)
    guard append(&rest, to: &numbers, byteCount), append(&rest, to: &numbers, byteCount), rest.isEmpty else { return nil }
    return numbers
  }

  /// Reads a length: one byte below 128, otherwise 0x81 and one byte, which is enough for P-521. A length with more bytes than necessary is
  /// not DER.
  private static func sequenceLength(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.popFirst() else { return nil }
    if first < 0x80 { return Int(first) }
    guard first == 0x81, let length = rest.popFirst(), length >= 0x80 else { return nil }
    return Int(length)
  }

  /// Reads a positive number in its shortest form and appends it, padded with leading zeros.
  private static func append(_ rest: inout ArraySlice<UInt8>, to numbers: inout [UInt8], _ byteCount: Int) -> Bool {
    guard rest.popFirst() == 0x02, let length = rest.popFirst(), length < 0x80, length <= rest.count else { return false }
    var number = rest.prefix(Int(length))
    rest = rest.dropFirst(Int(length))
    // Negative if the first bit is set. A leading zero is allowed only to prevent that.
    guard let first = number.first, first < 0x80 else { return false }
    if first == 0 {
      number = number.dropFirst()
      guard let second = number.first, second >= 0x80 else { return false }
    }
    guard number.count <= byteCount else { return false }
    numbers.append(contentsOf: repeatElement(0, count: byteCount - number.count))
    numbers.append(contentsOf: number)
    return true
  }
}
