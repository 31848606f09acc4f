// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A password that a provider generated for a new account.
// @unchecked: every stored property is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 26.2, visionOS 26.2, *)
open class ASGeneratedPassword: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The kinds of password.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public var rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a kind from its name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// As strong as the rules allow.
    public static let strong = Self("STRONG")
    /// Only letters and digits.
    public static let alphanumeric = Self("ALPHANUMERIC")
    /// Words.
    public static let passphrase = Self("PASSPHRASE")
  }

  /// The kind of password, for users who choose between several.
  open private(set) var kind: ASGeneratedPassword.Kind
  /// The name of the kind for a list.
  open private(set) var localizedName: String
  /// The complete password, as filled into the field.
  open private(set) var value: String

  /// Creates a password of a given kind.
  public init(kind: ASGeneratedPassword.Kind, value: String) {
    self.kind = kind
    self.localizedName = Self.name(of: kind)
    self.value = value
  }

  /// Reads an archived password; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let kind = coder.archivedString(forKey: "kind"), let value = coder.archivedString(forKey: "value") else { return nil }
    self.kind = Kind(kind)
    self.localizedName = Self.name(of: Kind(kind))
    self.value = value
  }

  /// True: archives contain only strings.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the password to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(kind.rawValue, forKey: "kind")
    coder.archive(value, forKey: "value")
  }

  /// Returns the same object, because it is immutable.
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
