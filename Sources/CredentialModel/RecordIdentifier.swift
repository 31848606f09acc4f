// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The 16 random bytes that name a record for its whole life, on every device.
package struct RecordIdentifier: Hashable, Sendable {
  /// The number of bytes in an identifier.
  package static let byteCount = 16

  private let high: UInt64
  private let low: UInt64

  /// Creates an identifier from exactly 16 bytes; nil for any other number.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Creates an identifier from exactly 16 bytes of memory; nil for any other number. Fast, because a vault's index has up to a hundred
  /// thousand of them.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Generates an identifier.
  package static func random(using generator: inout some RandomNumberGenerator) -> RecordIdentifier {
    RecordIdentifier(high: generator.next(), low: generator.next())
  }

  /// The 16 bytes.
  package var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) } }
  }
}

extension RecordIdentifier: Comparable {
  /// An arbitrary but stable order, for reproducible lists.
  package static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

extension RecordIdentifier: LosslessStringConvertible {
  /// Reads 32 hexadecimal digits of either case; nil for anything else.
  package init?(_ description: String) {
    let digits = description.utf8.compactMap { byte in UInt8(Character(Unicode.Scalar(byte)).hexDigitValue ?? 255) }
    guard digits.count == 2 * Self.byteCount, digits.allSatisfy({ $0 < 16 }) else { return nil }
    self.init(bytes: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }

  /// The 32 lower-case hexadecimal digits.
  package var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
