// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set of printable ASCII characters, which are all that rules of passwords speak of.
public struct PasswordCharacters: Hashable, Sendable {
  /// Bit n stands for the character with the code n + 32.
  private var bits: UInt128

  private init(bits: UInt128) { self.bits = bits }

  /// No character.
  public static let none = PasswordCharacters(bits: 0)
  /// `upper`: A to Z.
  public static let upper = PasswordCharacters("A"..."Z")
  /// `lower`: a to z.
  public static let lower = PasswordCharacters("a"..."z")
  /// `digit`: 0 to 9.
  public static let digit = PasswordCharacters("0"..."9")
  /// `ascii-printable`: everything from space to tilde.
  public static let printable = PasswordCharacters(" "..."~")
  /// `special`: what is printable and neither letter nor digit, the space included.
  public static let special = printable.subtracting(alphanumeric)
  /// Letters and digits.
  public static let alphanumeric = upper.union(lower).union(digit)

  private init(_ range: ClosedRange<Unicode.Scalar>) {
    self.init(bits: (range.lowerBound.value...range.upperBound.value).reduce(0) { $0 | UInt128(1) << UInt128($1 - 32) })
  }

  /// The printable ones of some characters.
  public init(_ characters: some Sequence<UInt8>) {
    bits = 0
    for character in characters where (0x20...0x7E).contains(character) { bits |= UInt128(1) << UInt128(character - 0x20) }
  }

  /// Whether no character is in it.
  public var isEmpty: Bool { bits == 0 }
  /// The number of its characters.
  public var count: Int { bits.nonzeroBitCount }

  /// Its characters in the order of their codes.
  public var characters: [UInt8] { (UInt8(0x20)...0x7E).filter(contains) }

  /// Whether a character, as its ASCII byte, may be drawn from this set.
  public func contains(_ character: UInt8) -> Bool {
    (0x20...0x7E).contains(character) && bits & (UInt128(1) << UInt128(character - 0x20)) != 0
  }

  /// The characters of both.
  public func union(_ other: Self) -> Self { Self(bits: bits | other.bits) }
  /// The characters that both have.
  public func intersection(_ other: Self) -> Self { Self(bits: bits & other.bits) }
  /// The characters that the other does not have.
  public func subtracting(_ other: Self) -> Self { Self(bits: bits & ~other.bits) }
}
