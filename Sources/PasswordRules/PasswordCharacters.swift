// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set of printable ASCII characters, the only ones that password rules refer to.
public struct PasswordCharacters: Hashable, Sendable {
  /// Bit n represents the character with the code n + 32.
  private var bits: UInt128

  private init(bits: UInt128) { self.bits = bits }

  /// No characters.
  public static let none = PasswordCharacters(bits: 0)
  /// `upper`: A to Z.
  public static let upper = PasswordCharacters("A"..."Z")
  /// `lower`: a to z.
  public static let lower = PasswordCharacters("a"..."z")
  /// `digit`: 0 to 9.
  public static let digit = PasswordCharacters("0"..."9")
  /// `ascii-printable`: everything from space to tilde.
  public static let printable = PasswordCharacters(" "..."~")
  /// `special`: every printable character that is neither a letter nor a digit, including the space.
  public static let special = printable.subtracting(alphanumeric)
  /// Letters and digits.
  public static let alphanumeric = upper.union(lower).union(digit)

  private init(_ range: ClosedRange<Unicode.Scalar>) {
    self.init(bits: (range.lowerBound.value...range.upperBound.value).reduce(0) { $0 | UInt128(1) << UInt128($1 - 32) })
  }

  /// Creates a set of the given characters, ignoring those that are not printable.
  public init(_ characters: some Sequence<UInt8>) {
    bits = 0
    for character in characters where (0x20...0x7E).contains(character) { bits |= UInt128(1) << UInt128(character - 0x20) }
  }

  /// Whether the set has no characters.
  public var isEmpty: Bool { bits == 0 }
  /// The number of characters in the set.
  public var count: Int { bits.nonzeroBitCount }

  /// The characters in order of their codes.
  public var characters: [UInt8] { (UInt8(0x20)...0x7E).filter(contains) }

  /// Returns whether the set contains a character, given as its ASCII byte.
  public func contains(_ character: UInt8) -> Bool {
    (0x20...0x7E).contains(character) && bits & (UInt128(1) << UInt128(character - 0x20)) != 0
  }

  /// Returns the characters in either set.
  public func union(_ other: Self) -> Self { Self(bits: bits | other.bits) }
  /// Returns the characters in both sets.
  public func intersection(_ other: Self) -> Self { Self(bits: bits & other.bits) }
  /// Returns the characters that are not in the other set.
  public func subtracting(_ other: Self) -> Self { Self(bits: bits & ~other.bits) }
}
