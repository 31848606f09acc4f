// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// A note, card or identity to be stored.
  package struct NewEntry: Codable, Hashable, Sendable {
    /// The name of a note's secret.
    package static let text = "text"
    /// The names of a card's secrets: its number, which is required, the security code and the PIN.
    package static let cardSecrets = ["number", "security-code", "pin"]

    /// The kind.
    package var kind: VaultEntry.Kind
    /// The title.
    package var title: String
    /// The shown values.
    package var values: [EntryValue]?
    /// The names of its secrets: each is a line of the secret part, the last one extending to its end, or requested by a prompt. For an
    /// identity these are the labels of its documents. Nil means all secrets of the kind.
    package var secrets: [String]?

    /// Creates an entry.
    package init(kind: VaultEntry.Kind, title: String, values: [EntryValue]? = nil, secrets: [String]? = nil) {
      self.kind = kind
      self.title = title
      self.values = values
      self.secrets = secrets
    }
  }
}
