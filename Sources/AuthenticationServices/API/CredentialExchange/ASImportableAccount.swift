// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An account with a credential manager, and its contents (CXF `Account`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableAccount: Codable, Hashable, Sendable {
  /// The credential manager's identifier of the account.
  public var id: Data
  /// The account's user name.
  public var userName: String
  /// The account's e-mail address.
  public var email: String
  /// The user's name.
  public var fullName: String?
  /// The folders and other groups, which refer to items in ``items``.
  public var collections: [ASImportableCollection]
  /// The items, each of which occurs once.
  public var items: [ASImportableItem]

  /// Creates an account.
  public init(
    id: Data, userName: String, email: String, fullName: String? = nil, collections: [ASImportableCollection], items: [ASImportableItem]
  ) {
    self.id = id
    self.userName = userName
    self.email = email
    self.fullName = fullName
    self.collections = collections
    self.items = items
  }
}
