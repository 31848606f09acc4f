// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The identifier of an authenticator model, 16 bytes (WebAuthn L3 §6.5.1).
public struct AAGUID: Hashable, Sendable, CustomStringConvertible {
  /// The bytes in network order.
  public let bytes: [UInt8]

  /// Creates an identifier from 16 bytes; nil for any other number.
  public init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads the UUID form: hexadecimal in groups of 8, 4, 4, 4 and 12; nil for any other form.
  public init?(parsing text: String) {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let digits = groups.joined().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard groups.map(\.count) == [8, 4, 4, 4, 12], digits.count == 32 else { return nil }
    bytes = stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// All zeros: the authenticator does not identify its model.
  public static let zero = AAGUID(zeroed: ())

  private init(zeroed: ()) {
    bytes = Array(repeating: 0, count: 16)
  }

  /// The UUID form: lower-case hexadecimal in groups of 8, 4, 4, 4 and 12.
  public var description: String {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]].map { $0.joined() }.joined(separator: "-")
  }
}
