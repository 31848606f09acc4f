// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalFiles
import SecretMemory
import VaultProtocol

/// A small file with the user's preferences, readable only by them.
struct PersonalFile {
  /// The maximum length; longer files are not ours.
  private static let longest = 4096

  let path: String

  /// The file's content; empty if it does not exist.
  @MainActor var content: [UInt8] {
    guard let file = ChosenFile(path: path), file.byteCount <= Self.longest, let content = file.next(file.byteCount) else { return [] }
    return content.withBytes { Array($0) }
  }

  /// Replaces the content; empty content deletes the file.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  func keep(_ content: [UInt8]) -> Bool {
    if content.isEmpty { return unlink(path) == 0 || errno == ENOENT }
    DurableFile.makeFolder(of: path)
    guard let file = try? TransferredFile(at: path, replaces: true) else { return false }
    do {
      try file.append(SharedSecret(copying: content))
      try file.finish()
      return true
    } catch {
      return false
    }
  }
}
