// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// What is said of the copies of a vault that is not there itself.
enum CopiesWords {
  /// There is none, and so many copies.
  static func vaultGone(_ copies: Int) -> String {
    translated(copies, one: "there is no vault, but a snapshot of one", other: "there is no vault, but \(copies) snapshots of one")
  }
}
