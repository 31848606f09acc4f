// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A client's requests to the vault, without the request's number.
package enum VaultCall: Hashable, Sendable {
  /// Returns the vault's state.
  case status
  /// Creates the vault; a prompt asks for its passphrase.
  case create
  /// Opens the vault and a grant for the requesting terminal.
  case unlock
  /// Forgets every key and grant.
  case lock
  /// Changes the passphrase; the vault's prompts ask for the current one and for the new one.
  case changePassphrase
  /// Permits opening the vault with a PIN for a while; the vault's prompts ask for the passphrase and for the PIN.
  case choosePIN
  /// Permits opening the vault by fingerprint for a while; the vault's prompt asks for the passphrase.
  case chooseFinger
  /// Removes the PIN and the choice of a fingerprint, without a prompt.
  case forgetPIN
  /// Has the vault close after another time without use; the vault's prompt asks for the passphrase.
  case chooseIdleTime(IdleTimeChoice)
  /// Opens the vault with the recovery key under a new passphrase; the vault's prompts ask for both.
  case recover
  /// Replaces the recovery key; the vault's prompt asks for the passphrase.
  case replaceRecoveryKey
  /// Confirms that the latest recovery key is on paper, or in the file that the user chose; there is no prompt.
  case recoveryKeyArrived
  /// Stores a password from the secret part, or from a prompt if there is none. Fails with `loginExists` if the account has one.
  case addPassword(NewPassword)
  /// Returns the effects of a set-up link in the secret part, and stores nothing.
  case previewSetUp(SetUpQuery)
  /// Stores the set-up of one-time codes: a link or Base32 secret from the secret part, or from a prompt.
  case addCode(NewCode)
  /// Stores the codes of one part of an `otpauth-migration:` export, which is the secret part.
  case importCodes(ImportQuery)
  /// Confirms a pending set-up, by the code in the secret part that the service accepted, or without one by the user's decision.
  case confirmCode(Confirmation)
  /// Stores a note, card or identity, with its secrets from the secret part, or from prompts if there is none.
  case addEntry(NewEntry)
  /// Returns entries that are not in the trash, without secrets.
  case list(ListQuery = ListQuery())
  /// Returns everything about one entry but its secret.
  case details(EntryQuery)
  /// Changes one entry; the secret part, if any, is its new password, link or Base32 secret.
  case edit(EntryEdit)
  /// Moves one entry to the trash.
  case remove(EntryQuery)
  /// Restores one entry from the trash.
  case restore(EntryQuery)
  /// Returns entries in the trash, without secrets, and who put them there.
  case trash(ListQuery = ListQuery())
  /// Erases one entry in the trash permanently, or all of them, once the user has agreed at a prompt.
  case erase(ErasureQuery = ErasureQuery())
  /// Returns whether the password in the secret part is stored for an account of a site.
  case passwordState(PasswordStateQuery)
  /// Returns the password of one entry, or one of its old ones.
  case reveal(RevealQuery)
  /// Returns what is shown with one entry: its note, and the user's own fields that are not hidden.
  case revealShown(EntryQuery)
  /// Returns the set-up link of one entry's codes, for another device.
  case exportSetUp(EntryQuery)
  /// Prepares to attach a file to an entry.
  case attach(NewAttachment)
  /// Sends the next part of a file, which is the secret part; the last one stores the file together with its entry, or neither.
  case sendPart(TransferQuery)
  /// Prepares to read a file.
  case openAttachment(AttachmentQuery)
  /// Returns the next part of a file being read.
  case takePart(TransferQuery)
  /// Removes a file from its entry permanently.
  case removeAttachment(AttachmentQuery)
  /// Returns the current code of the one entry that the query matches.
  case code(CodeQuery)
  /// Returns the current codes of all entries that the query matches.
  case codes(CodesQuery)
  /// Returns whether the time for generating codes differs from the system's.
  case clock
  /// Generates codes for another time than the system's, once the user has agreed at a prompt.
  case compensateClock(ClockCompensation)
  /// Returns the health of the passwords: how easy they are to guess, how old they are, and which are the same.
  case health(HealthQuery)
  /// Returns the releases of the last 90 days.
  case releases(ReleasesQuery)
  /// Returns what is damaged, missing or rolled back.
  case check
  /// Returns the copies next to the vault.
  case snapshots
  /// Makes a copy now, for the user to keep elsewhere.
  case takeSnapshot
  /// Replaces the vault with a copy next to it, once the user has typed the passphrase that opens the copy.
  case restoreVault(CopyQuery)
  /// Repairs the vault from all undamaged data, once the user has typed the passphrase.
  case repairVault
  /// Starts synchronising the vault at a place, once the user has typed the passphrase.
  case synchronise(SyncPlace)
  /// Performs an operation on a synchronised vault.
  case syncStep(SyncStep)
  /// Returns the state of synchronising with the account's other devices.
  case syncStatus
  /// Returns the account's devices, and the words to compare.
  case devices
  /// Offers the account to one new device, once the user has typed the passphrase.
  case offerDevice
  /// Waits for the device that answers the offer; a prompt asks for the digits it shows.
  case admitDevice
  /// Removes a device from the account, once the user has typed the passphrase.
  case removeDevice(DeviceQuery)
  /// Renames a device of the account, or this one, on all devices.
  case renameDevice(DeviceRename)
  /// Joins an account by the link or code in the secret part; a prompt asks for the passphrase of the new vault. Returns the digits to
  /// show.
  case joinAccount(JoinQuery)
  /// Waits until the other device has admitted this one, and reads everything in the account.
  case finishJoining
  /// Recovers an account whose devices are lost: prompts ask for the recovery key and for the passphrase of the new vault.
  case recoverAccount(JoinQuery)
  /// A step of the carrier that transfers encrypted bytes between the vault and its other devices.
  case carry(CarryStep)
  /// A step of importing another program's file.
  case importStep(ImportStep)
  /// A step of exporting the vault into a file in another program's format.
  case exportStep(ExportStep)
  /// Ends a running request of this connection and closes its prompt.
  case cancel
}
