// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A URL of this module cut at its delimiters, nothing decoded yet: `scheme://authority/path?query`.
struct SetupURLParts {
  let scheme: TextPart
  let authority: TextPart
  /// What follows the slash after the authority; empty without one.
  let path: TextPart
  let query: TextPart

  /// Cuts a text; `nil` when no scheme with two slashes begins it. Space around the text does not count.
  init?(_ utf8: UnsafeRawBufferPointer) {
    let text = utf8.trimmingWhitespace()
    // 1. Scheme, up to the first colon, which two slashes follow.
    scheme = text.prefix { $0 != UInt8(ascii: ":") }
    guard text[scheme.endIndex...].starts(with: "://".utf8) else { return nil }
    let afterScheme = text[scheme.endIndex...].dropFirst(3)
    // 2. Authority, up to the path's slash or the query's question mark.
    authority = afterScheme.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    // 3. Path, up to the question mark. A number sign in it belongs to it: services write account names like that.
    let rest = afterScheme[authority.endIndex...]
    let slashAndPath = rest.prefix { $0 != UInt8(ascii: "?") }
    path = slashAndPath.dropFirst()
    // 4. Query, up to a number sign.
    query = rest[slashAndPath.endIndex...].dropFirst().prefix { $0 != UInt8(ascii: "#") }
  }
}

extension UnsafeRawBufferPointer {
  /// The text without the space around it that comes from copying.
  func trimmingWhitespace() -> TextPart {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
