// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

/// Makes new passwords that keep a service's rules, each as likely as any other of its kind.
public struct PasswordGenerator: Sendable {
  /// How long a password is where the rules leave it open; 20 of 63 characters are 119 bits.
  public static let usualLength = 20
  /// How long a password may get, however long the rules allow it to be.
  public static let longest = 128
  /// What a password is made of where the rules name no characters: what most services take and demand.
  public static let usual: [PasswordCharacters] = [.upper, .lower, .digit, PasswordCharacters([UInt8(ascii: "-")])]
  /// How many characters are drawn before the rules are taken for impossible: a stranger wrote them, and may want to keep us busy. Rules
  /// of sensible services let one in three draws of 20 characters pass, or more.
  private static let characterLimit = 500_000

  let rules: PasswordRules

  /// Makes passwords for a service with these rules.
  public init(rules: PasswordRules = PasswordRules()) { self.rules = rules }

  /// Makes a password of everything that the rules allow but the space; nil when none can keep them.
  public func strong(using generator: inout some RandomNumberGenerator) -> SharedSecret? {
    let space = PasswordCharacters([0x20])
    return draw(from: (rules.characters ?? .none).subtracting(space), ifUnsaid: Self.usual, using: &generator)
  }

  /// Makes a password of letters and digits; nil when none can keep the rules.
  public func alphanumeric(using generator: inout some RandomNumberGenerator) -> SharedSecret? {
    draw(from: (rules.characters ?? .none).intersection(.alphanumeric), ifUnsaid: [.upper, .lower, .digit], using: &generator)
  }

  /// Draws whole passwords until one keeps the rules, so that no allowed one is likelier than another.
  private func draw(
    from allowed: PasswordCharacters, ifUnsaid usual: [PasswordCharacters], using generator: inout some RandomNumberGenerator
  ) -> SharedSecret? {
    var rules = rules
    var characters = allowed
    if rules.characters == nil {
      rules.required = usual
      characters = usual.reduce(.none) { $0.union($1) }
    }
    let alphabet = characters.characters
    let length = min(max(Self.usualLength, rules.minimumLength ?? 0), rules.maximumLength ?? Self.longest)
    guard !alphabet.isEmpty, length >= max(1, rules.minimumLength ?? 1), length <= Self.longest,
      rules.required.allSatisfy({ $0.contains(anyOf: alphabet) })
    else { return nil }
    var password = SecretBytes(byteCount: length)
    var left = Self.characterLimit
    while left > 0 {
      let isAllowed = password.withMutableBytes { bytes in
        var run = 0
        for index in bytes.indices {
          let character = alphabet[Int.random(in: alphabet.indices, using: &generator)]
          left -= 1
          run = index > bytes.startIndex && bytes[index - 1] == character ? run + 1 : 1
          // A beginning that breaks the rule has no allowed ending; the rest need not be drawn.
          if run > rules.maximumConsecutive ?? .max { return false }
          bytes[index] = character
        }
        return rules.allow(bytes)
      }
      if isAllowed { return SharedSecret(password) }
    }
    return nil
  }
}

extension PasswordCharacters {
  fileprivate func contains(anyOf characters: [UInt8]) -> Bool { characters.contains(where: contains) }
}
