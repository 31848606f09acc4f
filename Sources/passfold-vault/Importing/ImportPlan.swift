// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import SecretMemory

/// What an import would do, and what a person has to know and choose before.
struct ImportPlan {
  /// What to do with a record that differs from the vault's own.
  enum Resolution: String {
    /// The vault's own stays; the file's goes into its history or its fields.
    case mine
    /// The file's takes its place; the vault's own goes into the history or the fields.
    case theirs
    /// The file's is added beside it.
    case both
  }

  /// A record of the file that the vault has otherwise.
  struct Difference {
    let place: ImportPlace
    /// The vault's own.
    let summary: CredentialSummary
    /// The file's.
    let imported: CredentialSummary
    /// What differs: `password`, `secret`, `expires` and the like.
    let parts: [String]
    /// What becomes of it.
    let resolution: Resolution
  }

  /// What an import would store.
  var batch = ImportBatch()
  /// Of what kinds the records of the file are that are there already, with all that they say.
  var present: [CredentialKind] = []
  /// What differs, in the order of the file.
  var differences: [Difference] = []
  /// What of the file has no place, in the order of the file.
  var findings: [ImportFinding] = []
  /// How many entries said when they were made or changed, which the vault does not keep of all kinds.
  var datedCount = 0
}
