// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalFiles
import Synchronization

/// The lock file that a process holds while it has the vault open; the kernel releases it with the process.
final class VaultLock: Sendable {
  private let lock: Mutex<ProcessLock?>

  /// - Throws: `inUse` with the holder's process identifier, and system errors.
  init(at path: String) throws(CredentialVaultError) {
    do {
      lock = Mutex(try ProcessLock(at: path))
    } catch {
      switch error {
      case .isHeld(let holder): throw CredentialVaultError(.inUse, holder: holder)
      case .systemCallFailed(let errorNumber): throw CredentialVaultError(errorNumber: errorNumber)
      }
    }
  }

  /// Whether a process holds the lock file at a path; false if there is none.
  static func isHeld(at path: String) -> Bool { ProcessLock.isHeld(at: path) }

  /// Releases the lock. Further calls have no effect.
  func release() {
    lock.withLock { $0 = nil }
  }
}
