// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Base64 (RFC 4648 §4, §5) to and from locked memory, as migration URLs use it.
enum SecretBase64 {
  /// Decodes Base64 in the standard or the URL-safe alphabet.
  ///
  /// A space counts as `+`, because query parsers replace `+` with a space. Line breaks and tabs are ignored. Padding is optional but must
  /// be correct. Bits beyond the last byte must be zero; otherwise the text was cut off.
  ///
  /// - Throws: `dataNotBase64` with the position and character, `missingData` if there are no characters, or `invalidPercentEncoding`.
  static func decode(_ encoded: PercentDecoder) throws(OneTimeCodesError) -> SecretBytes {
    let symbolCount = try countSymbols(encoded)
    guard symbolCount > 0 else { throw OneTimeCodesError(.missingData, parameter: "data") }
    guard symbolCount % 4 != 1 else { throw OneTimeCodesError(.dataNotBase64, parameter: "data") }
    var bytes = SecretBytes(byteCount: symbolCount * 6 / 8)
    let unused = try bytes.withMutableBytes { (output) throws(OneTimeCodesError) -> UInt32 in
      var rest = encoded
      var pending: UInt32 = 0
      var pendingBits: UInt32 = 0
      var written = 0
      while let byte = try rest.next() {
        guard let value = value(of: byte) else { continue }
        pending = pending << 6 | UInt32(value)
        pendingBits += 6
        if pendingBits >= 8 {
          pendingBits -= 8
          output[written] = UInt8(truncatingIfNeeded: pending >> pendingBits)
          written += 1
        }
      }
      return pending & (1 << pendingBits - 1)
    }
    guard unused == 0 else { throw OneTimeCodesError(.dataNotBase64, parameter: "data") }
    return bytes
  }

  /// Encodes bytes in the standard alphabet with padding, with `+` and `=` percent-encoded so that query parsers leave them unchanged.
  static func encode(_ bytes: UnsafeRawBufferPointer, after prefix: StaticString) -> SharedSecret {
    var text = SecretBytes(byteCount: prefix.utf8CodeUnitCount + (bytes.count + 2) / 3 * 12)
    let count = text.withMutableBytes { output in
      var written = 0
      func append(_ byte: UInt8) {
        output[written] = byte
        written += 1
      }
      func append(symbol value: UInt32) {
        switch UInt8(truncatingIfNeeded: value & 0x3F) {
        case let value where value < 26: append(UInt8(ascii: "A") + value)
        case let value where value < 52: append(UInt8(ascii: "a") + value - 26)
        case let value where value < 62: append(UInt8(ascii: "0") + value - 52)
        case 62: "%2B".utf8.forEach(append)
        default: "%2F".utf8.forEach(append)
        }
      }
      prefix.withUTF8Buffer { $0.forEach(append) }
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        var value: UInt32 = 0
        for offset in 0..<3 { value = value << 8 | (offset < group.count ? UInt32(group[start + offset]) : 0) }
        append(symbol: value >> 18)
        append(symbol: value >> 12)
        if group.count > 1 { append(symbol: value >> 6) } else { "%3D".utf8.forEach(append) }
        if group.count > 2 { append(symbol: value) } else { "%3D".utf8.forEach(append) }
      }
      return written
    }
    return SharedSecret(text.prefix(count))
  }

  private static func countSymbols(_ encoded: PercentDecoder) throws(OneTimeCodesError) -> Int {
    var rest = encoded
    var count = 0
    var padding = 0
    while let byte = try rest.next() {
      switch byte {
      case _ where value(of: byte) != nil && padding == 0: count += 1
      case UInt8(ascii: "=") where count % 4 > 1 && padding < 4 - count % 4: padding += 1
      case 0x09, 0x0A, 0x0D: break
      default: throw rest.fault(.dataNotBase64, character: Character(try rest.scalar(startingWith: byte)))
      }
    }
    return count
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: " "): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

extension SecretBytes {
  /// Returns a secret that contains only the first `count` bytes.
  fileprivate consuming func prefix(_ count: Int) -> SecretBytes {
    if count == byteCount { return self }
    return withBytes { SecretBytes(copying: $0.prefix(count)) }
  }
}
