// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
package import CredentialModel
import FoundationEssentials
import SecretMemory
import SyncModel
import Synchronization

extension CredentialVault {
  /// Applies changes that follow from a service's report, all or none. They are on disk when this returns.
  /// - Throws: `locked`, `noSuchRecord`, `recordTooNew`, `recordDamaged`, `recordTooLong`, `storageFull` and the like.
  package func follow(_ changes: AccountChanges) throws(CredentialVaultError) {
    if changes.isEmpty { return }
    try write { (unlocked, time) throws(CredentialVaultError) in
      let now = environment.now()
      var made: [Change] = []
      for id in changes.hidden {
        made.append(
          try changed(id, unlocked) { body in body.setTrashed(at: now, supersededBy: nil, isHidden: true, stamp: stamp(time, over: body)) })
      }
      for id in changes.restored {
        made.append(try changed(id, unlocked) { body in body.setTrashed(at: nil, supersededBy: nil, stamp: stamp(time, over: body)) })
      }
      for names in changes.renamed {
        var (body, revision) = try stored(names.record, unlocked)
        guard case .passkey(var passkey) = try body.record(names.record) else { throw CredentialVaultError(.writeOnce) }
        passkey.userName = names.name
        passkey.displayName = names.displayName ?? passkey.displayName
        body.write(.passkey(passkey), stamp: stamp(time, over: body))
        made.append(Change(id: names.record, body: body, revision: revision + 1))
      }
      return made
    }
  }

  private func changed(
    _ id: RecordIdentifier, _ unlocked: Unlocked, _ change: (inout RecordBody) -> Void
  ) throws(CredentialVaultError) -> Change {
    var (body, revision) = try stored(id, unlocked)
    change(&body)
    return Change(id: id, body: body, revision: revision + 1)
  }

  /// Stores a report until the vault is unlocked, encrypted so that nobody can read it before then. It is on disk when this returns.
  /// - Throws: `recordTooLong`, `tampered` or `damaged` for keys that are not the vault's, `storageFull` and the like.
  package func keep(_ report: AccountReport) throws(CredentialVaultError) {
    let encoded = FieldValue.encode(AccountReportValue.encode(report))
    let sealed: [UInt8]
    do {
      let log = try readLog()
      guard log.account == keyFile.account, let keys = log.publicKeys(of: keyFile.device) else { throw CredentialVaultError(.tampered) }
      sealed = try SealedReport.seal(
        encoded.withBytes { SecretBytes(copying: $0) }, to: keys, account: keyFile.account, device: keyFile.device)
    } catch {
      throw CredentialVaultError(error)
    }
    guard sealed.count <= KeptReports.reportByteLimit else { throw CredentialVaultError(.recordTooLong) }
    try reports.withLock { (reports) throws(CredentialVaultError) in
      var kept = reports ?? storedReports()
      kept.keep(sealed, about: report.topic)
      try VaultFile.replace(folder.reports, with: kept.encoded)
      reports = kept
    }
  }

  /// Returns the stored reports, oldest first, skipping those that do not open.
  /// - Throws: `locked`.
  package func keptReports() throws(CredentialVaultError) -> [AccountReport] {
    guard let root = state.withLock({ $0.unlocked?.root }) else { throw CredentialVaultError(.locked) }
    let sealed = reports.withLock { $0 ?? storedReports() }.sealed
    if sealed.isEmpty { return [] }
    let keys: MemberKeys
    do {
      keys = try root.unwrap(keyFile.deviceKeys, account: keyFile.account, device: keyFile.device)
    } catch {
      throw CredentialVaultError(error)
    }
    return sealed.compactMap { sealed in
      guard let content = try? SealedReport.open(sealed, with: keys, account: keyFile.account, device: keyFile.device) else { return nil }
      return FieldValue.decode(SharedSecret(content)).flatMap(AccountReportValue.decode)
    }
  }

  /// Removes the stored reports; a vault without any stays as it is.
  package func forgetKeptReports() {
    reports.withLock { reports in
      guard !(reports ?? storedReports()).sealed.isEmpty else { return }
      reports = KeptReports()
      VaultFile.remove(folder.reports)
    }
  }

  /// Returns the reports stored by earlier processes. A file in another version's format contains none of the user's decisions, and is
  /// discarded.
  private func storedReports() -> KeptReports {
    (try? VaultFile.read(folder.reports, limit: KeptReports.fileByteLimit)).flatMap { KeptReports(decoding: $0) } ?? KeptReports()
  }
}
