// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Which copy is meant.
  package struct CopyQuery: Codable, Hashable, Sendable {
    /// The name of its file among the snapshots.
    package var snapshot: String

    /// Means a copy.
    package init(snapshot: String) { self.snapshot = snapshot }
  }
}
