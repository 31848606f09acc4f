// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel

extension CredentialVault {
  /// Changes a note, card or identity as one step, so that a concurrent change by another caller is not lost.
  ///
  /// - Parameter annotating: A change to the user's additions, made in the same step.
  /// - Returns: The record as it is stored now.
  /// - Throws: `locked`, `noSuchRecord`, also for a record in the trash, `writeOnce` for a record of another kind, errors from `change`,
  ///   and as ``replace(_:)``.
  @discardableResult
  package func updatePlain(
    _ id: RecordIdentifier, annotating: ((inout RecordAnnotations) -> Void)? = nil,
    _ change: (inout CredentialRecord) throws(CredentialVaultError) -> Void
  ) throws(CredentialVaultError) -> CredentialRecord {
    var result: CredentialRecord?
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
      var record = try body.record(id)
      let kind = record.kind
      guard CredentialKinds.plain.contains(kind) else { throw CredentialVaultError(.writeOnce) }
      try change(&record)
      guard record.kind == kind, record.id == id else { throw CredentialVaultError(.writeOnce) }
      let stamp = stamp(time, over: body)
      body.write(record, stamp: stamp)
      try annotate(&body, annotating, stamp)
      result = record
      return [Change(id: id, body: body, revision: revision + 1)]
    }
    guard let result else { throw CredentialVaultError(.noSuchRecord) }
    return result
  }
}
