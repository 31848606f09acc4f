// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import FoundationEssentials
import OneTimeCodes
import SyncModel

extension CredentialVault {
  /// Changes codes as one step, so that a concurrent change by another caller is not lost.
  ///
  /// - Parameter annotating: A change to the user's additions, made in the same step.
  /// - Returns: The record as it is stored now.
  /// - Throws: `locked`, `noSuchRecord`, also for a record in the trash, `writeOnce` for a record of another kind, errors from `change`,
  ///   `recordTooNew`, `recordDamaged`, `recordTooLong`, `storageFull` and the like.
  @discardableResult
  package func updateCodes(
    _ id: RecordIdentifier, annotating: ((inout RecordAnnotations) -> Void)? = nil,
    _ change: (inout OneTimeCodeRecord) throws(CredentialVaultError) -> Void
  ) throws(CredentialVaultError) -> OneTimeCodeRecord {
    var result: OneTimeCodeRecord?
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision, record) = try codes(id, unlocked)
      try change(&record)
      let stamp = stamp(time, over: body)
      body.write(.oneTimeCode(record), stamp: stamp)
      try annotate(&body, annotating, stamp)
      result = record
      return [Change(id: id, body: body, revision: revision + 1)]
    }
    guard let result else { throw CredentialVaultError(.noSuchRecord) }
    return result
  }

  /// Releases the current codes. For a counter-based form, stores the advanced counter on disk before returning.
  ///
  /// - Returns: The record before the change. Use its code once.
  /// - Throws: As ``updateCodes(_:_:)``.
  package func useCodes(_ id: RecordIdentifier) throws(CredentialVaultError) -> OneTimeCodeRecord {
    guard case .oneTimeCode(var used) = try record(id) else { throw CredentialVaultError(.writeOnce) }
    if case .counterBased = used.parameters.form {
      try updateCodes(id) { (record) throws(CredentialVaultError) in
        used = record
        record.parameters = record.parameters.afterUse()
      }
    }
    return used
  }

  /// Confirms a pending set-up in one transaction. The codes it replaces go to the trash, and their parameters go to its history, oldest
  /// first.
  ///
  /// Skips replaced codes that are gone, in the trash, or the record itself.
  ///
  /// - Returns: The record as it is stored now.
  /// - Throws: `notPending`, and as ``updateCodes(_:_:)``.
  @discardableResult
  package func confirmCodes(_ id: RecordIdentifier) throws(CredentialVaultError) -> OneTimeCodeRecord {
    var result: OneTimeCodeRecord?
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision, record) = try codes(id, unlocked)
      guard let pending = record.pending else { throw CredentialVaultError(.notPending) }
      var replaced: [OneTimeCodeRecord] = []
      for other in Set(pending.replaces).subtracting([id]) {
        guard case .present(let summary) = unlocked.index[other], summary.kind == .oneTimeCode else { continue }
        replaced.append(try codes(other, unlocked).record)
      }
      replaced.sort { ($0.added ?? .distantPast, $0.id) < ($1.added ?? .distantPast, $1.id) }
      for old in replaced { record.inherit(from: old, at: environment.now()) }
      record.pending = nil
      body.write(.oneTimeCode(record), stamp: stamp(time, over: body))
      result = record
      return [Change(id: id, body: body, revision: revision + 1)]
        + (try replaced.map { (old) throws(CredentialVaultError) in try trashing(old.id, supersededBy: id, unlocked, time) })
    }
    guard let result else { throw CredentialVaultError(.noSuchRecord) }
    return result
  }

  private func codes(
    _ id: RecordIdentifier, _ unlocked: Unlocked
  ) throws(CredentialVaultError) -> (body: RecordBody, revision: UInt64, record: OneTimeCodeRecord) {
    let (body, revision) = try stored(id, unlocked)
    if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
    guard case .oneTimeCode(let record) = try body.record(id) else { throw CredentialVaultError(.writeOnce) }
    return (body, revision, record)
  }
}

extension OneTimeCodeRecord {
  /// Adds the parameters of the replaced codes to the history.
  mutating func inherit(from old: OneTimeCodeRecord, at date: Date) {
    history += old.history + [RetiredParameters(parameters: old.parameters, retired: date)]
  }
}
