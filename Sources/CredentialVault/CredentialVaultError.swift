// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Why the vault did not do what was asked; whatever the code, what was stored before is stored still.
package struct CredentialVaultError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// There is no vault in the folder.
    package static let missing = Code("missing")
    /// There already is a vault in the folder.
    package static let alreadyExists = Code("alreadyExists")
    /// The folder or a file in it is a symbolic link, is not of the right kind, or belongs to another user.
    package static let unsafeLocation = Code("unsafeLocation")
    /// A file of the vault may not be read by this user.
    package static let unreadable = Code("unreadable")
    /// A file of the vault is not what the vault wrote.
    package static let damaged = Code("damaged")
    /// Another process has the vault open; ``CredentialVaultError/holder`` is its number.
    package static let inUse = Code("inUse")
    /// A newer version of the program wrote the vault.
    package static let tooNew = Code("tooNew")
    /// What was asked takes keys, and they were forgotten with the lock.
    package static let locked = Code("locked")
    /// The passphrase is not the vault's.
    package static let wrongPassphrase = Code("wrongPassphrase")
    /// The passphrase is right, and what it protects was altered or brought from another vault.
    package static let tampered = Code("tampered")
    /// The recovery key has a typing error: its check characters do not fit.
    package static let recoveryKeyMistyped = Code("recoveryKeyMistyped")
    /// The recovery key is another vault's, or another one has replaced it.
    package static let wrongRecoveryKey = Code("wrongRecoveryKey")
    /// The PIN is not the vault's; the TPM counts it.
    package static let wrongPIN = Code("wrongPIN")
    /// There is no TPM, or it may not be used.
    package static let chipMissing = Code("chipMissing")
    /// The TPM looks at no PIN for a while.
    package static let chipLockedOut = Code("chipLockedOut")
    /// The TPM refused, or was reset since the vault was opened.
    package static let chipFailed = Code("chipFailed")
    /// Too many wrong passphrases; ``CredentialVaultError/retryAfter`` says when the next one counts.
    package static let tooManyAttempts = Code("tooManyAttempts")
    /// A passphrase for a new vault is empty.
    package static let passphraseEmpty = Code("passphraseEmpty")
    /// The passphrase has bytes that are no text, so it could not be normalised (NFKD).
    package static let passphraseNotUTF8 = Code("passphraseNotUTF8")
    /// The machine did not give the memory that deriving the key takes.
    package static let outOfMemory = Code("outOfMemory")
    /// No record has the identifier.
    package static let noSuchRecord = Code("noSuchRecord")
    /// A record with the identifier exists.
    package static let recordExists = Code("recordExists")
    /// A passkey's key, identifier, user handle and relying party stay what they are, and a record keeps its kind.
    package static let writeOnce = Code("writeOnce")
    /// The codes are not waiting for their first accepted code.
    package static let notPending = Code("notPending")
    /// The record is above 64 KiB.
    package static let recordTooLong = Code("recordTooLong")
    /// The record was written by a newer version and is kept as it is.
    package static let recordTooNew = Code("recordTooNew")
    /// The record cannot be opened; the other records can.
    package static let recordDamaged = Code("recordDamaged")
    /// The database holds an older version of the record than was stored last: somebody else than the vault put it there.
    package static let recordOutdated = Code("recordOutdated")
    /// The file is above 10 MiB.
    package static let attachmentTooLong = Code("attachmentTooLong")
    /// The record holds 64 files already, or the file would bring its files above 100 MiB together.
    package static let tooManyAttachments = Code("tooManyAttachments")
    /// The record holds a file of this name.
    package static let attachmentExists = Code("attachmentExists")
    /// The name is empty, above 255 bytes, or no file could have it everywhere.
    package static let badAttachmentName = Code("badAttachmentName")
    /// The record holds no such file.
    package static let noSuchAttachment = Code("noSuchAttachment")
    /// The bytes of a file are missing or are not what was stored; the record and its other files can be read.
    package static let attachmentDamaged = Code("attachmentDamaged")
    /// The bytes of a file are on their way from another device.
    package static let attachmentAwaited = Code("attachmentAwaited")
    /// What was brought from another device is not the file.
    package static let attachmentRefused = Code("attachmentRefused")
    /// Fewer or more bytes came than were announced.
    package static let attachmentIncomplete = Code("attachmentIncomplete")
    /// The disk or the vault's share of it is full.
    package static let storageFull = Code("storageFull")
    /// The vault lies on a file system, or in files, that may not be written.
    package static let storageReadOnly = Code("storageReadOnly")
    /// A newer version's changes to the database did not succeed on a copy; the vault is as it was.
    package static let migrationFailed = Code("migrationFailed")
    /// The file is no copy of a vault, or is damaged.
    package static let notACopy = Code("notACopy")
    /// There is no snapshot of that name.
    package static let noSuchSnapshot = Code("noSuchSnapshot")
    /// Whoever waited for long work does not want it any more.
    package static let canceled = Code("canceled")
    /// The system refused to read or write for another reason.
    package static let storageFailed = Code("storageFailed")
  }

  /// The kind of refusal.
  package let code: Code
  /// For `inUse`: the number of the process that has the vault, if it could be told.
  package let holder: Int32?
  /// For `tooManyAttempts`: when the next passphrase will be looked at.
  package let retryAfter: Date?

  /// Refuses; `holder` goes with `inUse` alone, and `retryAfter` with `tooManyAttempts`.
  package init(_ code: Code, holder: Int32? = nil, retryAfter: Date? = nil) {
    self.code = code
    self.holder = holder
    self.retryAfter = retryAfter
  }

  /// Whether both are refusals of the same kind.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes the code alone, as equality does.
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
