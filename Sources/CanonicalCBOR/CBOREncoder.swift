// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Encodes CBOR items in one of two forms in which each item has exactly one encoding.
public struct CBOREncoder: Sendable {
  /// The rules that determine an item's encoding.
  public enum Profile: Sendable {
    /// CTAP2 canonical form (CTAP 2.2 §8): keys by major type, then length, then bytes; floats keep their width.
    case ctap2
    /// Core deterministic encoding (RFC 8949 §4.2.1): keys by their encoded bytes; floats take the shortest width.
    case deterministic
  }

  private let profile: Profile

  /// Creates an encoder for one form.
  public init(profile: Profile) {
    self.profile = profile
  }

  /// Returns the encoding of an item. Tags, which CTAP2 messages do not use, are written unchanged.
  public func encode(_ value: CBORValue) -> [UInt8] {
    var output: [UInt8] = []
    append(value, to: &output)
    return output
  }

  private func append(_ value: CBORValue, to output: inout [UInt8]) {
    switch value {
    case .unsigned(let number):
      Self.appendHead(.unsigned, number, to: &output)
    case .negative(let number):
      Self.appendHead(.negative, number, to: &output)
    case .bytes(let bytes):
      Self.appendHead(.bytes, UInt64(bytes.count), to: &output)
      output.append(contentsOf: bytes)
    case .text(let text):
      Self.appendHead(.text, UInt64(text.utf8.count), to: &output)
      output.append(contentsOf: text.utf8)
    case .array(let elements):
      Self.appendHead(.array, UInt64(elements.count), to: &output)
      for element in elements { append(element, to: &output) }
    case .map(let map):
      append(map, to: &output)
    case .tagged(let tag, let content):
      Self.appendHead(.tag, tag, to: &output)
      append(content, to: &output)
    case .boolean(let flag):
      output.append(flag ? 0xf5 : 0xf4)
    case .null:
      output.append(0xf6)
    case .undefined:
      output.append(0xf7)
    case .simple(let simple):
      Self.appendHead(.simpleOrFloat, UInt64(simple.number), to: &output)
    case .float(let float):
      append(float, to: &output)
    }
  }

  private func append(_ map: CBORMap, to output: inout [UInt8]) {
    Self.appendHead(.map, UInt64(map.count), to: &output)
    var encoded = map.entries.map { (key: encode($0.key), value: $0.value) }
    if profile == .ctap2 {
      encoded.sort { Self.ctap2Precedes($0.key[...], $1.key[...]) }
    }
    for (key, value) in encoded {
      output.append(contentsOf: key)
      append(value, to: &output)
    }
  }

  private func append(_ float: CBORFloat, to output: inout [UInt8]) {
    let written = profile == .deterministic ? float.shortest : float
    switch written.width {
    case .half:
      output.append(0xf9)
      Self.appendBigEndian(written.bitPattern, byteCount: 2, to: &output)
    case .single:
      output.append(0xfa)
      Self.appendBigEndian(written.bitPattern, byteCount: 4, to: &output)
    case .double:
      output.append(0xfb)
      Self.appendBigEndian(written.bitPattern, byteCount: 8, to: &output)
    }
  }

  /// Orders keys as in CTAP 2.2 §8: by major type, then by length, then by bytes.
  static func ctap2Precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let leftMajor = (left.first ?? 0) >> 5
    let rightMajor = (right.first ?? 0) >> 5
    if leftMajor != rightMajor { return leftMajor < rightMajor }
    if left.count != right.count { return left.count < right.count }
    return left.lexicographicallyPrecedes(right)
  }

  private static func appendHead(_ major: CBORMajorType, _ argument: UInt64, to output: inout [UInt8]) {
    let top = major.rawValue << 5
    switch argument {
    case 0..<24:
      output.append(top | UInt8(argument))
    case 24...0xff:
      output.append(top | 24)
      appendBigEndian(argument, byteCount: 1, to: &output)
    case 0x100...0xffff:
      output.append(top | 25)
      appendBigEndian(argument, byteCount: 2, to: &output)
    case 0x1_0000...0xffff_ffff:
      output.append(top | 26)
      appendBigEndian(argument, byteCount: 4, to: &output)
    default:
      output.append(top | 27)
      appendBigEndian(argument, byteCount: 8, to: &output)
    }
  }

  private static func appendBigEndian(_ number: UInt64, byteCount: Int, to output: inout [UInt8]) {
    for index in (0..<byteCount).reversed() {
      output.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
    }
  }
}

/// The top three bits of an item's first byte (RFC 8949 §3.1).
enum CBORMajorType: UInt8 {
  case unsigned = 0
  case negative = 1
  case bytes = 2
  case text = 3
  case array = 4
  case map = 5
  case tag = 6
  case simpleOrFloat = 7
}
