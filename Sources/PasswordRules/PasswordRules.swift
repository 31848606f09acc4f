// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a service demands of passwords (Apple, "Customizing Password AutoFill rules": the `passwordrules` language).
public struct PasswordRules: Hashable, Sendable {
  /// `allowed`: what may occur beside the required characters; nil when nothing was said.
  public var allowed: PasswordCharacters?
  /// `required`: of each of these sets at least one character.
  public var required: [PasswordCharacters]
  /// `minlength`.
  public var minimumLength: Int?
  /// `maxlength`.
  public var maximumLength: Int?
  /// `max-consecutive`: how often one character may stand in a row.
  public var maximumConsecutive: Int?

  /// Demands what is given, by default nothing.
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

  /// Every character that may occur; nil when nothing was said about characters.
  public var characters: PasswordCharacters? {
    guard allowed != nil || !required.isEmpty else { return nil }
    return required.reduce(allowed ?? .none) { $0.union($1) }
  }

  /// What satisfies both: a password field and the one that repeats it may say different things.
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

  /// Whether a password of printable ASCII keeps the rules.
  public func allow(_ password: some Collection<UInt8>) -> Bool {
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
