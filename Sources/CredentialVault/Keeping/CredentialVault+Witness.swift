// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel
import Synchronization

extension CredentialVault {
  /// Records that an older state of the vault's files took the place of: older than what was stored last, or gone.
  /// - Throws: `locked`.
  package func setBackRecords() throws(CredentialVaultError) -> [RecordIdentifier] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.setBack.keys.sorted() }
  }

  /// How many records are set back; nil for none, and where the vault is locked.
  package var setBackCount: Int? {
    guard let records = try? setBackRecords(), !records.isEmpty else { return nil }
    return records.count
  }

  /// Compares what was just read in with the witness, and with an index that knows of later transactions than the database. A record that is
  /// older than they say is refused from here on.
  func compareWithWitness(_ unlocked: inout Unlocked, _ stored: StoredIndex) {
    if folder.isNursery { return }
    let witness = RevisionWitness.read(from: folder, root: unlocked.root, keyFile: keyFile)
    witnessed.withLock { $0 = witness?.mark }
    // An index that the vault sealed after the witness is newer than it.
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

  /// Whether a record does not open: it has no revision, and that it is damaged is known.
  private func isUnavailable(_ id: RecordIdentifier, _ unlocked: Unlocked) -> Bool {
    switch unlocked.index[id] {
    case .damaged, .tooNew: true
    default: false
    }
  }

  /// Writes the witness. A failure, such as a full disk, does not keep the vault from opening or locking: a check reports it until a later try succeeds.
  func keepWitness(of unlocked: Unlocked) {
    let isWritten = (try? writeWitness(of: unlocked)) != nil
    state.withLock { $0.isWitnessOutdated = !isWritten }
  }

  /// Writes down what is stored, unless the witness says so already. What is set back or damaged stays in it as it was until it is repaired.
  func writeWitness(of unlocked: Unlocked) throws(CredentialVaultError) {
    // A vault that was never written to has nothing to be set back to.
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

  /// Forgets witnesses that the keys of now do not open.
  func forgetWitness() {
    witnessed.withLock { $0 = nil }
    for file in [folder.witness, folder.otherWitness] { DurableFile.remove(file) }
  }
}
