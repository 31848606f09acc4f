// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Everything that was found in one file: its entries, and what of it was not understood.
package struct ImportedCollection: Sendable {
  /// The entries, in the order of the file.
  package var items: [ExchangedItem]
  /// What a person has to know of, in the order of the file.
  package var findings: [ImportFinding]
  /// How many entries the file has, also those that did not become an item; each of these has a finding.
  package var readCount: Int

  /// Gathers what was found.
  package init(items: [ExchangedItem] = [], findings: [ImportFinding] = [], readCount: Int = 0) {
    self.items = items
    self.findings = findings
    self.readCount = readCount
  }
}
