// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PasswordRules
import Testing

@Suite("The password rules language")
struct PasswordRulesTests {
  private static func set(_ text: String) -> PasswordCharacters { PasswordCharacters(text.utf8) }

  static let readings: [(String, PasswordRules)] = [
    ("", PasswordRules()),
    (" ;; \n", PasswordRules()),
    ("minlength: 20", PasswordRules(minimumLength: 20)),
    (
      "minlength: 20; required: lower; required: upper; required: digit; required: [-];",
      PasswordRules(required: [.lower, .upper, .digit, set("-")], minimumLength: 20)
    ),
    ("required: upper, lower", PasswordRules(required: [.upper.union(.lower)])),
    ("allowed: upper; allowed: [ab]", PasswordRules(allowed: .upper.union(set("ab")))),
    ("allowed: ascii-printable", PasswordRules(allowed: .printable)),
    ("allowed: unicode", PasswordRules(allowed: .printable)),
    ("required: special", PasswordRules(required: [set(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")])),
    ("REQUIRED: Upper; MinLength: 8", PasswordRules(required: [.upper], minimumLength: 8)),
    ("max-consecutive: 2; max-consecutive: 3", PasswordRules(maximumConsecutive: 2)),
    ("minlength: 8; minlength: 12; maxlength: 30; maxlength: 20", PasswordRules(minimumLength: 12, maximumLength: 20)),
    ("minlength: 0; maxlength: 0", PasswordRules()),
    ("minlength: 99999999999999999999", PasswordRules(minimumLength: 1_000_000)),
    ("allowed: [-a]", PasswordRules(allowed: set("-a"))),
    ("allowed: [a-z]", PasswordRules(allowed: set("az"))),
    ("allowed: [a]]", PasswordRules(allowed: set("a]"))),
    ("allowed: [;:,] ; minlength:\t9", PasswordRules(allowed: set(";:,"), minimumLength: 9)),
    ("allowed: [é€a]", PasswordRules(allowed: set("a"))),
    ("required: []; minlength: 9", PasswordRules(minimumLength: 9)),
    ("allowed: ; required: ;minlength: 9", PasswordRules(minimumLength: 9)),
    ("max-repeat: [;] lower; minlength: 9", PasswordRules(minimumLength: 9)),
  ]

  @Test("is read as Apple's documentation specifies", arguments: readings)
  func reading(text: String, rules: PasswordRules) throws {
    #expect(try PasswordRules(parsing: text) == rules)
  }

  static let faults: [(String, String)] = [
    ("minlength", "propertyExpected"), ("minlength 20", "propertyExpected"), (": 20", "propertyExpected"), ("20", "propertyExpected"),
    ("minlength: many", "valueExpected"), ("minlength: -1", "valueExpected"), ("minlength: 2 0", "separatorExpected"),
    ("required: lower upper", "separatorExpected"), ("required: vowels", "valueExpected"), ("required: lower,", "valueExpected"),
    ("required: (a)", "valueExpected"), ("required: [abc", "setNotClosed"), ("allowed: [", "setNotClosed"), ("x: [", "setNotClosed"),
    (String(repeating: " ", count: 4097), "tooLong"),
  ]

  @Test("is refused with the kind of fault if it is malformed", arguments: faults)
  func refusal(text: String, code: String) {
    #expect { try PasswordRules(parsing: text) } throws: { ($0 as? PasswordRulesError)?.code.description == code }
  }

  @Test("allows a password by its length, its characters, the required ones and the number of repetitions")
  func allowing() throws {
    let rules = try PasswordRules(parsing: "minlength: 4; maxlength: 6; required: digit; allowed: lower; max-consecutive: 2")
    for password in ["ab1c", "1122aa"] { #expect(rules.allows(password.utf8)) }
    for password in ["a1b", "abcdef1", "abcd", "a1bC", "a111"] { #expect(!rules.allows(password.utf8), "\(password)") }
    #expect(PasswordRules().allows("".utf8))
    #expect(!PasswordRules().allows("é".utf8))
  }

  @Test("merges the rules of two fields into rules that satisfy both")
  func merging() throws {
    let one = try PasswordRules(parsing: "minlength: 8; maxlength: 30; required: digit; allowed: lower, upper")
    let other = try PasswordRules(parsing: "minlength: 12; maxlength: 40; required: lower; allowed: digit, [-]")
    let merged = one.merged(with: other)
    #expect(merged.minimumLength == 12 && merged.maximumLength == 30)
    #expect(merged.characters == .lower.union(.digit))
    #expect(merged.required == [.digit, .lower])
    #expect(one.merged(with: PasswordRules()) == one)
    #expect(PasswordRules().merged(with: one) == one)
  }
}
