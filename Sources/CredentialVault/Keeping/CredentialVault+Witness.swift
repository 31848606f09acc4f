// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel
import Synchronization

extension CredentialVault {
  /// Returns the records that were rolled back with the vault's files: older than the version stored last, or missing.
  /// - Throws: `locked`.
  package func setBackRecords() throws(CredentialVaultError) -> [RecordIdentifier] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.setBack.keys.sorted() }
  }

  /// The number of rolled-back records; nil if there are none, or the vault is locked.
  package var setBackCount: Int? {
    guard let records = try? setBackRecords(), !records.isEmpty else { return nil }
    return records.count
  }

  /// Compares the loaded index with the witness, and with an index that knows later transactions than the database. From here on, records
  /// older than they say are refused.
  func compareWithWitness(_ unlocked: inout Unlocked, _ stored: StoredIndex) {
    if folder.isNursery { return }
    let witness = RevisionWitness.read(from: folder, root: unlocked.root, keyFile: keyFile)
    witnessed.withLock { $0 = witness?.mark }
    // An index that the vault encrypted after the witness is newer than it.
    if case .current = stored, let mark = witness?.mark, !mark.isCarrying, mark.transactionNumber <= unlocked.transactionNumber { return }
    var setBack: [RecordIdentifier: UInt64] = [:]
    func demand(_ id: RecordIdentifier, _ revision: UInt64) {
      guard unlocked.index.revision(of: id) < revision, !isUnavailable(id, unlocked) else { return }
      setBack[id] = max(setBack[id] ?? 0, revision)
    }
    witness?.forEach(demand)
    if case .ahead(let index) = stored {
      index.forEachRevision { id, revision in if let id = RecordIdentifier(bytes: id) { demand(id, revision) } }
    }
    unlocked.setBack = setBack
  }

  /// Whether a record does not open. It then has no revision, and its damage is already known.
  private func isUnavailable(_ id: RecordIdentifier, _ unlocked: Unlocked) -> Bool {
    switch unlocked.index[id] {
    case .damaged, .tooNew: true
    default: false
    }
  }

  /// Writes the witness. A failure, such as a full disk, does not prevent the vault from opening or locking: a check reports it until a
  /// later try succeeds.
  func keepWitness(of unlocked: Unlocked) {
    let isWritten = (try? writeWitness(of: unlocked)) != nil
    state.withLock { $0.isWitnessOutdated = !isWritten }
  }

  /// Writes the current revisions, unless the witness already has them. Rolled-back or damaged records keep their entries until they are
  /// repaired.
  func writeWitness(of unlocked: Unlocked) throws(CredentialVaultError) {
    // A vault that was never written to cannot be rolled back.
    if folder.isNursery || unlocked.transactionNumber == 0 { return }
    try witnessed.withLock { (witnessed) throws(CredentialVaultError) in
      if let witnessed, witnessed.transactionNumber == unlocked.transactionNumber, witnessed.isCarrying || unlocked.setBack.isEmpty {
        return
      }
      var carried = unlocked.setBack
      if unlocked.index.count(of: .damaged) + unlocked.index.count(of: .tooNew) > 0 {
        RevisionWitness.read(from: folder, root: unlocked.root, keyFile: keyFile)?.forEach { id, revision in
          if isUnavailable(id, unlocked) { carried[id] = revision }
        }
      }
      let next = RevisionWitness(
        number: (witnessed?.number ?? 0) &+ 1, transactionNumber: unlocked.transactionNumber, index: unlocked.index, carrying: carried)
      try next.write(to: folder, root: unlocked.root, keyFile: keyFile, environment: environment)
      witnessed = next.mark
    }
  }

  /// Removes witnesses that the current keys do not open.
  func forgetWitness() {
    witnessed.withLock { $0 = nil }
    for file in [folder.witness, folder.otherWitness] { VaultFile.remove(file) }
  }
}
