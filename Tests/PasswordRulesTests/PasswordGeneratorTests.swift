// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PasswordRules
import SecretMemory
import Testing

@Suite("The password generator")
struct PasswordGeneratorTests {
  /// A generator with a known sequence (SplitMix64), so that failures are reproducible.
  struct Course: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static func bytes(_ secret: SharedSecret?) -> [UInt8] { secret?.withBytes { Array($0) } ?? [] }

  static let demands = [
    "", "minlength: 20; required: lower; required: upper; required: digit; required: [-];", "maxlength: 12; required: digit",
    "minlength: 32; maxlength: 64; allowed: ascii-printable", "required: upper; required: lower; required: digit; max-consecutive: 1",
    "minlength: 4; maxlength: 4; allowed: digit", "required: special; required: upper; maxlength: 16", "required: [ ]; allowed: lower",
    "minlength: 70; allowed: lower, [.]", "required: [!]; required: [#]; allowed: lower; maxlength: 10",
  ]

  @Test("makes passwords that follow their rules and have the usual length if the rules allow it", arguments: demands)
  func keeping(text: String) throws {
    let rules = try PasswordRules(parsing: text)
    let maker = PasswordGenerator(rules: rules)
    var course = Course(state: 7)
    for _ in 0..<50 {
      for made in [
        maker.generateStrong(using: &course), maker.generateAlphanumeric(using: &course), maker.generatePassphrase(using: &course),
      ] {
        guard let made else { continue }
        #expect(rules.allows(Self.bytes(made)), "\(String(decoding: Self.bytes(made), as: UTF8.self))")
      }
      guard let strong = maker.generateStrong(using: &course) else {
        // It requires a character that it does not allow.
        #expect(text == "required: [ ]; allowed: lower")
        continue
      }
      #expect(strong.byteCount == min(max(20, rules.minimumLength ?? 0), rules.maximumLength ?? 128))
    }
  }

  @Test("makes one password of each kind without rules: strong with all default characters, alphanumeric, and six words")
  func kinds() {
    var course = Course(state: 1)
    let maker = PasswordGenerator()
    let strong = Self.bytes(maker.generateStrong(using: &course))
    #expect(PasswordGenerator.defaultCharacters.allSatisfy { strong.contains(where: $0.contains) })
    let alphanumeric = Self.bytes(maker.generateAlphanumeric(using: &course))
    #expect(alphanumeric.count == 20 && alphanumeric.allSatisfy(PasswordCharacters.alphanumeric.contains))
    let passphrase = Self.bytes(maker.generatePassphrase(using: &course))
    #expect(passphrase.split(separator: UInt8(ascii: "-")).count == 6)
  }

  @Test("makes a passphrase with capitals and a digit if required, and with another separator if the hyphen is not allowed")
  func passphrase() throws {
    var course = Course(state: 1)
    let rules = try PasswordRules(parsing: "required: upper; required: digit; required: lower; allowed: [.]")
    let text = String(decoding: Self.bytes(PasswordGenerator(rules: rules).generatePassphrase(using: &course)), as: UTF8.self)
    let words = text.split(separator: ".")
    #expect(words.count == 6)
    #expect(words.allSatisfy { $0.first?.isUppercase == true })
    #expect(text.last?.isNumber == true)
  }

  @Test(
    "makes no password for rules that none can satisfy, or only one of spaces",
    arguments: [
      "minlength: 20; maxlength: 10", "minlength: 200", "required: [ ]; maxlength: 8",
      // Only two in 2^128 satisfy these rules, too few to wait for.
      "minlength: 128; allowed: [ab]; max-consecutive: 1", "minlength: 128; allowed: [12]; max-consecutive: 1",
    ])
  func none(text: String) throws {
    let maker = PasswordGenerator(rules: try PasswordRules(parsing: text))
    var course = Course(state: 1)
    #expect(maker.generateStrong(using: &course) == nil)
    #expect(maker.generateAlphanumeric(using: &course) == nil)
  }

  @Test(
    "makes no passphrase without room for six words, a separator or letters",
    arguments: ["maxlength: 40", "allowed: lower", "allowed: digit, [-]"])
  func noPassphrase(text: String) throws {
    var course = Course(state: 1)
    #expect(PasswordGenerator(rules: try PasswordRules(parsing: text)).generatePassphrase(using: &course) == nil)
  }

  @Test("makes every allowed password with the same probability")
  func uniform() throws {
    // Of the 27 words over a, b, c of length 3, these have an a and no doubled letter: aba, abc, aca, acb, bab, bac, bca, cab, cac, cba.
    let rules = try PasswordRules(parsing: "minlength: 3; maxlength: 3; required: [a]; allowed: [abc]; max-consecutive: 1")
    let maker = PasswordGenerator(rules: rules)
    var course = Course(state: 99)
    var counts: [[UInt8]: Int] = [:]
    let draws = 10_000
    for _ in 0..<draws { counts[Self.bytes(maker.generateStrong(using: &course)), default: 0] += 1 }
    #expect(counts.count == 10)
    // Chi-square with 9 degrees of freedom: one sequence in a thousand exceeds 27.9.
    let expected = Double(draws) / 10
    let distance = counts.values.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    #expect(distance < 27.9)
  }
}
