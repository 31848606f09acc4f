// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The words about the snapshots of a vault that is missing.
enum CopiesWords {
  /// Says that there is no vault, and how many snapshots there are.
  static func vaultGone(_ copies: Int) -> String {
    translated(copies, one: "there is no vault, but a snapshot of one", other: "there is no vault, but \(copies) snapshots of one")
  }
}
