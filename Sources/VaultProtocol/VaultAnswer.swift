// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The vault's answers, without the request's number.
package enum VaultAnswer: Hashable, Sendable {
  /// The maximum number of entries named by a failure.
  package static let mostMatches = 20

  /// The vault's state.
  case status(VaultStatus)
  /// The vault was created; the secret part is its recovery key, shown only this once.
  case created(RecoveryKit)
  /// The recovery key was replaced, by a recovery or with the passphrase; the secret part is the new one, shown only this once.
  case recoveryKit(RecoveryKit)
  /// The request was carried out and has no result.
  case done
  /// An entry was stored.
  case added(VaultEntry)
  /// Exactly this entry was already there, and nothing was stored.
  case present(VaultEntry)
  /// The current state of a note, card or identity.
  case kept(KeptEntry)
  /// The effects of a set-up link.
  case setUp(SetUpPreview)
  /// The entries added by a part of a migration export.
  case imported(CodeImport)
  /// The current state of the entry.
  case entry(VaultEntry)
  /// The requested entries, or as many as an answer holds.
  case entries(EntryList)
  /// The amount of the trash that was erased.
  case erased(Erasure)
  /// Everything about an entry but its secret.
  case details(EntryDetails)
  /// The relation of a password to the stored ones.
  case passwordState(PasswordState)
  /// An entry's password, which is the secret part.
  case revealed(VaultEntry)
  /// The note and the fields shown with an entry, which are the secret part.
  case shown(ShownParts)
  /// An entry's set-up link, which is the secret part.
  case setUpURL(VaultEntry)
  /// A file being added or read, or added now; when reading, the secret part is its next part.
  case attachment(AttachmentState)
  /// A code, which is the secret part; followed by a line feed and the next one if requested.
  case code(IssuedCode)
  /// Codes, which are the secret part: one line for each row, in order.
  case codes(CodeList)
  /// The time for generating codes.
  case clock(ClockState)
  /// The health of a part of the passwords.
  case health(HealthPage)
  /// The log of releases.
  case releases(ReleaseList)
  /// The result of a check.
  case checked(CheckReport)
  /// The copies next to the vault.
  case snapshots(SnapshotList)
  /// A copy that was made.
  case snapshot(Snapshot)
  /// A copy has replaced the vault.
  case restored(Restoration)
  /// The vault was repaired.
  case repaired(RepairReport)
  /// The state of synchronising with the account's other devices.
  case syncStatus(SyncStatus)
  /// The account's devices.
  case devices(DeviceList)
  /// An offer to a new device; the secret part is its link and its code.
  case deviceOffer(DeviceOffer)
  /// A device that was admitted.
  case deviceAdmitted(Device)
  /// A device that was removed.
  case deviceRemoved(RemovedDevice)
  /// A device under its new name.
  case deviceRenamed(Device)
  /// The digits that the user types on the other device, which are the secret part.
  case digits
  /// The account that was joined.
  case joined(JoinedAccount)
  /// A task for a carrier; the secret part is the start of its body.
  case task(CarryTask)
  /// The next part of a task's body, which is the secret part.
  case taskPart
  /// The progress of an import.
  case importing(ImportState)
  /// An import was undone.
  case importUndone(ImportUndone)
  /// The progress of an export; the secret part is the next part of the file.
  case exporting(ExportState)
  /// The progress of long work; the answer follows.
  case progress(Progress)
  /// The request failed.
  case failure(VaultFailure)
}
