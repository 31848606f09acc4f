// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import SyncModel

/// The contents of all pages of one look. A page that announces more must contain something new, so that each look ends.
struct BroughtSoFar {
  private struct Version: Hashable {
    let record: RecordName
    let revision: UInt64
  }

  private var lastNumber: UInt64 = 0
  private var versions: Set<Version> = []

  /// Adds the contents of a page, and returns whether any of them is new.
  mutating func takesNew(of page: ChangesPage) -> Bool {
    let number = page.commits.map(\.position.number).max() ?? 0
    var isNew = number > lastNumber
    lastNumber = max(lastNumber, number)
    for version in page.versions {
      let facts = version.envelope.facts
      if versions.insert(Version(record: facts.record, revision: facts.revision)).inserted { isNew = true }
    }
    return isNew
  }
}
