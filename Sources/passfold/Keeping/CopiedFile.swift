// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalFiles
import SecretMemory
import Synchronization
import VaultProtocol

/// A new file that receives the bytes of another one without interpreting them; only its owner can read it.
///
/// An interruption may remove it at any moment, even while it is being created.
final class CopiedFile: Sendable {
  private enum State {
    case unmade
    case open(Int32)
    case removed
  }

  /// The maximum number of bytes copied from a file that the user specifies.
  private static let longest = 4 << 30

  private let path: String
  private let state = Mutex(State.unmade)

  /// - Parameter path: Its final path.
  init(at path: String) { self.path = path }

  /// Creates the file and its parent folders.
  /// - Throws: `fileTaken`, `system`.
  func create() throws(CommandFailure) {
    DurableFile.makeFolder(of: path)
    let fault = state.withLock { state -> Int32 in
      guard case .unmade = state else { return ECANCELED }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return errno }
      state = .open(descriptor)
      return 0
    }
    guard fault == 0 else { throw fault == EEXIST ? .fileTaken(path: path) : .system(path: path, errorNumber: fault) }
  }

  /// Copies a file and makes the copy durable.
  ///
  /// - Parameter show: Called with the number of bytes copied and the total.
  /// - Throws: `notACopy` of the vault if the file is longer than any copy, `notAFile`, `fileChanged`, `system`.
  func take(from source: String, show: (Int, Int) -> Void) throws(CommandFailure) {
    guard case .open(let descriptor) = state.withLock({ $0 }) else { throw .system(path: path, errorNumber: ECANCELED) }
    let input = try SourceFile(path: source)
    guard input.byteCount <= Self.longest else { throw .vault(VaultFailure(.notACopy)) }
    try input.takeAll(show: show) { (part) throws(CommandFailure) in
      guard part.withBytes({ DescriptorOutput.write($0, to: descriptor) }) else { throw .system(path: path, errorNumber: errno) }
    }
    guard fsync(descriptor) == 0 else { throw .system(path: path, errorNumber: errno) }
  }

  /// Removes the file, and prevents creating one later.
  func remove() {
    state.withLock { state in
      if case .open = state { unlink(path) }
      state = .removed
    }
  }
}
