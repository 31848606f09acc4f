// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Where the vault is to be synchronised.
  package struct SyncPlace: Codable, Hashable, Sendable {
    /// An origin, such as `https://sync.example:8443`, or the absolute path of a folder.
    package var place: String
    /// What lets a new account in where the server asks for it: 32 hexadecimal digits.
    package var invitation: String?
    /// True where the vault is synchronised elsewhere, and the person says that this place does not come back; else nil.
    package var formerIsGone: Bool?

    /// Names a place.
    package init(place: String, invitation: String? = nil, formerIsGone: Bool? = nil) {
      self.place = place
      self.invitation = invitation
      self.formerIsGone = formerIsGone
    }
  }

  /// What is done with a vault that is synchronised.
  package struct SyncStep: Codable, Hashable, Sendable {
    /// The steps.
    package enum Kind: String, Codable, Sendable {
      /// Exchanges everything now.
      case exchange
      /// Makes the vault one of this device alone.
      case leave
      /// Goes on after an alarm.
      case resume
      /// Merges what was kept aside because it is dated more than a year ahead.
      case accept
    }
    /// Which step.
    package var step: Kind

    /// Means a step.
    package init(_ step: Kind) { self.step = step }
  }

  /// Which device of the account is meant.
  package struct DeviceQuery: Codable, Hashable, Sendable {
    /// Its name, or the beginning of its number.
    package var device: String

    /// Means one device.
    package init(device: String) { self.device = device }
  }

  /// Another name for a device of the account.
  package struct DeviceRename: Codable, Hashable, Sendable {
    /// What it is called, or the beginning of its number; nil for this one.
    package var device: String?
    /// What it is to be called: 1 to 63 bytes that no other device is called by.
    package var name: String

    /// Means a device and its next name.
    package init(device: String? = nil, name: String) {
      self.device = device
      self.name = name
    }
  }

  /// Which account a computer without a vault joins.
  package struct JoinQuery: Codable, Hashable, Sendable {
    /// Where the account is synchronised.
    package var place: String
    /// The account's number, for a recovery; nil where an invitation names it.
    package var account: String?

    /// Means an account.
    package init(place: String, account: String? = nil) {
      self.place = place
      self.account = account
    }
  }
}
