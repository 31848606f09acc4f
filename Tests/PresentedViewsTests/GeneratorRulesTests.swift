// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import SecretMemory
import Testing

@Suite("The rules for generated passwords")
struct GeneratorRulesTests {
  private func text(_ rules: GeneratorRules) -> String {
    var random = SystemRandomNumberGenerator()
    return rules.makePassword(using: &random).withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test("give passwords of the chosen length, with a character of each chosen kind and of no other", arguments: [8, 9, 20, 64])
  func passwords(length: Int) {
    for _ in 0..<50 {
      let all = text(GeneratorRules(length: length, kinds: Set(GeneratorRules.Kind.allCases)))
      #expect(all.count == length)
      #expect(all.contains { $0.isLowercase } && all.contains { $0.isUppercase } && all.contains { $0.isNumber })
      #expect(all.contains { "-_.!?+*=@#%&".contains($0) })
      let digits = text(GeneratorRules(length: length, kinds: [.digits]))
      #expect(digits.allSatisfy { $0.isNumber })
    }
  }

  @Test("are read as they were stored")
  func kept() {
    for rules in [GeneratorRules.usual, GeneratorRules(length: 64, kinds: [.lower]), GeneratorRules(length: 8, kinds: [.upper, .digits])] {
      #expect(GeneratorRules(decoding: rules.encoded) == rules)
    }
  }

  @Test(
    "fall back to the defaults where a damaged file cannot be read",
    arguments: ["", "length\nkinds", "length many\nkinds hearts", "\u{0}\u{1}"])
  func damaged(file: String) { #expect(GeneratorRules(decoding: Array(file.utf8)) == .usual) }

  @Test("keep the length within bounds")
  func bounds() {
    #expect(GeneratorRules(length: 1, kinds: []).length == 8)
    #expect(GeneratorRules(decoding: Array("length 9999999\n".utf8)).length == 64)
  }
}
