// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LocalFiles
import SecretMemory
import VaultProtocol

/// Copies a backup between the vault's folder and a file of the user's choice. It is encrypted, and this code does not look inside.
enum BackupFile {
  /// The maximum size in bytes, which no vault reaches.
  private static let longest = 4 << 30
  private static let partLength = 256 * 1024

  /// Copies a file in the background to one that only the user can read and that gets its name once it is complete.
  ///
  /// - Parameters:
  ///   - target: The new path; its folder is created, and an existing file is replaced, which the user has been asked about.
  ///   - hear: Called with whether the copy is complete and durable.
  static func copy(from source: String, to target: String, hear: @escaping @MainActor @Sendable (Bool) -> Void) {
    DispatchQueue.global().async {
      let isWhole = copied(source, target)
      MainLoop.post { hear(isWhole) }
    }
  }

  private static func copied(_ source: String, _ target: String) -> Bool {
    DurableFile.makeFolder(of: target)
    guard let input = ChosenFile(path: source), input.byteCount <= longest, let output = try? TransferredFile(at: target, replaces: true)
    else {
      return false
    }
    do {
      var left = input.byteCount
      while left > 0 {
        guard let part = input.next(min(left, partLength)) else { return false }
        try output.append(part)
        left -= part.byteCount
      }
      try output.finish()
      return true
    } catch {
      return false
    }
  }
}
