// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the vault answers, without the request's number.
package enum VaultAnswer: Hashable, Sendable {
  /// The most entries that a failure names.
  package static let mostMatches = 20

  /// How things stand.
  case status(VaultStatus)
  /// The vault was made; the secret part is its recovery key, shown this once.
  case created(RecoveryKit)
  /// The recovery key was replaced, by a recovery or by the passphrase; the secret part is the new one, shown this once.
  case recoveryKit(RecoveryKit)
  /// The request was carried out, and there is nothing to tell of it.
  case done
  /// A credential was stored.
  case added(VaultEntry)
  /// The very same credential was there already, and nothing was stored.
  case present(VaultEntry)
  /// A note, card or identity as it is now.
  case kept(KeptEntry)
  /// What a set-up link would add.
  case setUp(SetUpPreview)
  /// What a part of a migration export has added.
  case imported(CodeImport)
  /// The credential as it is now.
  case entry(VaultEntry)
  /// What was asked for, or as much of it as an answer holds.
  case entries(EntryList)
  /// How much of the trash was erased.
  case erased(Erasure)
  /// Everything about a credential but its secret.
  case details(EntryDetails)
  /// How a password stands to those that are kept.
  case passwordState(PasswordState)
  /// A credential's password, which is the secret part.
  case revealed(VaultEntry)
  /// The note and the fields that are shown with a credential, which are the secret part.
  case shown(ShownParts)
  /// A credential's set-up link, which is the secret part.
  case setUpURL(VaultEntry)
  /// A file on its way in or out, or kept now; on its way out, the secret part is its next part.
  case attachment(AttachmentState)
  /// A code, which is the secret part; with the next one behind a line feed where that was asked for.
  case code(IssuedCode)
  /// Codes, which are the secret part: one line for each row, in their order.
  case codes(CodeList)
  /// The time that codes are made for.
  case clock(ClockState)
  /// How a part of the passwords stand.
  case health(HealthPage)
  /// What left the vault.
  case releases(ReleaseList)
  /// What is damaged.
  case checked(CheckReport)
  /// The copies beside the vault.
  case snapshots(SnapshotList)
  /// A copy that was made.
  case snapshot(Snapshot)
  /// A copy is in the vault's place.
  case restored(Restoration)
  /// The vault was put together anew.
  case repaired(RepairReport)
  /// How the vault stands to the account's other devices.
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
  /// The digits that the person types into the other device, which are the secret part.
  case digits
  /// The account that was joined.
  case joined(JoinedAccount)
  /// What is to be carried; the secret part is the beginning of its body.
  case task(CarryTask)
  /// The next part of a task's body, which is the secret part.
  case taskPart
  /// How far an import is.
  case importing(ImportState)
  /// An import was taken back.
  case importUndone(ImportUndone)
  /// How far an export is; the secret part is the next part of the file.
  case exporting(ExportState)
  /// How far long work is; the answer follows.
  case progress(Progress)
  /// It was not done.
  case failure(VaultFailure)
}
