// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// A note, card or identity to be stored.
  package struct NewEntry: Codable, Hashable, Sendable {
    /// The secret of a note.
    package static let text = "text"
    /// The secrets of a card: its number, which it must have, the security code and the PIN.
    package static let cardSecrets = ["number", "security-code", "pin"]

    /// What it is.
    package var kind: VaultEntry.Kind
    /// What to call it.
    package var title: String
    /// What is shown with it.
    package var values: [EntryValue]?
    /// The secrets that it gets: in the secret part a line each, the last one to the end, or asked for by a prompt each. For an identity the
    /// labels of its documents. Nil is all that the kind has.
    package var secrets: [String]?

    /// Describes what to store.
    package init(kind: VaultEntry.Kind, title: String, values: [EntryValue]? = nil, secrets: [String]? = nil) {
      self.kind = kind
      self.title = title
      self.values = values
      self.secrets = secrets
    }
  }
}
