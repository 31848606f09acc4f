// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory

/// A link's text, split at its delimiters; it finds what the reader of set-up links skips.
struct LinkText {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether the link begins with a scheme, in any case (RFC 3986 §3.1).
  func hasScheme(_ scheme: StaticString) -> Bool {
    scheme.withUTF8Buffer { letters in
      bytes.count > letters.count && bytes[letters.count] == UInt8(ascii: ":")
        && zip(bytes, letters).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
  }

  /// The service in the label of an unusable link; empty if there is none.
  var service: String {
    // otpauth://TYPE/SERVICE:ACCOUNT, and motp://SERVICE:ACCOUNT.
    let text = bytes.prefix { $0 != UInt8(ascii: "?") }
    var label = text.drop { $0 != UInt8(ascii: "/") }.drop { $0 == UInt8(ascii: "/") }
    if hasScheme("otpauth") || hasScheme("apple-otpauth") { label = label.drop { $0 != UInt8(ascii: "/") }.dropFirst() }
    guard label.count <= 1024, let decoded = decoded(label.startIndex..<label.endIndex) else { return "" }
    return decoded.withBytes { String(validating: $0.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self) } ?? ""
  }

  /// The parameters after the question mark, each with its name in lower case and the range of its value.
  var parameters: [(name: String, value: Range<Int>)] {
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    var query = bytes[(mark + 1)...].prefix { $0 != UInt8(ascii: "#") }
    var parameters: [(name: String, value: Range<Int>)] = []
    while !query.isEmpty {
      let pair = query.prefix { $0 != UInt8(ascii: "&") }
      query = query[pair.endIndex...].dropFirst()
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      // A word without an equals sign is not a parameter.
      guard name.endIndex < pair.endIndex else { continue }
      // A link copied from HTML has "amp;" before the name.
      let text = String(decoding: name, as: UTF8.self).lowercased()
      parameters.append((text.hasPrefix("amp;") ? String(text.dropFirst(4)) : text, name.endIndex + 1..<pair.endIndex))
    }
    return parameters
  }

  /// Returns a parameter's value, decoded like a form (URL Standard §5.1); nil for an invalid encoding.
  func decoded(_ range: Range<Int>) -> SharedSecret? {
    var decoded = SecretBytes(byteCount: range.count)
    var count = 0
    let isWhole = decoded.withMutableBytes { target in
      var place = range.lowerBound
      while place < range.upperBound {
        var byte = bytes[place]
        if byte == UInt8(ascii: "+") { byte = 0x20 }
        if byte == UInt8(ascii: "%") {
          guard place + 2 < range.upperBound, let high = Self.digit(bytes[place + 1]), let low = Self.digit(bytes[place + 2]) else {
            return false
          }
          byte = high << 4 | low
          place += 2
        }
        target[count] = byte
        count += 1
        place += 1
      }
      return true
    }
    guard isWhole else { return nil }
    return decoded.withBytes { SharedSecret(copying: $0.prefix(count)) }
  }

  private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }
}
