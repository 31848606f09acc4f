// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not one of rules.
public struct PasswordRulesError: Error, Hashable, Sendable {
  /// The kinds of fault; new kinds may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The text is longer than any rules need.
    public static let tooLong = Code("tooLong")
    /// A property has no name, or no colon after it.
    public static let propertyExpected = Code("propertyExpected")
    /// A value is missing where there must be one, or is none of the language's.
    public static let valueExpected = Code("valueExpected")
    /// A set in brackets has no end.
    public static let setNotClosed = Code("setNotClosed")
    /// Something stands between a value and the next semicolon.
    public static let separatorExpected = Code("separatorExpected")
  }

  /// The kind of fault.
  public let code: Code
  /// The place of it in the text's bytes.
  public let position: Int
}

extension PasswordRules {
  /// The most bytes of rules.
  public static let byteLimit = 4096

  /// Reads rules such as `minlength: 20; required: lower; required: upper; allowed: [-_.];`.
  ///
  /// The names are read in either case. A property without a value, a zero and a property of another version are passed over; of several
  /// lengths the strictest holds; `unicode` is taken as `ascii-printable`. As Apple's reader has it, a set's hyphen stands first and
  /// its closing bracket last, and a hyphen elsewhere is no member.
  ///
  /// - Throws: The first fault; whoever reads a stranger's text then has no rules of it.
  public init(parsing text: some StringProtocol) throws(PasswordRulesError) {
    let bytes = Array(text.utf8.prefix(Self.byteLimit + 1))
    guard bytes.count <= Self.byteLimit else { throw PasswordRulesError(code: .tooLong, position: Self.byteLimit) }
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

/// Takes the rules' text apart; nothing is read twice.
private struct PasswordRulesReader {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  var isAtEnd: Bool { position == bytes.count }

  /// Whether a property is over here.
  var isAtSeparator: Bool { isAtEnd || next == UInt8(ascii: ";") }

  func fault(_ code: PasswordRulesError.Code) -> PasswordRulesError { PasswordRulesError(code: code, position: position) }

  /// Space, tab, line feed, form feed, carriage return.
  mutating func skipSpace() { while let byte = next, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) { position += 1 } }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// A name in lower case; nil when none begins here.
  mutating func name() -> String? {
    let start = position
    while let byte = next, byte == UInt8(ascii: "-") || Self.isLetter(byte) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
  }

  /// A number; one that no password reaches is as good as any greater one.
  mutating func number() throws(PasswordRulesError) -> Int {
    var value: Int?
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      value = min((value ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
      position += 1
    }
    guard let value else { throw fault(.valueExpected) }
    return value
  }

  /// The characters of a list of sets.
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
        // The bracket that closes a set may be the second of two, of which the first is a member.
        guard next == UInt8(ascii: "]") else { return PasswordCharacters(members) }
        members.append(byte)
      case UInt8(ascii: "-") where position - 1 > first: continue
      default: members.append(byte)
      }
    }
    throw PasswordRulesError(code: .setNotClosed, position: start)
  }

  /// Passes over the value of a property that another version knows; what stands in brackets is no separator.
  mutating func skipValue() throws(PasswordRulesError) {
    while !isAtSeparator {
      if next == UInt8(ascii: "[") { _ = try custom() } else { position += 1 }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
