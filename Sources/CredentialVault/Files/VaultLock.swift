// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The lock file that a process holds while it has the vault open; the kernel releases it with the process.
final class VaultLock: Sendable {
  private let descriptor: Mutex<CInt?>

  /// - Throws: `inUse` with the holder's process identifier, and system errors.
  init(at path: String) throws(CredentialVaultError) {
    let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let text = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
        count = max(0, pread(opened, buffer.baseAddress, buffer.count, 0))
      }
      close(opened)
      throw CredentialVaultError(.inUse, holder: Int32(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)))
    }
    _ = ftruncate(opened, 0)
    let number = Array("\(getpid())\n".utf8)
    _ = pwrite(opened, number, number.count, 0)
    descriptor = Mutex(opened)
  }

  /// Whether a process holds the lock file at a path; false if there is none.
  static func isHeld(at path: String) -> Bool {
    let opened = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return false }
    defer { close(opened) }
    return flock(opened, LOCK_SH | LOCK_NB) != 0
  }

  /// Releases the lock. Further calls have no effect.
  func release() {
    descriptor.withLock { descriptor in
      if let held = descriptor { close(held) }
      descriptor = nil
    }
  }

  deinit { release() }
}
