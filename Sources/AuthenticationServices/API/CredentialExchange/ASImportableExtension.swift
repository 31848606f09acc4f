// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a manager says of an item beyond the format (CXF `Extension`).
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public enum ASImportableExtension: Codable, Hashable, Sendable {
  /// Whom the item is shared with.
  case shared(Shared)

  /// Whom an item is shared with.
  public struct Shared: Codable, Hashable, Sendable {
    /// Somebody whom an item is shared with.
    public struct SharingAccessor: Codable, Hashable, Sendable {
      /// Who somebody is.
      public enum AccessorType: String, Codable, Sendable {
        /// One person.
        case user
        /// Several.
        case group
      }

      /// What somebody may do with the item.
      public enum Permission: String, Codable, Sendable {
        /// See it without its secrets.
        case read
        /// See its secrets.
        case readSecret
        /// Change it.
        case update
        /// Add to it.
        case create
        /// Delete it.
        case delete
        /// Share it on.
        case share
        /// Say who may do what.
        case manage
      }

      /// Who it is.
      public var type: AccessorType
      /// The manager's identifier of their account.
      public var accountID: Data
      /// What they are called.
      public var name: String
      /// What they may do.
      public var permissions: [Permission]

      /// Names somebody.
      public init(type: AccessorType, accountID: Data, name: String, permissions: [Permission]) {
        self.type = type
        self.accountID = accountID
        self.name = name
        self.permissions = permissions
      }
    }

    /// Those it is shared with.
    public var accessors: [SharingAccessor]

    /// Names those.
    public init(accessors: [SharingAccessor]) { self.accessors = accessors }
  }
}
