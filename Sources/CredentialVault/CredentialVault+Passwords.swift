// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import FoundationEssentials
import SecretMemory

extension CredentialVault {
  /// Changes a login as one step. A password that the change removes goes to the login's history.
  ///
  /// - Parameter annotating: A change to the user's additions, made in the same step.
  /// - Returns: The record as it is stored now.
  /// - Throws: `locked`, `noSuchRecord`, also for a record in the trash, `writeOnce` for a record of another kind, errors from `change`,
  ///   and as ``replace(_:)``.
  @discardableResult
  package func updatePassword(
    _ id: RecordIdentifier, annotating: ((inout RecordAnnotations) -> Void)? = nil,
    _ change: (inout PasswordRecord) throws(CredentialVaultError) -> Void
  ) throws(CredentialVaultError) -> PasswordRecord {
    var result: PasswordRecord?
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
      guard case .password(let old) = try body.record(id) else { throw CredentialVaultError(.writeOnce) }
      var record = old
      try change(&record)
      if !constantTimeEquals(old.password, record.password) { record.retire(old.password, at: environment.now()) }
      let stamp = stamp(time, over: body)
      body.write(.password(record), stamp: stamp)
      try annotate(&body, annotating, stamp)
      result = record
      return [Change(id: id, body: body, revision: revision + 1)]
    }
    guard let result else { throw CredentialVaultError(.noSuchRecord) }
    return result
  }
}
