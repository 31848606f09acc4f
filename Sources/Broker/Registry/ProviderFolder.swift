// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A folder in which provider bundles (`*.provider`) are looked for.
package struct ProviderFolder: Sendable, Hashable {
  /// Who put bundles there, which decides what they are trusted with.
  package enum Origin: String, Sendable {
    /// They came with this copy of Passfold.
    case installation
    /// The computer's administrator installed them.
    case system
    /// The person, or a program of the person's, put them there.
    case person
  }

  /// The folder's path.
  package let path: String
  /// Who put bundles there.
  package let origin: Origin

  /// Names a folder.
  package init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }
}
