// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The reason a vault operation failed. Whatever the code, everything stored before is still stored.
package struct CredentialVaultError: Error, Hashable, Sendable {
  /// The kinds of error; new kinds may be added.
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
    /// This user may not read a file of the vault.
    package static let unreadable = Code("unreadable")
    /// A file of the vault differs from what the vault wrote.
    package static let damaged = Code("damaged")
    /// Another process has the vault open; ``CredentialVaultError/holder`` is its process identifier.
    package static let inUse = Code("inUse")
    /// A newer version of the program wrote the vault.
    package static let tooNew = Code("tooNew")
    /// The operation needs keys, and locking forgot them.
    package static let locked = Code("locked")
    /// The passphrase is not the vault's.
    package static let wrongPassphrase = Code("wrongPassphrase")
    /// The passphrase is right, but the data it protects was altered or copied from another vault.
    package static let tampered = Code("tampered")
    /// The recovery key has a typing error: its check characters do not match.
    package static let recoveryKeyMistyped = Code("recoveryKeyMistyped")
    /// The recovery key is another vault's, or was replaced.
    package static let wrongRecoveryKey = Code("wrongRecoveryKey")
    /// The PIN is not the vault's; the TPM counts the attempt.
    package static let wrongPIN = Code("wrongPIN")
    /// There is no TPM, or this process may not use it.
    package static let chipMissing = Code("chipMissing")
    /// The TPM accepts no PIN for a while.
    package static let chipLockedOut = Code("chipLockedOut")
    /// The TPM refused, or was reset since the vault was opened.
    package static let chipFailed = Code("chipFailed")
    /// Too many wrong passphrases; ``CredentialVaultError/retryAfter`` is the time of the next attempt.
    package static let tooManyAttempts = Code("tooManyAttempts")
    /// The passphrase for a new vault is empty.
    package static let passphraseEmpty = Code("passphraseEmpty")
    /// The passphrase is not valid UTF-8, so it cannot be normalised (NFKD).
    package static let passphraseNotUTF8 = Code("passphraseNotUTF8")
    /// The system did not provide the memory that key derivation needs.
    package static let outOfMemory = Code("outOfMemory")
    /// No record has the identifier.
    package static let noSuchRecord = Code("noSuchRecord")
    /// A record with the identifier exists.
    package static let recordExists = Code("recordExists")
    /// A passkey's key, identifier, user handle and relying party cannot change, and neither can a record's kind.
    package static let writeOnce = Code("writeOnce")
    /// The codes are not waiting for their first accepted code.
    package static let notPending = Code("notPending")
    /// The record is longer than 64 KiB.
    package static let recordTooLong = Code("recordTooLong")
    /// A newer version wrote the record; it is kept as it is.
    package static let recordTooNew = Code("recordTooNew")
    /// The record cannot be opened; the other records can.
    package static let recordDamaged = Code("recordDamaged")
    /// The database holds an older version of the record than was stored last: another program put it there.
    package static let recordOutdated = Code("recordOutdated")
    /// The file is longer than 10 MiB.
    package static let attachmentTooLong = Code("attachmentTooLong")
    /// The record already has 64 files, or the file would bring their total above 100 MiB.
    package static let tooManyAttachments = Code("tooManyAttachments")
    /// The record already has a file of this name.
    package static let attachmentExists = Code("attachmentExists")
    /// The name is empty, longer than 255 bytes, or not valid on every system.
    package static let badAttachmentName = Code("badAttachmentName")
    /// The record has no such file.
    package static let noSuchAttachment = Code("noSuchAttachment")
    /// The bytes of a file are missing or differ from what was stored; the record and its other files are readable.
    package static let attachmentDamaged = Code("attachmentDamaged")
    /// The bytes of a file are still on their way from another device.
    package static let attachmentAwaited = Code("attachmentAwaited")
    /// The bytes from another device are not those of the file.
    package static let attachmentRefused = Code("attachmentRefused")
    /// Fewer or more bytes arrived than were announced.
    package static let attachmentIncomplete = Code("attachmentIncomplete")
    /// The disk, or the vault's share of it, is full.
    package static let storageFull = Code("storageFull")
    /// The vault is on a file system, or in files, that may not be written.
    package static let storageReadOnly = Code("storageReadOnly")
    /// A newer version's changes to the database failed on a copy; the vault is unchanged.
    package static let migrationFailed = Code("migrationFailed")
    /// The file is not a copy of a vault, or is damaged.
    package static let notACopy = Code("notACopy")
    /// There is no snapshot of that name.
    package static let noSuchSnapshot = Code("noSuchSnapshot")
    /// The caller cancelled long-running work.
    package static let canceled = Code("canceled")
    /// The system refused a read or write for another reason.
    package static let storageFailed = Code("storageFailed")
  }

  /// The kind of error.
  package let code: Code
  /// For `inUse`: the identifier of the process that has the vault open, if known.
  package let holder: Int32?
  /// For `tooManyAttempts`: when the next passphrase will be checked.
  package let retryAfter: Date?

  /// Creates an error. `holder` goes only with `inUse`, and `retryAfter` only with `tooManyAttempts`.
  package init(_ code: Code, holder: Int32? = nil, retryAfter: Date? = nil) {
    self.code = code
    self.holder = holder
    self.retryAfter = retryAfter
  }

  /// Whether both errors are of the same kind.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes only the code, consistently with equality.
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
