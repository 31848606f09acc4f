// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not a set of rules.
public struct PasswordRulesError: Error, Hashable, Sendable {
  /// The kinds of error. New ones may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The text is longer than ``PasswordRules/maximumByteCount``.
    public static let tooLong = Code("tooLong")
    /// A property has no name, or no colon follows it.
    public static let propertyExpected = Code("propertyExpected")
    /// A required value is missing or not part of the language.
    public static let valueExpected = Code("valueExpected")
    /// A set in brackets is not closed.
    public static let setNotClosed = Code("setNotClosed")
    /// Unexpected text between a value and the next semicolon.
    public static let separatorExpected = Code("separatorExpected")
  }

  /// The kind of error.
  public let code: Code
  /// The position of the error in the text, in bytes.
  public let position: Int
}

extension PasswordRules {
  /// The maximum length of a text of rules, in bytes.
  public static let maximumByteCount = 4096

  /// Reads rules such as `minlength: 20; required: lower; required: upper; allowed: [-_.];`.
  ///
  /// Names are case-insensitive. A property without a value, a zero, and unknown properties are ignored; of several lengths the strictest
  /// applies; `unicode` is treated as `ascii-printable`. As in Apple's parser, a hyphen belongs to a set only if it is first, and a closing
  /// bracket only if it is last.
  ///
  /// - Throws: The first error. Treat an invalid text from an untrusted source as if there were no rules.
  public init(parsing text: some StringProtocol) throws(PasswordRulesError) {
    let bytes = Array(text.utf8.prefix(Self.maximumByteCount + 1))
    guard bytes.count <= Self.maximumByteCount else { throw PasswordRulesError(code: .tooLong, position: Self.maximumByteCount) }
    var reader = PasswordRulesReader(bytes: bytes)
    self.init()
    while true {
      reader.skipSpace()
      if reader.take(UInt8(ascii: ";")) { continue }
      guard let name = reader.name() else {
        if reader.isAtEnd { return }
        throw reader.fault(.propertyExpected)
      }
      reader.skipSpace()
      guard reader.take(UInt8(ascii: ":")) else { throw reader.fault(.propertyExpected) }
      reader.skipSpace()
      if !reader.isAtSeparator {
        switch name {
        case "allowed":
          let characters = try reader.characters()
          allowed = (allowed ?? .none).union(characters)
        case "required":
          let characters = try reader.characters()
          if !characters.isEmpty { required.append(characters) }
        case "minlength": minimumLength = Self.strictest(minimumLength, try reader.number(), max)
        case "maxlength": maximumLength = Self.strictest(maximumLength, try reader.number(), min)
        case "max-consecutive": maximumConsecutive = Self.strictest(maximumConsecutive, try reader.number(), min)
        default: try reader.skipValue()
        }
      }
      reader.skipSpace()
      guard reader.isAtSeparator else { throw reader.fault(.separatorExpected) }
    }
  }

  private static func strictest(_ old: Int?, _ new: Int, _ choose: (Int, Int) -> Int) -> Int? {
    if new == 0 { return old }
    return old.map { choose($0, new) } ?? new
  }
}

/// Parses the text of rules in a single pass.
private struct PasswordRulesReader {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  var isAtEnd: Bool { position == bytes.count }

  /// Whether a property ends here.
  var isAtSeparator: Bool { isAtEnd || next == UInt8(ascii: ";") }

  func fault(_ code: PasswordRulesError.Code) -> PasswordRulesError { PasswordRulesError(code: code, position: position) }

  /// Skips space, tab, line feed, form feed and carriage return.
  mutating func skipSpace() { while let byte = next, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) { position += 1 } }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Reads a name in lower case; nil if no name begins here.
  mutating func name() -> String? {
    let start = position
    while let byte = next, byte == UInt8(ascii: "-") || Self.isLetter(byte) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
  }

  /// Reads a number. Numbers beyond any password's length are capped.
  mutating func number() throws(PasswordRulesError) -> Int {
    var value: Int?
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      value = min((value ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
      position += 1
    }
    guard let value else { throw fault(.valueExpected) }
    return value
  }

  /// Reads the characters of a list of sets.
  mutating func characters() throws(PasswordRulesError) -> PasswordCharacters {
    var characters = PasswordCharacters.none
    repeat {
      skipSpace()
      characters = characters.union(next == UInt8(ascii: "[") ? try custom() : try named())
      skipSpace()
    } while take(UInt8(ascii: ","))
    return characters
  }

  private mutating func named() throws(PasswordRulesError) -> PasswordCharacters {
    let start = position
    switch name() {
    case "upper": return .upper
    case "lower": return .lower
    case "digit": return .digit
    case "special": return .special
    case "ascii-printable", "unicode": return .printable
    default: throw PasswordRulesError(code: .valueExpected, position: start)
    }
  }

  private mutating func custom() throws(PasswordRulesError) -> PasswordCharacters {
    let start = position
    position += 1
    var members: [UInt8] = []
    let first = position
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "]"):
        // If two closing brackets follow each other, the first one is a member of the set.
        guard next == UInt8(ascii: "]") else { return PasswordCharacters(members) }
        members.append(byte)
      case UInt8(ascii: "-") where position - 1 > first: continue
      default: members.append(byte)
      }
    }
    throw PasswordRulesError(code: .setNotClosed, position: start)
  }

  /// Skips the value of an unknown property. A semicolon in brackets is not a separator.
  mutating func skipValue() throws(PasswordRulesError) {
    while !isAtSeparator {
      if next == UInt8(ascii: "[") { _ = try custom() } else { position += 1 }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
