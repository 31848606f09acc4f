// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import GRDB
import Glibc

extension CredentialVaultError {
  /// Translates an SQLite error into a vault error.
  init(_ error: any Error) {
    switch error {
    case let error as CredentialVaultError: self = error
    case let error as CredentialCryptographyError: self.init(error)
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_MISMATCH: self.init(.damaged)
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self.init(.unreadable)
      case .SQLITE_READONLY: self.init(.storageReadOnly)
      case .SQLITE_FULL: self.init(.storageFull)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.inUse)
      case .SQLITE_INTERRUPT: self.init(.canceled)
      default: self.init(.storageFailed)
      }
    // A column of another type than the vault writes.
    case is RowDecodingError: self.init(.damaged)
    default: self.init(.storageFailed)
    }
  }

  /// Translates an error of the slot or the keys into a vault error.
  init(_ error: CredentialCryptographyError) {
    switch error.code {
    case .wrongPassphrase: self.init(.wrongPassphrase)
    case .wrongPIN: self.init(.wrongPIN)
    case .chipMissing: self.init(.chipMissing)
    case .chipLockedOut: self.init(.chipLockedOut)
    case .chipFailed: self.init(.chipFailed)
    case .recoveryKeyMistyped: self.init(.recoveryKeyMistyped)
    case .passphraseNotUTF8: self.init(.passphraseNotUTF8)
    case .slotTampered, .costBelowFloor, .costAboveCeiling: self.init(.tampered)
    case .outOfMemory: self.init(.outOfMemory)
    case .unsupportedVersion: self.init(.tooNew)
    case .recordTooLong: self.init(.recordTooLong)
    case .libraryFailure: self.init(.storageFailed)
    default: self.init(.damaged)
    }
  }

  /// Translates a failed system call on one of the vault's files into a vault error.
  init(errorNumber: CInt) {
    switch errorNumber {
    case EACCES, EPERM, EISDIR: self.init(.unreadable)
    case ELOOP, ENOTDIR: self.init(.unsafeLocation)
    case ENOENT: self.init(.missing)
    case ENOSPC, EDQUOT, EFBIG: self.init(.storageFull)
    case EROFS: self.init(.storageReadOnly)
    default: self.init(.storageFailed)
    }
  }
}
