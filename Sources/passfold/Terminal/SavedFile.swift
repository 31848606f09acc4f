// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory
import VaultProtocol

/// The file, chosen by the user, that receives data from the vault.
struct SavedFile {
  /// Its final path.
  let path: String
  /// Keeps the terminal until the file is complete. An interruption removes the incomplete file, which has a name on some file systems.
  ///
  /// Requests to the vault must not keep the terminal themselves meanwhile.
  func keeper() -> TerminalKeeper {
    let leftover = file.leftover
    return TerminalKeeper { if let leftover { unlink(leftover) } }
  }

  private let file: TransferredFile

  /// - Parameters:
  ///   - name: The file's name if `place` is a folder.
  ///   - place: A file or a folder; nil for the current folder.
  ///   - replaces: Whether it may replace an existing file.
  /// - Throws: `fileTaken`, `system`.
  init(named name: String, at place: String?, replaces: Bool) throws(CommandFailure) {
    var path = place ?? "./\(name)"
    var status = stat()
    if let place, stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { path = place + "/" + name }
    self.path = path
    do throws(TransferredFile.Fault) {
      file = try TransferredFile(at: path, replaces: replaces)
    } catch {
      throw Self.failure(error, at: path)
    }
  }

  /// - Throws: `system`.
  func write(_ part: SharedSecret) throws(CommandFailure) {
    do throws(TransferredFile.Fault) {
      try file.append(part)
    } catch {
      throw Self.failure(error, at: path)
    }
  }

  /// Makes the file durable and moves it to its final path.
  /// - Throws: `fileTaken` if another file appeared there in the meantime, `system`.
  func finish() throws(CommandFailure) {
    do throws(TransferredFile.Fault) {
      try file.finish()
    } catch {
      throw Self.failure(error, at: path)
    }
  }

  private static func failure(_ fault: TransferredFile.Fault, at path: String) -> CommandFailure {
    fault.errorNumber == EEXIST ? .fileTaken(path: path) : .system(path: path, errorNumber: fault.errorNumber)
  }
}
