// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import WebDomains

/// One record that an entry of a file becomes, before it is compared with what the vault has.
struct ImportedRecord {
  /// The number of the entry in the file, and of the part in the entry.
  let place: ImportPlace
  var record: CredentialRecord
  var annotations: RecordAnnotations
  var files: [ImportBatch.File]
  let isTrashed: Bool
  /// Whether the entry has a title of its own; else its record goes by something else that it says.
  let isTitled: Bool
  /// Whether it is a code that has no account of its own, and goes by the user name of its login.
  var hasLoginsAccount = false
}

/// Where a record comes from in a file: what a person's choice is told by, as `12.0`.
struct ImportPlace: Hashable, LosslessStringConvertible {
  let item: Int
  let part: Int

  init(item: Int, part: Int) { (self.item, self.part) = (item, part) }

  init?(_ description: String) {
    let numbers = description.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(item: numbers[0], part: numbers[1])
  }

  var description: String { "\(item).\(part)" }
}
