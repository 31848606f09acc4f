// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Which passwords are to be judged.
  package struct HealthQuery: Codable, Hashable, Sendable {
    /// What the part before named as its next one; nil begins.
    package var after: String?

    /// Asks for a part.
    package init(after: String? = nil) { self.after = after }
  }
}
