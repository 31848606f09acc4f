// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Reads a JSON text (RFC 8259) sequentially. Returns the requested values and skips the others, which must be well formed.
///
/// A custom parser, because general ones silently drop duplicate members, so that two programs can read the same text differently. It also
/// takes a small part of a verification's time; a general parser takes as long as checking the signature.
struct JSONReader {
  /// The maximum nesting depth of arrays and objects.
  static let maximumDepth = 15

  /// The text is not JSON, has a duplicate member, or has a value of another type than requested.
  struct Malformed: Error {}

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var depth = 0

  /// Creates a reader at the start of a UTF-8 text.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Throws unless only white space remains.
  mutating func finish() throws(Malformed) {
    skipSpace()
    guard position == bytes.endIndex else { throw Malformed() }
  }

  // MARK: Objects and arrays

  /// Reads an object. `member` is called with each name and reads its value.
  mutating func object(_ member: (_ name: String, _ value: inout JSONReader) throws(Malformed) -> Void) throws(Malformed) {
    var names = MemberNames()
    try members { name, value throws(Malformed) in
      guard names.insert(name) else { throw Malformed() }
      try member(name, &value)
    }
  }

  private mutating func members(_ member: (_ name: String, _ value: inout JSONReader) throws(Malformed) -> Void) throws(Malformed) {
    try elements(between: "{", "}") { reader throws(Malformed) in
      let name = try reader.string()
      reader.skipSpace()
      try reader.expect(":")
      reader.skipSpace()
      try member(name, &reader)
    }
  }

  private mutating func elements(
    between opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ element: (_ reader: inout JSONReader) throws(Malformed) -> Void
  ) throws(Malformed) {
    skipSpace()
    try expect(opening)
    guard depth < Self.maximumDepth else { throw Malformed() }
    depth += 1
    skipSpace()
    if !take(closing) {
      repeat {
        skipSpace()
        try element(&self)
        skipSpace()
      } while take(",")
      try expect(closing)
    }
    depth -= 1
  }

  // MARK: Any value

  /// Skips one value.
  mutating func skipValue() throws(Malformed) {
    switch next {
    // Duplicate members are allowed in values that nobody reads.
    case UInt8(ascii: "{"): try members { _, value throws(Malformed) in try value.skipValue() }
    case UInt8(ascii: "["): try elements(between: "[", "]") { reader throws(Malformed) in try reader.skipValue() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
    case UInt8(ascii: "n"): guard skipNull() else { throw Malformed() }
    default: try skipNumber()
    }
  }

  /// Skips one value and returns its text, for another parser.
  mutating func valueText() throws(Malformed) -> ArraySlice<UInt8> {
    let start = position
    try skipValue()
    return bytes[start..<position]
  }

  /// Skips a number (RFC 8259 §6).
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
    let start = position
    while let digit = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) { position += 1 }
    guard position > start else { throw Malformed() }
  }

  // MARK: Words

  /// Skips `null`, if present.
  mutating func skipNull() -> Bool { take(word: "null") }

  /// Reads a boolean.
  mutating func boolean() throws(Malformed) -> Bool {
    if take(word: "true") { return true }
    if take(word: "false") { return false }
    throw Malformed()
  }

  private mutating func take(word: StaticString) -> Bool {
    let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isThere { position += word.utf8CodeUnitCount }
    return isThere
  }

  // MARK: Strings

  /// Reads a string.
  mutating func string() throws(Malformed) -> String {
    let text = try stringBytes()
    // The common case, and faster than general validation.
    if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
    guard let text = String(validating: text, as: UTF8.self) else { throw Malformed() }
    return text
  }

  /// Reads a string without checking that its bytes are UTF-8, for values with a smaller alphabet (RFC 8259 §7).
  mutating func stringBytes() throws(Malformed) -> ArraySlice<UInt8> {
    try expect("\"")
    // Without an escape, which is the common case, the bytes are the text.
    let start = position
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    if take("\"") { return bytes[start..<(position - 1)] }
    var unescaped = Array(bytes[start..<position])
    while let byte = next, byte >= 0x20 {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return unescaped[...]
      case UInt8(ascii: "\\"): unescaped += try escaped()
      default: unescaped.append(byte)
      }
    }
    throw Malformed()
  }

  /// Returns the UTF-8 bytes of an escape sequence. Throws for half of a surrogate pair.
  private mutating func escaped() throws(Malformed) -> [UInt8] {
    guard let mark = next else { throw Malformed() }
    position += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [mark]
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
    let digits = bytes[position...].prefix(4)
    // `UInt16(_:radix:)` would also accept a sign.
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Malformed() }
    position += 4
    return unit
  }

  // MARK: Characters

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Malformed) {
    guard take(character) else { throw Malformed() }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}

/// The member names of an object so far. A few names are compared one by one, which is faster than hashing.
private struct MemberNames {
  private static let fewCount = 12
  private var few: [String] = []
  private var many: Set<String> = []

  init() {
    few.reserveCapacity(Self.fewCount)
  }

  /// Adds a name; returns false if it is already present.
  mutating func insert(_ name: String) -> Bool {
    if few.contains(name) { return false }
    if few.count < Self.fewCount {
      few.append(name)
      return true
    }
    return many.insert(name).inserted
  }
}
