// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The version of the whole project. `Tests/Packages` checks that it equals those in `debian/changelog` and the extension's manifest.
package enum PassfoldVersion {
  /// Three numbers, as in semantic versioning.
  package static let text = "0.1.0"
}
