// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// A note, card or identity as it is now, with what the person should know of it.
  package struct KeptEntry: Codable, Hashable, Sendable {
    /// What may be wrong with what was stored; a newer vault may send others.
    package struct Warning: OpenName {
      /// The name on the wire.
      package let name: String

      /// Takes a name as it came.
      package init(name: String) { self.name = name }

      /// The check digit of a card's number does not fit the others.
      package static let checkDigit = Warning(name: "checkDigit")
    }

    /// What was stored.
    package var entry: VaultEntry
    /// What may be wrong with it; nil for nothing.
    package var warnings: [Warning]?

    /// Describes what was stored.
    package init(entry: VaultEntry, warnings: [Warning] = []) {
      self.entry = entry
      self.warnings = warnings.isEmpty ? nil : warnings
    }
  }
}
