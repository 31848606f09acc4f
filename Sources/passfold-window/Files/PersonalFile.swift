// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory
import VaultProtocol

/// A small file in which a person's own choices are kept, which only they may read.
struct PersonalFile {
  /// Longer files are none of ours.
  private static let longest = 4096

  let path: String

  /// What is in it; nothing where it is not there.
  @MainActor var content: [UInt8] {
    guard let file = ChosenFile(path: path), file.byteCount <= Self.longest, let content = file.next(file.byteCount) else { return [] }
    return content.withBytes { Array($0) }
  }

  /// Keeps another content in its place; without any the file goes.
  ///
  /// - Returns: Whether it is kept.
  @discardableResult
  func keep(_ content: [UInt8]) -> Bool {
    if content.isEmpty { return unlink(path) == 0 || errno == ENOENT }
    TransferredFile.makeFolder(of: path)
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
