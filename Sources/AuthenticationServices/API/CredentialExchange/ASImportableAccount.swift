// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One account with a credential manager, and what the person keeps in it (CXF `Account`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableAccount: Codable, Hashable, Sendable {
  /// The manager's identifier of the account.
  public var id: Data
  /// The account's user name.
  public var userName: String
  /// The account's e-mail address.
  public var email: String
  /// The person's name.
  public var fullName: String?
  /// Folders and the like, which name items of ``items``.
  public var collections: [ASImportableCollection]
  /// The items, each once.
  public var items: [ASImportableItem]

  /// Puts an account together.
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
