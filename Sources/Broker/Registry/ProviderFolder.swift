// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A folder that may contain provider bundles (`*.provider`).
package struct ProviderFolder: Sendable, Hashable {
  /// The party that installed the bundles, which determines how they are trusted.
  package enum Origin: String, Sendable {
    /// They came with this copy of Passfold.
    case installation
    /// The computer's administrator installed them.
    case system
    /// The user, or one of the user's programs, put them there.
    case person
  }

  /// The folder's path.
  package let path: String
  /// The party that installed the bundles.
  package let origin: Origin

  /// Creates a folder.
  package init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }
}
