// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Where the vault is to be synchronised.
  package struct SyncPlace: Codable, Hashable, Sendable {
    /// An origin, such as `https://sync.example:8443`, or the absolute path of a folder.
    package var place: String
    /// What lets a new account in where the server asks for it.
    package var invitation: String?

    /// Names a place.
    package init(place: String, invitation: String? = nil) {
      self.place = place
      self.invitation = invitation
    }
  }

  /// Which device of the account is meant.
  package struct DeviceQuery: Codable, Hashable, Sendable {
    /// Its name, or the beginning of its number.
    package var device: String
    /// What it is to be called; nil where that stays.
    package var name: String?

    /// Means one device.
    package init(device: String, name: String? = nil) {
      self.device = device
      self.name = name
    }
  }
}
