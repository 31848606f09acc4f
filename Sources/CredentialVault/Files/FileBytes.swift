// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc
import LocalFiles

/// The bytes of a file, read or written in parts from its beginning, with their digest.
struct FileBytes {
  private static let partByteCount = 1 << 20

  private let descriptor: CInt
  private var hash = SHA256()

  /// The digest of everything read or written so far.
  var digest: SHA256.Digest { hash.finalize() }

  init(reading path: String) throws(CredentialVaultError) {
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
  }

  /// Creates a file that must not exist yet.
  init(creating path: String) throws(CredentialVaultError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
  }

  /// Returns the next part; empty at the end.
  mutating func read(atMost limit: Int = partByteCount) throws(CredentialVaultError) -> [UInt8] {
    let bytes = try VaultFile.read(descriptor, byteCount: min(limit, Self.partByteCount))
    hash.update(data: bytes)
    return bytes
  }

  /// Returns this many bytes; fewer only at the end.
  mutating func readWhole(_ byteCount: Int) throws(CredentialVaultError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < byteCount, case let part = try read(atMost: byteCount - bytes.count), !part.isEmpty { bytes += part }
    return bytes
  }

  mutating func write(_ bytes: [UInt8]) throws(CredentialVaultError) {
    if let failure = DurableFile.write(bytes, to: descriptor) { throw CredentialVaultError(errorNumber: failure) }
    hash.update(data: bytes)
  }

  func synchronise() throws(CredentialVaultError) {
    guard fsync(descriptor) == 0 else { throw CredentialVaultError(errorNumber: errno) }
  }

  func close() { Glibc.close(descriptor) }
}
