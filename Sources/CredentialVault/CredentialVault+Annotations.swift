// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import SyncModel

extension CredentialVault {
  /// Returns the user's additions to a credential, including one in the trash.
  /// - Throws: As ``record(_:)``.
  package func annotations(of id: RecordIdentifier) throws(CredentialVaultError) -> RecordAnnotations {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in try stored(id, unlocked).body.annotations() }
  }

  /// Changes the user's additions to a credential of any kind as one step.
  /// - Throws: `locked`, `noSuchRecord`, also for a record in the trash, and as ``replace(_:)``.
  package func annotate(_ id: RecordIdentifier, _ change: @escaping (inout RecordAnnotations) -> Void) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
      // A record that cannot be read completely must not be overwritten.
      _ = try body.record(id)
      try annotate(&body, change, stamp(time, over: body))
      return [Change(id: id, body: body, revision: revision + 1)]
    }
  }

  /// Changes the user's additions in a body that is about to be stored.
  func annotate(
    _ body: inout RecordBody, _ change: ((inout RecordAnnotations) -> Void)?, _ stamp: FieldStamp
  ) throws(CredentialVaultError) {
    guard let change else { return }
    var annotations = try body.annotations()
    change(&annotations)
    body.write(annotations, stamp: stamp)
  }
}
