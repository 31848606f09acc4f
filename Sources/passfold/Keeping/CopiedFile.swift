// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory
import Synchronization
import VaultProtocol

/// A new file that takes over the bytes of another one, which it does not read as anything; only its owner may read it.
///
/// An interruption may take it away at any moment, also while it is made.
final class CopiedFile: Sendable {
  private enum State {
    case unmade
    case open(Int32)
    case removed
  }

  /// The most bytes that are taken from a file that somebody names.
  private static let longest = 4 << 30

  private let path: String
  private let state = Mutex(State.unmade)

  /// - Parameter path: Where it will lie.
  init(at path: String) { self.path = path }

  /// Makes it, and the folders that it lies in.
  /// - Throws: `fileTaken`, `system`.
  func create() throws(CommandFailure) {
    TransferredFile.makeFolder(of: path)
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
  /// - Parameter show: Hears how many bytes are copied, and how many there are.
  /// - Throws: `notACopy` of the vault where it is longer than any, `notAFile`, `fileChanged`, `system`.
  func take(from source: String, show: (Int, Int) -> Void) throws(CommandFailure) {
    guard case .open(let descriptor) = state.withLock({ $0 }) else { throw .system(path: path, errorNumber: ECANCELED) }
    let input = try SourceFile(path: source)
    guard input.byteCount <= Self.longest else { throw .vault(VaultFailure(.notACopy)) }
    try input.takeAll(show: show) { (part) throws(CommandFailure) in
      guard part.withBytes({ DescriptorOutput.write($0, to: descriptor) }) else { throw .system(path: path, errorNumber: errno) }
    }
    guard fsync(descriptor) == 0 else { throw .system(path: path, errorNumber: errno) }
  }

  /// Takes the file away again, and lets none be made later.
  func remove() {
    state.withLock { state in
      if case .open = state { unlink(path) }
      state = .removed
    }
  }
}
