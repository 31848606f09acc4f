// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One entry as KeePassXC hands it to a browser.
package struct KeePassXCLogin: Decodable, Hashable, Sendable {
  /// The entry's title.
  package var name: String
  /// The user.
  package var login: String
  /// The password.
  package var password: String
  /// The entry's identifier in its database.
  package var uuid: String
  /// The code of the moment; nil where the entry has none.
  package var totp: String?
  /// The entry's group.
  package var group: String?

  /// Whether the entry makes one-time codes.
  package var hasCode: Bool { totp?.isEmpty == false }
}
