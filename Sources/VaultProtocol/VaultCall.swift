// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a client asks of the vault, without the request's number.
package enum VaultCall: Hashable, Sendable {
  /// How things stand.
  case status
  /// Makes the vault; its passphrase is asked for by a prompt.
  case create
  /// Opens the vault and a grant for the asking terminal.
  case unlock
  /// Forgets every key and grant.
  case lock
  /// Changes the passphrase; the vault's prompts ask for the present one and for the new one.
  case changePassphrase
  /// Lets a PIN open the vault for a while; the vault's prompts ask for the passphrase and for the PIN.
  case choosePIN
  /// Lets a finger open the vault for a while; the vault's prompt asks for the passphrase.
  case chooseFinger
  /// Forgets the PIN and that a finger was chosen; nobody is asked.
  case forgetPIN
  /// Opens the vault with the recovery key under a new passphrase; the vault's prompts ask for both.
  case recover
  /// Replaces the recovery key; the vault's prompt asks for the passphrase.
  case replaceRecoveryKey
  /// Says that the latest recovery key is on paper, or in the file that the person wanted it in; nobody is asked.
  case recoveryKeyArrived
  /// Stores a password: the secret part, or asked for by a prompt when there is none. Fails with `loginExists` where the account has one.
  case addPassword(NewPassword)
  /// Says what a set-up link in the secret part would add, and stores nothing.
  case previewSetUp(SetUpQuery)
  /// Stores the set-up of verification codes: a link or Base32 secret in the secret part, or asked for by a prompt.
  case addCode(NewCode)
  /// Stores the codes of one part of an `otpauth-migration:` export, which is the secret part.
  case importCodes(ImportQuery)
  /// Ends the wait of a pending set-up: by the code in the secret part that the service took, or without one by the person's word.
  case confirmCode(Confirmation)
  /// Stores a note, card or identity: its secrets in the secret part, or asked for by prompts when there is none.
  case addEntry(NewEntry)
  /// Entries that are not in the trash, without a secret.
  case list(ListQuery = ListQuery())
  /// Everything about one credential but its secret.
  case details(EntryQuery)
  /// Changes one credential; the secret part, if any, is its new password, link or Base32 secret.
  case edit(EntryEdit)
  /// Moves one credential to the trash.
  case remove(EntryQuery)
  /// Takes one credential out of the trash.
  case restore(EntryQuery)
  /// Entries in the trash, without a secret, and who put them there.
  case trash(ListQuery = ListQuery())
  /// Erases one credential in the trash for good, or all of them, once the person has agreed at a prompt.
  case erase(ErasureQuery = ErasureQuery())
  /// Whether the password in the secret part is kept for an account of a site.
  case passwordState(PasswordStateQuery)
  /// The password of one credential, or one that it had before.
  case reveal(RevealQuery)
  /// What is shown with one credential: its note, and those of the person's own fields that are not hidden.
  case revealShown(EntryQuery)
  /// The set-up link of one credential's codes, as it would be given to another device.
  case exportSetUp(EntryQuery)
  /// Prepares for a file that is to be kept with a credential.
  case attach(NewAttachment)
  /// The next part of a file on its way in, which is the secret part; the last one stores the file with its credential, both or neither.
  case sendPart(TransferQuery)
  /// Prepares for a file that is to be handed out.
  case openAttachment(AttachmentQuery)
  /// The next part of a file on its way out.
  case takePart(TransferQuery)
  /// Removes a file from its credential for good.
  case removeAttachment(AttachmentQuery)
  /// The current code of the one credential that the query fits.
  case code(CodeQuery)
  /// The current codes of all credentials that the query fits.
  case codes(CodesQuery)
  /// Whether the time that codes are made for differs from the system's.
  case clock
  /// Makes codes for another time than the system's, once the person has agreed at a prompt.
  case compensateClock(ClockCompensation)
  /// How the passwords stand: how easily they are guessed, how old they are, and which are the same.
  case health(HealthQuery)
  /// What left the vault in the last 90 days.
  case releases(ReleasesQuery)
  /// What is damaged, missing or set back.
  case check
  /// The copies beside the vault.
  case snapshots
  /// Makes a copy now, for a person to keep elsewhere.
  case takeSnapshot
  /// Puts a copy that lies beside the vault into its place, once the person has typed the passphrase that it opens with.
  case restoreVault(CopyQuery)
  /// Puts the vault together anew from all that is whole, once the person has typed the passphrase.
  case repairVault
  /// Begins to synchronise the vault at a place, once the person has typed the passphrase.
  case synchronise(SyncPlace)
  /// Does something with a vault that is synchronised.
  case syncStep(SyncStep)
  /// How the vault stands to the account's other devices.
  case syncStatus
  /// The account's devices, and the words to compare.
  case devices
  /// Offers the account to one new device, once the person has typed the passphrase.
  case offerDevice
  /// Waits for the device that answers the offer; a prompt asks for the digits that it shows.
  case admitDevice
  /// Removes a device from the account, once the person has typed the passphrase.
  case removeDevice(DeviceQuery)
  /// Gives a device of the account, or this one, another name that all of them show.
  case renameDevice(DeviceRename)
  /// Joins an account by the link or code in the secret part; a prompt asks for the passphrase of the new vault. Answers with the digits to show.
  case joinAccount(JoinQuery)
  /// Waits until the other device has admitted this one, and takes in all that the account has.
  case finishJoining
  /// Brings an account back whose devices are lost: prompts ask for the recovery key and for the passphrase of the new vault.
  case recoverAccount(JoinQuery)
  /// A step of whoever carries sealed bytes between the vault and its other devices.
  case carry(CarryStep)
  /// A step of bringing another program's file into the vault.
  case importStep(ImportStep)
  /// A step of writing what the vault has into a file of another program's format.
  case exportStep(ExportStep)
  /// Ends a running request of this connection and takes its prompt away.
  case cancel
}
