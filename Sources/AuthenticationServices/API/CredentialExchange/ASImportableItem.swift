// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An item of a credential manager: everything under one title (CXF `Item`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableItem: Codable, Hashable, Sendable {
  /// The credential manager's identifier of the item.
  public var id: Data
  /// The creation date, to the second.
  public var created: Date?
  /// The date of the last change, to the second.
  public var lastModified: Date?
  /// The user's name for it.
  public var title: String
  /// A subtitle, which in most managers repeats a part of the item.
  public var subtitle: String?
  /// Whether the user marked it as a favourite.
  public var favorite: Bool
  /// The sites and apps for its credentials; nil if it is not a sign-in.
  public var scope: ASImportableCredentialScope?
  /// The user's tags.
  public var tags: [String]
  /// The contents.
  public var credentials: [ASImportableCredential]
  /// Additions by credential managers beyond the format.
  public var extensions: [ASImportableExtension]

  /// Creates an item, including properties that were added to the format later.
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

  /// Creates an item without dates.
  @available(iOS 26.1, macOS 26.1, visionOS 26.1, *)
  public init(
    id: Data, title: String, subtitle: String? = nil, favorite: Bool = false, scope: ASImportableCredentialScope? = nil,
    credentials: [ASImportableCredential], tags: [String] = []
  ) {
    self.init(
      id: id, created: nil, lastModified: nil, title: title, subtitle: subtitle, favorite: favorite, scope: scope, credentials: credentials,
      tags: tags, extensions: [])
  }

  /// Creates an item with its dates of creation and last change.
  public init(
    id: Data, created: Date, lastModified: Date, title: String, subtitle: String? = nil, favorite: Bool = false,
    scope: ASImportableCredentialScope? = nil, credentials: [ASImportableCredential], tags: [String] = []
  ) {
    self.init(
      id: id, created: created, lastModified: lastModified, title: title, subtitle: subtitle, favorite: favorite, scope: scope,
      credentials: credentials, tags: tags, extensions: [])
  }
}
