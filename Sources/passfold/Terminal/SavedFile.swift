// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory
import VaultProtocol

/// The file that a person named for what comes out of the vault.
struct SavedFile {
  /// Where it will lie.
  let path: String
  /// What an interruption has to take away; nil where a file that is not whole has no name.
  var leftover: String? { file.leftover }

  private let file: TransferredFile

  /// - Parameters:
  ///   - name: What it is called in a folder.
  ///   - place: A file or a folder; nil is the current folder.
  ///   - replaces: Whether it may take the place of a file that is there.
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

  /// Makes it durable and puts it into its place.
  /// - Throws: `fileTaken` where another file came there meanwhile, `system`.
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
