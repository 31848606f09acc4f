// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

/// Generates passwords that satisfy a service's rules, uniformly at random.
public struct PasswordGenerator: Sendable {
  /// The length of a password if the rules do not determine it; 20 of 63 characters have 119 bits.
  public static let defaultLength = 20
  /// The maximum length of a generated password, even if the rules allow more.
  public static let maximumLength = 128
  /// The characters of a password if the rules name none: those that most services accept and require.
  public static let defaultCharacters: [PasswordCharacters] = [.upper, .lower, .digit, PasswordCharacters([UInt8(ascii: "-")])]
  /// The number of characters to draw before the rules are considered impossible. The rules are untrusted and could be written to keep the
  /// generator busy. With the rules of real services, at least one in three draws of 20 characters succeeds.
  private static let characterLimit = 500_000

  let rules: PasswordRules

  /// Creates a generator for a service with these rules.
  public init(rules: PasswordRules = PasswordRules()) { self.rules = rules }

  /// Generates a password from all characters that the rules allow, except the space; nil if no password can satisfy them.
  public func generateStrong(using generator: inout some RandomNumberGenerator) -> SharedSecret? {
    let space = PasswordCharacters([0x20])
    return draw(from: (rules.characters ?? .none).subtracting(space), ifUnsaid: Self.defaultCharacters, using: &generator)
  }

  /// Generates a password of letters and digits; nil if no such password can satisfy the rules.
  public func generateAlphanumeric(using generator: inout some RandomNumberGenerator) -> SharedSecret? {
    draw(from: (rules.characters ?? .none).intersection(.alphanumeric), ifUnsaid: [.upper, .lower, .digit], using: &generator)
  }

  /// Draws complete passwords until one satisfies the rules, so that all allowed passwords are equally likely.
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
    let length = min(max(Self.defaultLength, rules.minimumLength ?? 0), rules.maximumLength ?? Self.maximumLength)
    guard !alphabet.isEmpty, length >= max(1, rules.minimumLength ?? 1), length <= Self.maximumLength,
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
          // A prefix that violates this rule cannot become valid, so the rest need not be drawn.
          if run > rules.maximumConsecutive ?? .max { return false }
          bytes[index] = character
        }
        return rules.allows(bytes)
      }
      if isAllowed { return SharedSecret(password) }
    }
    return nil
  }
}

extension PasswordCharacters {
  fileprivate func contains(anyOf characters: [UInt8]) -> Bool { characters.contains(where: contains) }
}
