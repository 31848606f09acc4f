// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A reference to another item in the data (CXF `LinkedItem`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableLinkedItem: Codable, Hashable, Sendable {
  /// The item's identifier.
  public var item: Data
  /// The identifier of the item's account; nil for the account that contains the reference.
  public var account: Data?

  /// Creates a reference to an item.
  public init(item: Data, account: Data? = nil) {
    self.item = item
    self.account = account
  }
}
