// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// The list of typed named values in a KDBX 4 header, version 1.0.
struct VariantDictionary {
  /// A value.
  enum Value: Hashable, Sendable {
    case unsigned32(UInt32)
    case unsigned64(UInt64)
    case boolean(Bool)
    case signed32(Int32)
    case signed64(Int64)
    case text(String)
    case bytes([UInt8])
  }

  static let mostValues = 1024

  private(set) var values: [(name: String, value: Value)] = []

  init() {}

  /// Reads a list; anything after its end is ignored.
  init(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    var cursor = ByteCursor(bytes)
    // The high byte of the version changes when older readers can no longer read it.
    guard try cursor.number(UInt16.self) & 0xFF00 == 0x0100 else { throw CredentialExchangeError(.unsupportedVariant) }
    while true {
      let type = try cursor.number(UInt8.self)
      if type == 0 { return }
      guard values.count < Self.mostValues else { throw CredentialExchangeError(.overBounds) }
      let name = String(decoding: try cursor.take(try cursor.length()), as: UTF8.self)
      var content = ByteCursor(try cursor.take(try cursor.length()))
      let value: Value
      switch type {
      case 0x04: value = .unsigned32(try content.number())
      case 0x05: value = .unsigned64(try content.number())
      case 0x08: value = .boolean(try content.number(UInt8.self) != 0)
      case 0x0C: value = .signed32(try content.number())
      case 0x0D: value = .signed64(try content.number())
      case 0x18: value = .text(String(decoding: try content.take(content.left), as: UTF8.self))
      case 0x42: value = .bytes(Array(try content.take(content.left)))
      default: throw CredentialExchangeError(.malformed)
      }
      guard content.left == 0 else { throw CredentialExchangeError(.malformed) }
      values.append((name, value))
    }
  }

  /// The value with a name.
  subscript(_ name: String) -> Value? {
    get { values.last { $0.name == name }?.value }
    set {
      values.removeAll { $0.name == name }
      if let newValue { values.append((name, newValue)) }
    }
  }

  /// Returns a number of any type.
  func number(_ name: String) -> UInt64? {
    switch self[name] {
    case .unsigned32(let number): UInt64(number)
    case .unsigned64(let number): number
    case .signed32(let number): UInt64(exactly: number)
    case .signed64(let number): UInt64(exactly: number)
    default: nil
    }
  }

  /// Returns a byte string.
  func bytes(_ name: String) -> [UInt8]? {
    if case .bytes(let bytes) = self[name] { bytes } else { nil }
  }

  /// The form in a file.
  var encoded: [UInt8] {
    var output: [UInt8] = [0x00, 0x01]
    func append(_ type: UInt8, _ name: String, _ content: [UInt8]) {
      output.append(type)
      output += UInt32(name.utf8.count).littleEndianBytes + name.utf8 + UInt32(content.count).littleEndianBytes + content
    }
    for (name, value) in values {
      switch value {
      case .unsigned32(let number): append(0x04, name, number.littleEndianBytes)
      case .unsigned64(let number): append(0x05, name, number.littleEndianBytes)
      case .boolean(let truth): append(0x08, name, [truth ? 1 : 0])
      case .signed32(let number): append(0x0C, name, number.littleEndianBytes)
      case .signed64(let number): append(0x0D, name, number.littleEndianBytes)
      case .text(let text): append(0x18, name, Array(text.utf8))
      case .bytes(let bytes): append(0x42, name, bytes)
      }
    }
    output.append(0)
    return output
  }
}

extension FixedWidthInteger {
  /// The bytes, least significant first.
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
