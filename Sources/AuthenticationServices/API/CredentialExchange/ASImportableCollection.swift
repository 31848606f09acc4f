// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A folder, or another group of items created by the user (CXF `Collection`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableCollection: Codable, Hashable, Sendable {
  /// The credential manager's identifier of the collection.
  public var id: Data
  /// The creation date, to the second.
  public var created: Date?
  /// The date of the last change, to the second.
  public var lastModified: Date?
  /// The user's name for it.
  public var title: String
  /// A subtitle.
  public var subtitle: String?
  /// The items in the collection.
  public var items: [ASImportableLinkedItem]
  /// The collections in the collection.
  public var subcollections: [ASImportableCollection]

  /// Creates a collection.
  public init(
    id: Data, created: Date?, lastModified: Date?, title: String, subtitle: String? = nil, items: [ASImportableLinkedItem],
    subcollections: [ASImportableCollection] = []
  ) {
    self.id = id
    self.created = created
    self.lastModified = lastModified
    self.title = title
    self.subtitle = subtitle
    self.items = items
    self.subcollections = subcollections
  }
}
