// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set-up URL cut at its delimiters, nothing decoded yet: `scheme://type/label?query`.
struct SetupURLParts {
  enum Kind: String {
    case totp, hotp, steam
  }

  let scheme: SetupURL.Scheme
  let type: Kind
  let label: Slice<UnsafeRawBufferPointer>
  let query: Slice<UnsafeRawBufferPointer>

  init(_ utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    guard utf8.count <= SetupURL.longestByteCount else { throw OneTimeCodesError(.tooLong) }
    let text = utf8.trimmingWhitespace()
    // 1. Scheme, up to the first colon, which two slashes follow.
    let schemeName = text.prefix { $0 != UInt8(ascii: ":") }
    guard let scheme = SetupURL.Scheme(rawValue: schemeName.lowercasedText), text[schemeName.endIndex...].starts(with: "://".utf8) else {
      throw OneTimeCodesError(.notASetupURL)
    }
    let afterScheme = text[schemeName.endIndex...].dropFirst(3)
    // 2. Type, up to the label's slash or the query's question mark.
    let typeName = afterScheme.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard let type = Kind(rawValue: typeName.lowercasedText), scheme == .otpauth || type == .totp else {
      throw OneTimeCodesError(.unknownType)
    }
    // 3. Label, up to the question mark. A number sign in it belongs to it: services write account names like that.
    let path = afterScheme[typeName.endIndex...].prefix { $0 != UInt8(ascii: "?") }
    // 4. Query, up to a number sign.
    let query = afterScheme[path.endIndex...].dropFirst().prefix { $0 != UInt8(ascii: "#") }
    self.scheme = scheme
    self.type = type
    self.label = path.dropFirst()
    self.query = query
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func trimmingWhitespace() -> Slice<UnsafeRawBufferPointer> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let front = drop(while: isSpace)
    return front.dropLast(front.reversed().prefix(while: isSpace).count)
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// ASCII letters folded; enough for scheme and type, which hold nothing else when they are right.
  fileprivate var lowercasedText: String { String(decoding: self, as: UTF8.self).lowercased() }
}
