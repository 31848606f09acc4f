// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPublicSuffix

/// Converts Unicode domain names to A-labels: lower case, normal form KC, then Punycode (RFC 3492).
///
/// This covers the names that users type and browsers send. UTS #46 maps and forbids a few more characters.
enum DomainNameEncoding {
  /// Returns the ASCII form of a domain name, or nil if a label has none.
  static func ascii(_ name: String) -> String? {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    guard let normal = normalised(name) else { return nil }
    var labels: [String] = []
    for label in normal.split(omittingEmptySubsequences: false, whereSeparator: { ".\u{3002}\u{ff0e}\u{ff61}".contains($0) }) {
      if label.utf8.allSatisfy({ $0 < 0x80 }) {
        labels.append(String(label))
      } else {
        guard label.unicodeScalars.allSatisfy({ $0.value < 0x80 || $0.properties.isIDContinue || $0.value == 0xb7 }),
          let encoded = punycode(label)
        else { return nil }
        labels.append("xn--" + encoded)
      }
    }
    return labels.joined(separator: ".")
  }

  /// Returns the name in lower case and normal form KC, or nil if libpsl was built without support for it.
  ///
  /// The name is lower-cased first without regard to context, because the library knows the final form of the Greek sigma but browsers do
  /// not use it; and once more afterwards, because some compatibility forms of capitals have no lower-case form.
  private static func normalised(_ name: String) -> String? {
    // No domain name contains a zero byte, which the library would take for the end.
    guard !name.utf8.contains(0) else { return nil }
    var normal: UnsafeMutablePointer<CChar>?
    guard psl_str_to_utf8lower(name.lowercased(), "utf-8", nil, &normal) == PSL_SUCCESS, let normal else { return nil }
    defer { psl_free_string(normal) }
    return String(validatingCString: normal)?.lowercased()
  }

  /// RFC 3492 §6.3, with the parameters of its section 5.
  private static func punycode(_ label: Substring) -> String? {
    let scalars = label.unicodeScalars.map(\.value)
    guard scalars.count <= 63 else { return nil }
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var current: UInt32 = 128
    var delta: UInt32 = 0
    var bias: UInt32 = 72
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= current }).min() else { return nil }
      delta += (next - current) * UInt32(handled + 1)
      current = next
      for scalar in scalars {
        if scalar < current { delta += 1 }
        guard scalar == current else { continue }
        var rest = delta
        var step: UInt32 = 36
        while true {
          let threshold = step <= bias ? 1 : min(26, step - bias)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          step += 36
        }
        output.append(digit(rest))
        bias = adapted(delta: delta, count: UInt32(handled + 1), isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      current += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }

  private static func adapted(delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var step: UInt32 = 0
    while delta > 455 {
      delta /= 35
      step += 36
    }
    return step + 36 * delta / (delta + 38)
  }
}
