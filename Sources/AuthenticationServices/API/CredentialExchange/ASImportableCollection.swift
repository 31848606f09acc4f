// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A folder, or another group of items that a person made (CXF `Collection`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableCollection: Codable, Hashable, Sendable {
  /// The manager's identifier of the collection.
  public var id: Data
  /// When it was made, to the second.
  public var created: Date?
  /// When it was last changed, to the second.
  public var lastModified: Date?
  /// What the person calls it.
  public var title: String
  /// A remark on it.
  public var subtitle: String?
  /// The items in it.
  public var items: [ASImportableLinkedItem]
  /// The collections in it.
  public var subcollections: [ASImportableCollection]

  /// Puts a collection together.
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
