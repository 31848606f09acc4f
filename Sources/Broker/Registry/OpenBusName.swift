// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A name on the session bus that a bundle may declare, with the members that it may declare there.
///
/// A program on the session bus can start programs, read the screen's contents and stop the desktop. So the allowed declarations are
/// listed, name by name and member by member, and everything else is refused even if the user would agree (docs/decisions/0044).
struct OpenBusName: Sendable {
  /// The well-known name.
  let name: String
  /// The root path of its objects.
  let root: String
  /// The methods that may be declared, as `INTERFACE.METHOD`.
  let methods: Set<String>
  /// The signals that may be declared, as `INTERFACE.SIGNAL`.
  let signals: Set<String>

  /// Returns the entry of a name; nil for a forbidden one.
  static func named(_ name: String) -> OpenBusName? { all.first { $0.name == name } }

  private static let all = [
    // Secret Service API 0.2: reading, unlocking with the keyring's own prompt, and ending sessions. Creating, changing and deleting are
    // left out.
    OpenBusName(
      name: "org.freedesktop.secrets", root: "/org/freedesktop/secrets",
      methods: [
        "org.freedesktop.Secret.Service.OpenSession", "org.freedesktop.Secret.Service.SearchItems", "org.freedesktop.Secret.Service.Unlock",
        "org.freedesktop.Secret.Service.GetSecrets", "org.freedesktop.Secret.Service.ReadAlias",
        "org.freedesktop.Secret.Collection.SearchItems", "org.freedesktop.Secret.Item.GetSecret", "org.freedesktop.Secret.Session.Close",
        "org.freedesktop.Secret.Prompt.Prompt", "org.freedesktop.Secret.Prompt.Dismiss", "org.freedesktop.DBus.Properties.Get",
        "org.freedesktop.DBus.Properties.GetAll",
      ],
      signals: [
        "org.freedesktop.Secret.Prompt.Completed", "org.freedesktop.Secret.Service.CollectionCreated",
        "org.freedesktop.Secret.Service.CollectionChanged", "org.freedesktop.Secret.Service.CollectionDeleted",
        "org.freedesktop.Secret.Collection.ItemCreated", "org.freedesktop.Secret.Collection.ItemChanged",
        "org.freedesktop.Secret.Collection.ItemDeleted", "org.freedesktop.DBus.Properties.PropertiesChanged",
      ])
  ]
}
