// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Reads client data: one JSON object (RFC 8259), of which five members count and all must be well formed.
///
/// An own reader, because a general one drops a member that is there twice, and then two programs can read one signed text in two ways.
/// It also costs a small part of a verification, where a general one costs a quarter.
struct ClientDataReader {
  /// How deep arrays and objects may lie in each other.
  static let maximumDepth = 16

  /// Text that is no JSON, or has a member twice or in another type than the specification says.
  struct Malformed: Error {}

  private(set) var type: String?
  private(set) var challenge: String?
  private(set) var origin: String?
  private(set) var crossOrigin: Bool?
  private(set) var topOrigin: String?

  private var rest: ArraySlice<UInt8>

  /// Reads the object, which must be all of the bytes but for white space.
  init(_ bytes: ArraySlice<UInt8>) throws(Malformed) {
    rest = bytes
    var names: Set<String> = []
    skipSpace()
    try expect("{")
    if !skip("}") {
      repeat {
        skipSpace()
        let name = try string()
        guard names.insert(name).inserted else { throw Malformed() }
        try colon()
        try member(name)
        skipSpace()
      } while skip(",")
      try expect("}")
    }
    skipSpace()
    guard rest.isEmpty else { throw Malformed() }
  }

  private mutating func member(_ name: String) throws(Malformed) {
    switch name {
    case "type": type = try string()
    case "challenge": challenge = try string()
    case "origin": origin = try string()
    // An optional member that is null is read as one that is not there, as a dictionary's would be.
    case "crossOrigin": crossOrigin = skipWord("null") ? nil : try boolean()
    case "topOrigin": topOrigin = skipWord("null") ? nil : try string()
    default: try skipValue(depth: 1)
    }
  }

  private mutating func boolean() throws(Malformed) -> Bool {
    if skipWord("true") { return true }
    if skipWord("false") { return false }
    throw Malformed()
  }

  // MARK: Values that do not count

  private mutating func skipValue(depth: Int) throws(Malformed) {
    guard depth < Self.maximumDepth, let first = rest.first else { throw Malformed() }
    switch first {
    case UInt8(ascii: "{"): try skipObject(depth: depth)
    case UInt8(ascii: "["): try skipArray(depth: depth)
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    default:
      for word: StaticString in ["true", "false", "null"] where skipWord(word) { return }
      throw Malformed()
    }
  }

  private mutating func skipObject(depth: Int) throws(Malformed) {
    try expect("{")
    if skip("}") { return }
    repeat {
      skipSpace()
      _ = try string()
      try colon()
      try skipValue(depth: depth + 1)
      skipSpace()
    } while skip(",")
    try expect("}")
  }

  private mutating func skipArray(depth: Int) throws(Malformed) {
    try expect("[")
    if skip("]") { return }
    repeat {
      skipSpace()
      try skipValue(depth: depth + 1)
      skipSpace()
    } while skip(",")
    try expect("]")
  }

  /// RFC 8259 §6.
  private mutating func skipNumber() throws(Malformed) {
    _ = take("-")
    if !take("0") { try skipDigits() }
    if take(".") { try skipDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(Malformed) {
    let count = rest.count
    rest = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard rest.count < count else { throw Malformed() }
  }

  // MARK: Strings

  /// RFC 8259 §7.
  private mutating func string() throws(Malformed) -> String {
    guard take("\"") else { throw Malformed() }
    // Without an escape, which is the rule, the bytes are the text.
    guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else { throw Malformed() }
    if rest[end] == UInt8(ascii: "\"") {
      defer { rest = rest[(end + 1)...] }
      guard let text = String(validating: rest[..<end], as: UTF8.self) else { throw Malformed() }
      return text
    }
    var bytes = Array(rest[..<end])
    rest = rest[end...]
    while let byte = rest.popFirst(), byte >= 0x20 {
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed() }
        return text
      case UInt8(ascii: "\\"): bytes += try escaped()
      default: bytes.append(byte)
      }
    }
    throw Malformed()
  }

  /// What an escape stands for, in UTF-8; half of a surrogate pair stands for nothing.
  private mutating func escaped() throws(Malformed) -> [UInt8] {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): return [UInt8(ascii: "\"")]
    case UInt8(ascii: "\\"): return [UInt8(ascii: "\\")]
    case UInt8(ascii: "/"): return [UInt8(ascii: "/")]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]) {
        guard take("\\"), take("u") else { throw Malformed() }
        units.append(try unit())
      }
      guard let text = String(validating: units, as: UTF16.self) else { throw Malformed() }
      return Array(text.utf8)
    default: throw Malformed()
    }
  }

  private mutating func unit() throws(Malformed) -> UInt16 {
    let digits = rest.prefix(4)
    // The number reader would take a sign as well.
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Malformed() }
    rest = rest.dropFirst(4)
    return unit
  }

  // MARK: Marks between values

  private mutating func colon() throws(Malformed) {
    skipSpace()
    try expect(":")
    skipSpace()
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Malformed) {
    guard take(character) else { throw Malformed() }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    return take(character)
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    let letters = Array("\(word)".utf8)
    guard rest.starts(with: letters) else { return false }
    rest = rest.dropFirst(letters.count)
    return true
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
