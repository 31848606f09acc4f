// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import Glibc

/// `releases.sealed`: encrypted entries of one size after a mark, oldest first, appended one by one.
///
/// When appending returns, the kernel has the entry, so that a killed process loses none. It is not synchronised to disk: a power cut may
/// lose the last entries, but releasing a code never waits for a disk.
struct ReleaseFile: Sendable {
  private static let mark = Array("PFL1".utf8)
  private static let entry = ReleaseSealing.entryByteCount

  let path: String

  /// Returns all complete entries, oldest first; none for a file that is not of this version.
  func entries() -> [ArraySlice<UInt8>] {
    guard let bytes = try? VaultFile.read(path, limit: 1 << 26), bytes.starts(with: Self.mark) else { return [] }
    return stride(from: Self.mark.count, through: bytes.count - Self.entry, by: Self.entry).map { bytes[$0..<$0 + Self.entry] }
  }

  /// Appends entries, after cutting off a partial entry left by an interrupted process.
  /// - Throws: File-system errors; the file then still has complete entries.
  func append(_ entries: [[UInt8]]) throws(CredentialVaultError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw CredentialVaultError(.unsafeLocation) }
    var beginning = [UInt8](repeating: 0, count: Self.mark.count)
    let isOurs = pread(descriptor, &beginning, beginning.count, 0) == beginning.count && beginning == Self.mark
    let size = Int(status.st_size)
    let whole = isOurs ? size - (size - Self.mark.count) % Self.entry : 0
    guard whole == size || ftruncate(descriptor, whole) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    let bytes = (isOurs ? [] : Self.mark) + entries.joined()
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else {
      let refusal = count < 0 ? errno : ENOSPC
      ftruncate(descriptor, whole)
      throw CredentialVaultError(errorNumber: refusal)
    }
  }

  /// Replaces all entries; they are on disk when this returns.
  func replace(with entries: ArraySlice<ArraySlice<UInt8>>) throws(CredentialVaultError) {
    try VaultFile.replace(path, with: Self.mark + entries.joined())
  }
}
