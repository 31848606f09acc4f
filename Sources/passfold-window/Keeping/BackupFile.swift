// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SecretMemory
import VaultProtocol

/// A copy of the vault on its way between the vault's folder and a file of the person's. It is sealed, and nothing here looks into it.
enum BackupFile {
  /// More than any vault has.
  private static let longest = 4 << 30
  private static let partLength = 256 * 1024

  /// Copies a file beside the window, to one that only the person may read and that has its name once it is whole.
  ///
  /// - Parameters:
  ///   - target: Where it will lie; its folder is made, and a file that is there is replaced, which the person has been asked about.
  ///   - hear: Hears whether it is there, and durable.
  static func copy(from source: String, to target: String, hear: @escaping @MainActor @Sendable (Bool) -> Void) {
    DispatchQueue.global().async {
      let isWhole = copied(source, target)
      MainLoop.post { hear(isWhole) }
    }
  }

  private static func copied(_ source: String, _ target: String) -> Bool {
    TransferredFile.makeFolder(of: target)
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
