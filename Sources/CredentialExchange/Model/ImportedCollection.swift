// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The contents of one file: its entries, and the data that was not understood.
package struct ImportedCollection: Sendable {
  /// The entries, in the order of the file.
  package var items: [ExchangedItem]
  /// The findings for the user, in the order of the file.
  package var findings: [ImportFinding]
  /// The number of entries in the file, including those that did not become an item; each of these has a finding.
  package var readCount: Int

  /// Creates a collection.
  package init(items: [ExchangedItem] = [], findings: [ImportFinding] = [], readCount: Int = 0) {
    self.items = items
    self.findings = findings
    self.readCount = readCount
  }
}
