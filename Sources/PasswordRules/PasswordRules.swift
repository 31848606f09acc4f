// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A service's requirements on passwords (Apple, "Customizing Password AutoFill rules": the `passwordrules` language).
public struct PasswordRules: Hashable, Sendable {
  /// `allowed`: the characters allowed besides the required ones; nil if not specified.
  public var allowed: PasswordCharacters?
  /// `required`: sets from each of which at least one character is required.
  public var required: [PasswordCharacters]
  /// `minlength`.
  public var minimumLength: Int?
  /// `maxlength`.
  public var maximumLength: Int?
  /// `max-consecutive`: the maximum length of a run of the same character.
  public var maximumConsecutive: Int?

  /// Creates rules; by default, none.
  public init(
    allowed: PasswordCharacters? = nil, required: [PasswordCharacters] = [], minimumLength: Int? = nil, maximumLength: Int? = nil,
    maximumConsecutive: Int? = nil
  ) {
    self.allowed = allowed
    self.required = required
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.maximumConsecutive = maximumConsecutive
  }

  /// All characters that may occur; nil if the rules do not mention characters.
  public var characters: PasswordCharacters? {
    guard allowed != nil || !required.isEmpty else { return nil }
    return required.reduce(allowed ?? .none) { $0.union($1) }
  }

  /// Returns the combination of both rule sets, for a password field and its confirmation field that differ.
  public func merged(with other: PasswordRules) -> PasswordRules {
    var merged = PasswordRules(
      minimumLength: [minimumLength, other.minimumLength].compactMap(\.self).max(),
      maximumLength: [maximumLength, other.maximumLength].compactMap(\.self).min(),
      maximumConsecutive: [maximumConsecutive, other.maximumConsecutive].compactMap(\.self).min())
    guard let own = characters, let others = other.characters else {
      merged.allowed = allowed ?? other.allowed
      merged.required = required + other.required
      return merged
    }
    let both = own.intersection(others)
    merged.allowed = both
    merged.required = (required + other.required).map(both.intersection)
    return merged
  }

  /// Returns whether a password of printable ASCII satisfies the rules.
  public func allows(_ password: some Collection<UInt8>) -> Bool {
    guard password.count >= minimumLength ?? 0, password.count <= maximumLength ?? .max,
      password.allSatisfy((characters ?? .printable).contains), required.allSatisfy({ password.contains(where: $0.contains) })
    else { return false }
    guard let maximumConsecutive else { return true }
    var run = 0
    var last: UInt8?
    for character in password {
      run = character == last ? run + 1 : 1
      last = character
      if run > maximumConsecutive { return false }
    }
    return true
  }
}
