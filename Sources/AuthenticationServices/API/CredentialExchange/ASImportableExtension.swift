// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A credential manager's addition to an item beyond the format (CXF `Extension`).
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public enum ASImportableExtension: Codable, Hashable, Sendable {
  /// The sharing of the item.
  case shared(Shared)

  /// The sharing of an item.
  public struct Shared: Codable, Hashable, Sendable {
    /// A user or group with access to an item.
    public struct SharingAccessor: Codable, Hashable, Sendable {
      /// The kind of accessor.
      public enum AccessorType: String, Codable, Sendable {
        /// One person.
        case user
        /// A group of people.
        case group
      }

      /// A permission for the item.
      public enum Permission: String, Codable, Sendable {
        /// See the item without its secrets.
        case read
        /// See its secrets.
        case readSecret
        /// Change the item.
        case update
        /// Add to the item.
        case create
        /// Delete the item.
        case delete
        /// Share the item with others.
        case share
        /// Manage permissions.
        case manage
      }

      /// The kind of accessor.
      public var type: AccessorType
      /// The credential manager's identifier of the accessor's account.
      public var accountID: Data
      /// The accessor's name.
      public var name: String
      /// The accessor's permissions.
      public var permissions: [Permission]

      /// Creates an accessor.
      public init(type: AccessorType, accountID: Data, name: String, permissions: [Permission]) {
        self.type = type
        self.accountID = accountID
        self.name = name
        self.permissions = permissions
      }
    }

    /// The users and groups with access.
    public var accessors: [SharingAccessor]

    /// Creates the sharing of an item.
    public init(accessors: [SharingAccessor]) { self.accessors = accessors }
  }
}
