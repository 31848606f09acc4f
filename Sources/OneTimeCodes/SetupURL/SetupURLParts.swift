// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set-up URL split at its delimiters, with nothing decoded yet: `scheme://authority/path?query`.
struct SetupURLParts {
  let scheme: TextPart
  let authority: TextPart
  /// The text after the authority's slash; empty if there is no slash.
  let path: TextPart
  let query: TextPart

  /// Splits a text, ignoring surrounding white space. Returns `nil` unless the text starts with a scheme followed by two slashes.
  init?(_ utf8: UnsafeRawBufferPointer) {
    let text = utf8.trimmingWhitespace()
    // 1. Scheme, up to the first colon, which must be followed by two slashes.
    scheme = text.prefix { $0 != UInt8(ascii: ":") }
    guard text[scheme.endIndex...].starts(with: "://".utf8) else { return nil }
    let afterScheme = text[scheme.endIndex...].dropFirst(3)
    // 2. Authority, up to the path's slash or the query's question mark.
    authority = afterScheme.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    // 3. Path, up to the question mark. It may contain a number sign: services write account names that way.
    let rest = afterScheme[authority.endIndex...]
    let slashAndPath = rest.prefix { $0 != UInt8(ascii: "?") }
    path = slashAndPath.dropFirst()
    // 4. Query, up to a number sign.
    query = rest[slashAndPath.endIndex...].dropFirst().prefix { $0 != UInt8(ascii: "#") }
  }
}

extension UnsafeRawBufferPointer {
  /// The text without the surrounding white space that copying adds.
  func trimmingWhitespace() -> TextPart {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
