// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A password that a provider made up for a new account.
// @unchecked: every stored property is set once; only `open` keeps the compiler from seeing it.
@available(iOS 26.2, visionOS 26.2, *)
open class ASGeneratedPassword: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The kinds of password.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public var rawValue: String

    /// Takes the kind's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Takes the kind's name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// As strong as the rules allow.
    public static let strong = Self("STRONG")
    /// Letters and digits alone.
    public static let alphanumeric = Self("ALPHANUMERIC")
    /// Words.
    public static let passphrase = Self("PASSPHRASE")
  }

  /// How the password was made, for people who choose between several.
  open private(set) var kind: ASGeneratedPassword.Kind
  /// What to call the kind in a list.
  open private(set) var localizedName: String
  /// The password itself, whole, as it goes into the field.
  open private(set) var value: String

  /// Pairs a password with its kind.
  public init(kind: ASGeneratedPassword.Kind, value: String) {
    self.kind = kind
    self.localizedName = Self.name(of: kind)
    self.value = value
  }

  /// Reads an archived password; nil when a part is missing.
  public required init?(coder: NSCoder) {
    guard let kind = coder.archivedString(forKey: "kind"), let value = coder.archivedString(forKey: "value") else { return nil }
    self.kind = Kind(kind)
    self.localizedName = Self.name(of: Kind(kind))
    self.value = value
  }

  /// True: archives hold strings only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the password to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(kind.rawValue, forKey: "kind")
    coder.archive(value, forKey: "value")
  }

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private static func name(of kind: Kind) -> String {
    switch kind {
    case .strong: "Strong password"
    case .alphanumeric: "Letters and digits"
    case .passphrase: "Passphrase"
    default: kind.rawValue
    }
  }
}
