// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The identifier of the service that a credential is for, or that requests one.
// @unchecked: every stored property is set once and Sendable, but the compiler cannot infer that for an `open` class.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASCredentialServiceIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The format of an identifier.
  public enum IdentifierType: Int, Sendable {
    /// A host name (RFC 1035).
    case domain = 0
    /// A URL (RFC 1738).
    case URL = 1
    /// The identifier of an app.
    case app = 2
  }

  /// The host name, URL or app identifier.
  open private(set) var identifier: String
  /// The format of ``identifier``.
  open private(set) var type: ASCredentialServiceIdentifier.IdentifierType
  /// The display name, never used for matching.
  open private(set) var displayName: String?
  /// The name of a matching rule, for Passfold's own provider; nil for the behaviour of Apple's identifiers.
  package var matching: String?

  /// Creates an identifier. The display name is a URL's host, otherwise the identifier itself.
  public init(identifier: String, type: ASCredentialServiceIdentifier.IdentifierType) {
    self.identifier = identifier
    self.type = type
    let host = type == .URL ? Foundation.URL(string: identifier)?.host : nil
    self.displayName = host ?? identifier
  }

  /// Creates an identifier with a display name.
  @available(iOS 26.2, macOS 26.2, visionOS 26.2, *)
  public init(identifier: String, type: ASCredentialServiceIdentifier.IdentifierType, displayName: String) {
    self.identifier = identifier
    self.type = type
    self.displayName = displayName
  }

  /// Reads an archived identifier; nil if a part is missing or its type is unknown.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.archivedString(forKey: "identifier"),
      let type = IdentifierType(rawValue: coder.decodeInteger(forKey: "type"))
    else { return nil }
    self.identifier = identifier
    self.type = type
    self.displayName = coder.archivedString(forKey: "displayName")
  }

  /// True: archives contain only strings and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the identifier to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(identifier, forKey: "identifier")
    coder.encode(type.rawValue, forKey: "type")
    coder.archive(displayName, forKey: "displayName")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Compares the identifier, the type and the matching rule, but not the display name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ASCredentialServiceIdentifier else { return false }
    return identifier == other.identifier && type == other.type && matching == other.matching
  }

  /// A hash value that is consistent with ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(identifier)
    hasher.combine(type)
    hasher.combine(matching)
    return hasher.finalize()
  }
}
