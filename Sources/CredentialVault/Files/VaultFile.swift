// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalFiles

/// The vault's small files: replaced as ``LocalFiles/DurableFile`` prescribes, read with limits.
enum VaultFile {
  /// Replaces a file's content. The old content stays complete until the new one is.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CredentialVaultError) {
    do { try DurableFile.replace(path, with: bytes) } catch { throw CredentialVaultError(errorNumber: error.errorNumber) }
  }

  /// Reads a file of at most `limit` bytes.
  /// - Throws: `damaged` for a longer file, and system errors.
  static func read(_ path: String, limit: Int) throws(CredentialVaultError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw CredentialVaultError(.unreadable) }
    guard status.st_size <= limit else { throw CredentialVaultError(.damaged) }
    return try read(descriptor, byteCount: Int(status.st_size))
  }

  /// Reads this many bytes from a descriptor's current position; fewer at the end of its file.
  static func read(_ descriptor: CInt, byteCount: Int) throws(CredentialVaultError) -> [UInt8] {
    var failure: CInt?
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      while count < byteCount {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), byteCount - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        count += got
      }
    }
    if let failure { throw CredentialVaultError(errorNumber: failure) }
    return bytes
  }

  /// Reads the first bytes of a file; fewer if it is shorter.
  static func beginning(of path: String, byteCount: Int) throws(CredentialVaultError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    defer { close(descriptor) }
    var failure: CInt?
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      count = pread(descriptor, buffer.baseAddress, byteCount, 0)
      if count < 0 {
        failure = errno
        count = 0
      }
    }
    if let failure { throw CredentialVaultError(errorNumber: failure) }
    return bytes
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { unlink(path) }

  /// Synchronises a folder's names to disk.
  static func synchronise(_ folder: String) throws(CredentialVaultError) {
    do { try DurableFile.synchronise(folder) } catch { throw CredentialVaultError(errorNumber: error.errorNumber) }
  }
}
