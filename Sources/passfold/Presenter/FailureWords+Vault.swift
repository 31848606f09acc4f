// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The words for failures reported by the vault, and those about its files.
extension FailureWords {
  /// Finds the words for a failure reported by the vault.
  package init(_ failure: VaultFailure) {
    let found =
      FailureWords(sync: failure) ?? FailureWords(ofVaultFiles: failure) ?? FailureWords(ofUnlocking: failure)
      ?? FailureWords(ofPrompts: failure) ?? FailureWords(ofEntries: failure)
    if let found {
      self = found
      return
    }
    switch failure.code {
    case .noSuchAttachment, .attachmentExists, .badAttachmentName, .attachmentTooLong, .tooManyAttachments, .attachmentDamaged,
      .attachmentAwaited, .attachmentRefused, .transferEnded, .recordTooLong:
      self.init(ofAttachments: failure)
    case .fileUnreadable, .fileUnwritable, .nothingToUndo: self.init(ofExchange: failure)
    default: self.init(translated("the vault answered '\(Presenter.printable(failure.detail ?? failure.code.name))'; nothing was changed"))
    }
  }

  /// The vault is missing, in use, damaged or full; nil for other failures.
  init?(ofVaultFiles failure: VaultFailure) {
    let copies = failure.code == .noVault ? failure.detail.flatMap(Int.init) ?? 0 : 0
    switch failure.code {
    case .noVault where copies > 0:
      self.init(
        CopiesWords.vaultGone(copies),
        hint: translated(
          "list them: passfold vault snapshots; restore one: passfold vault restore NAME; or create a new vault, which leaves them unchanged: passfold init"
        ), .noVault)
    case .noVault:
      self.init(
        translated("there is no vault yet"),
        hint: translated(
          "create one: passfold init; or use the vault of another device: passfold devices join; if all devices are lost: passfold devices recover"
        ), .noVault)
    case .vaultExists:
      self.init(translated("there is already a vault; it was left as it is"), hint: translated("unlock it: passfold unlock"))
    case .vaultInUse:
      self.init(
        translated("another process has the vault open; nothing was changed"),
        hint: translated("quit the other Passfold process, then run the command again"),
        .vaultUnusable)
    case .vaultUnreadable:
      self.init(
        translated("the vault's files cannot be read; nothing was changed"),
        hint: translated("check that the folder and its files belong to you and are readable: passfold status names it"), .vaultUnusable)
    case .vaultDamaged:
      self.init(
        translated("the vault's files differ from what Passfold wrote; nothing was changed"),
        hint: translated("find out what is damaged: passfold vault check; repair it: passfold vault repair"), .vaultUnusable)
    case .recordOutdated:
      self.init(
        translated(
          "the vault's file contains an older version of this entry than the one Passfold stored last, so it is not used; nothing was changed"
        ),
        hint: translated("another program changed the vault's files: passfold vault repair restores the entry from a snapshot"),
        .vaultUnusable)
    case .notACopy:
      self.init(
        translated("the file is not a Passfold backup or snapshot, or it is damaged; nothing was changed"),
        hint: translated("list the others: passfold vault snapshots"))
    case .noSuchSnapshot:
      self.init(
        translated("there is no such snapshot; nothing was changed"), hint: translated("list the snapshots: passfold vault snapshots"),
        .notFound)
    case .migrationFailed:
      self.init(
        translated("the vault could not be converted to this version's format; it is unchanged"),
        hint: translated("use the previous version of Passfold, and report this problem"),
        .vaultUnusable)
    case .vaultTooNew:
      self.init(
        translated("the vault was written by a newer version of Passfold; nothing was changed"),
        hint: translated("update Passfold on this computer"),
        .vaultUnusable)
    case .notStored where failure.detail == "storageFull":
      self.init(
        translated(
          "the disk is full, or the vault has reached its maximum of 512 MiB; nothing was stored, and the existing contents are unchanged"),
        hint: translated(
          "check its size and that of its snapshots: passfold vault snapshots; erase files you do not need: passfold attachments"))
    case .notStored:
      self.init(
        translated("the vault could not be written; the existing contents are unchanged"),
        hint: translated("check the free disk space and the folder: passfold status"))
    default: return nil
    }
  }
}
