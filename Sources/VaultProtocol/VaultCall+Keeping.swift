// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// A copy of the vault.
  package struct CopyQuery: Codable, Hashable, Sendable {
    /// The name of its file among the snapshots.
    package var snapshot: String

    /// Creates a query.
    package init(snapshot: String) { self.snapshot = snapshot }
  }
}
