// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One entry of a credential manager: what belongs together under one title (CXF `Item`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableItem: Codable, Hashable, Sendable {
  /// The manager's identifier of the item.
  public var id: Data
  /// When it was made, to the second.
  public var created: Date?
  /// When it was last changed, to the second.
  public var lastModified: Date?
  /// What the person calls it.
  public var title: String
  /// A second line, which repeats something of the item with most managers.
  public var subtitle: String?
  /// Whether the person marked it.
  public var favorite: Bool
  /// Where its credentials are good for; nil for everything that is no sign-in.
  public var scope: ASImportableCredentialScope?
  /// The person's own words for it.
  public var tags: [String]
  /// What it holds.
  public var credentials: [ASImportableCredential]
  /// What managers say beyond the format.
  public var extensions: [ASImportableExtension]

  /// Puts an item together, with what was added to the format later.
  @available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
  public init(
    id: Data, created: Date? = nil, lastModified: Date? = nil, title: String, subtitle: String? = nil, favorite: Bool = false,
    scope: ASImportableCredentialScope? = nil, credentials: [ASImportableCredential], tags: [String] = [],
    extensions: [ASImportableExtension] = []
  ) {
    self.id = id
    self.created = created
    self.lastModified = lastModified
    self.title = title
    self.subtitle = subtitle
    self.favorite = favorite
    self.scope = scope
    self.credentials = credentials
    self.tags = tags
    self.extensions = extensions
  }

  /// Puts an item together that does not say when it was made.
  @available(iOS 26.1, macOS 26.1, visionOS 26.1, *)
  public init(
    id: Data, title: String, subtitle: String? = nil, favorite: Bool = false, scope: ASImportableCredentialScope? = nil,
    credentials: [ASImportableCredential], tags: [String] = []
  ) {
    self.init(
      id: id, created: nil, lastModified: nil, title: title, subtitle: subtitle, favorite: favorite, scope: scope, credentials: credentials,
      tags: tags, extensions: [])
  }

  /// Puts an item together that says when it was made and changed.
  public init(
    id: Data, created: Date, lastModified: Date, title: String, subtitle: String? = nil, favorite: Bool = false,
    scope: ASImportableCredentialScope? = nil, credentials: [ASImportableCredential], tags: [String] = []
  ) {
    self.init(
      id: id, created: created, lastModified: lastModified, title: title, subtitle: subtitle, favorite: favorite, scope: scope,
      credentials: credentials, tags: tags, extensions: [])
  }
}
