// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// The passwords to be evaluated.
  package struct HealthQuery: Codable, Hashable, Sendable {
    /// The identifier of this part from the previous answer; nil starts with the first.
    package var after: String?

    /// Creates a query.
    package init(after: String? = nil) { self.after = after }
  }
}
