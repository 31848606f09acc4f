// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The current state of a note, card or identity, with warnings for the user.
  package struct KeptEntry: Codable, Hashable, Sendable {
    /// A possible problem with a stored value; a newer vault may send others.
    package struct Warning: OpenName {
      /// The name on the wire.
      package let name: String

      /// Creates a warning as received.
      package init(name: String) { self.name = name }

      /// The check digit of a card's number does not match the others.
      package static let checkDigit = Warning(name: "checkDigit")
    }

    /// The stored entry.
    package var entry: VaultEntry
    /// The possible problems; nil if there are none.
    package var warnings: [Warning]?

    /// Creates a value.
    package init(entry: VaultEntry, warnings: [Warning] = []) {
      self.entry = entry
      self.warnings = warnings.isEmpty ? nil : warnings
    }
  }
}
