// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The name of an item that stands elsewhere in the data (CXF `LinkedItem`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableLinkedItem: Codable, Hashable, Sendable {
  /// The item's identifier.
  public var item: Data
  /// The identifier of the account that the item is in; nil for the account in which the name stands.
  public var account: Data?

  /// Names an item.
  public init(item: Data, account: Data? = nil) {
    self.item = item
    self.account = account
  }
}
