// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Files that are replaced in one step and survive a power cut: written next to the original, synchronised, renamed.
enum DurableFile {
  /// Replaces a file's content. The old content stays complete until the new one is.
  static func replace(_ path: String, with bytes: [UInt8], inFolder folder: String) throws(CredentialVaultError) {
    let draft = path + ".draft"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    var failure = write(bytes, to: descriptor)
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(draft, path) != 0 { failure = errno }
    if let failure {
      unlink(draft)
      throw CredentialVaultError(errorNumber: failure)
    }
    try synchronise(folder)
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
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw CredentialVaultError(errorNumber: errno) }
  }

  /// Writes everything. Returns the error number on failure.
  static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt? {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        written += count
      }
      return nil
    }
  }
}
