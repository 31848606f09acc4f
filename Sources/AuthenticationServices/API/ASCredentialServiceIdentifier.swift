// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Names the service that a credential is for, or that asks for one.
// @unchecked: every stored property is set once and Sendable; only `open` keeps the compiler from seeing it.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASCredentialServiceIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// How an identifier is to be read.
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
  /// How ``identifier`` is to be read.
  open private(set) var type: ASCredentialServiceIdentifier.IdentifierType
  /// What to show a person; never to be matched against.
  open private(set) var displayName: String?
  /// Which requests it answers, for Passfold's own provider; nil is what Apple's identifiers do.
  package var matching: String?

  /// Names a service; a URL is shown by its host, anything else as it stands.
  public init(identifier: String, type: ASCredentialServiceIdentifier.IdentifierType) {
    self.identifier = identifier
    self.type = type
    let host = type == .URL ? Foundation.URL(string: identifier)?.host : nil
    self.displayName = host ?? identifier
  }

  /// Names a service and what a person knows it by.
  @available(iOS 26.2, macOS 26.2, visionOS 26.2, *)
  public init(identifier: String, type: ASCredentialServiceIdentifier.IdentifierType, displayName: String) {
    self.identifier = identifier
    self.type = type
    self.displayName = displayName
  }

  /// Reads an archived identifier; nil when a part is missing or its type is unknown.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.archivedString(forKey: "identifier"),
      let type = IdentifierType(rawValue: coder.decodeInteger(forKey: "type"))
    else { return nil }
    self.identifier = identifier
    self.type = type
    self.displayName = coder.archivedString(forKey: "displayName")
  }

  /// True: archives hold strings and numbers only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the identifier to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(identifier, forKey: "identifier")
    coder.encode(type.rawValue, forKey: "type")
    coder.archive(displayName, forKey: "displayName")
  }

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Compares identifier and type; the display name does not count.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ASCredentialServiceIdentifier else { return false }
    return identifier == other.identifier && type == other.type && matching == other.matching
  }

  /// Fits ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(identifier)
    hasher.combine(type)
    hasher.combine(matching)
    return hasher.finalize()
  }
}
