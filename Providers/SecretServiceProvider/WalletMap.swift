// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The fields of a form as KWallet 5 hands them out: a map of texts to texts, as Qt writes one into a stream.
///
/// The number of pairs in four bytes, then each name and each value as its length in four bytes and its text in UTF-16, all big-endian
/// (Qt 5, "Serializing Qt Data Types": `QMap<Key, T>`, `QString`).
enum WalletMap {
  /// The most bytes of a map.
  private static let limit = 64 * 1024
  /// The length of a text that is none.
  private static let none = UInt32.max

  /// Reads a map.
  ///
  /// - Parameter bytes: The whole map, 64 KiB at most.
  /// - Returns: The values by their names; nil where the bytes are no such map, have more than one, or name a field twice.
  static func read(_ bytes: UnsafeRawBufferPointer) -> [String: String]? {
    guard bytes.count <= limit else { return nil }
    var rest = bytes[...]
    guard let count = number(&rest) else { return nil }
    var fields: [String: String] = [:]
    for _ in 0..<count {
      guard let name = text(&rest), let value = text(&rest), fields.updateValue(value, forKey: name) == nil else { return nil }
    }
    return rest.isEmpty ? fields : nil
  }

  private static func number(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func text(_ rest: inout Slice<UnsafeRawBufferPointer>) -> String? {
    guard let length = number(&rest) else { return nil }
    guard length != none else { return "" }
    guard length % 2 == 0, rest.count >= Int(length) else { return nil }
    var units: [UInt16] = []
    var high: UInt16?
    for byte in rest.prefix(Int(length)) {
      if let first = high { units.append(first << 8 | UInt16(byte)) }
      high = high == nil ? UInt16(byte) : nil
    }
    rest = rest.dropFirst(Int(length))
    return String(validating: units, as: UTF16.self)
  }
}
