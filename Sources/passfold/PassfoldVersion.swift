// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The version of the whole project. `debian/changelog` and the extension's manifest say the same, which `Tests/Packages` looks after.
package enum PassfoldVersion {
  /// Three numbers, as in semantic versioning.
  package static let text = "0.1.0"
}
