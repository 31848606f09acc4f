// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import PasswordRules
import SecretMemory

/// A page's password rules are read within bounds, and every password generated for them follows them.
@main enum FuzzPasswordRules {
  static func main() {
    FuzzDriver.run { data, count in
      let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
      guard let rules = try? PasswordRules(parsing: text) else { return 0 }
      FuzzPasswordRules.check(rules)
      // A faulty property after good ones makes the whole text faulty. A good one never does.
      if let stricter = try? PasswordRules(parsing: text + ";maxlength: 24") {
        FuzzDriver.require(stricter.maximumLength ?? 0 <= 24, "the strictest length holds")
        FuzzPasswordRules.check(stricter)
      } else if text.utf8.count + 14 <= PasswordRules.maximumByteCount {
        fatalError("fuzzing: what can be read can be added to")
      }
      return 0
    }
  }

  private static func check(_ rules: PasswordRules) {
    FuzzDriver.require(rules.required.allSatisfy { !$0.isEmpty }, "nothing empty is required")
    FuzzDriver.require(rules.merged(with: PasswordRules()) == rules, "no rules add nothing")
    // Rules with many requirements and little room are rarely met by chance, and would take the time of many inputs.
    guard rules.required.count <= 3, rules.maximumLength ?? 128 >= 8, rules.required.allSatisfy({ $0.count >= 8 }) else { return }
    var generator = SystemRandomNumberGenerator()
    let maker = PasswordGenerator(rules: rules)
    for made in [
      maker.generateStrong(using: &generator), maker.generateAlphanumeric(using: &generator), maker.generatePassphrase(using: &generator),
    ] {
      guard let made else { continue }
      // The planted fault: treats rules as followed although one of them was not checked.
      if FuzzDriver.plantsFault, rules.maximumConsecutive == 1, rules.required.count == 1 { fatalError("fuzzing: planted") }
      FuzzDriver.require(made.withBytes { rules.allows($0) }, "a password keeps the rules that it was made for")
    }
  }
}
