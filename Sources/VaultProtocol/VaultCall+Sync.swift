// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// The place where the vault is to be synchronised.
  package struct SyncPlace: Codable, Hashable, Sendable {
    /// An origin, such as `https://sync.example:8443`, or the absolute path of a folder.
    package var place: String
    /// The invite for a new account, if the server requires one: 32 hexadecimal digits.
    package var invitation: String?
    /// True if the vault is synchronised elsewhere, and the user says that this place will not come back; otherwise nil.
    package var formerIsGone: Bool?
    /// True if the user says that the account is to be next to another one in the folder; otherwise nil.
    package var isSeparate: Bool?

    /// Creates a place.
    package init(place: String, invitation: String? = nil, formerIsGone: Bool? = nil, isSeparate: Bool? = nil) {
      self.place = place
      self.invitation = invitation
      self.formerIsGone = formerIsGone
      self.isSeparate = isSeparate
    }
  }

  /// An operation on a synchronised vault.
  package struct SyncStep: Codable, Hashable, Sendable {
    /// The operations.
    package enum Kind: String, Codable, Sendable {
      /// Exchanges everything now.
      case exchange
      /// Stops synchronising.
      case leave
      /// Continues after an alarm.
      case resume
      /// Merges versions that were quarantined because they are dated more than a year ahead.
      case accept
    }
    /// The operation.
    package var step: Kind

    /// Creates a step.
    package init(_ step: Kind) { self.step = step }
  }

  /// A device of the account.
  package struct DeviceQuery: Codable, Hashable, Sendable {
    /// Its name, or the beginning of its number.
    package var device: String

    /// Creates a query.
    package init(device: String) { self.device = device }
  }

  /// A new name for a device of the account.
  package struct DeviceRename: Codable, Hashable, Sendable {
    /// Its current name, or the beginning of its number; nil for this one.
    package var device: String?
    /// Its new name: 1 to 63 bytes, used by no other device.
    package var name: String

    /// Creates a renaming.
    package init(device: String? = nil, name: String) {
      self.device = device
      self.name = name
    }
  }

  /// The account that a computer without a vault joins.
  package struct JoinQuery: Codable, Hashable, Sendable {
    /// The place at which the account is synchronised.
    package var place: String
    /// The account's number, for a recovery; nil where an invitation names it.
    package var account: String?

    /// Creates a query.
    package init(place: String, account: String? = nil) {
      self.place = place
      self.account = account
    }
  }
}
