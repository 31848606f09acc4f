// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// A new file that only its owner can read. It must not exist yet, and is removed if nothing is written to it.
struct NewPrivateFile {
  private let path: String
  private let descriptor: Int32

  /// - Throws: `pictureExists`, `system`.
  init(path: String) throws(CommandFailure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw errno == EEXIST ? .pictureExists(path: path) : .system(path: path, errorNumber: errno) }
  }

  /// Writes the output of `content` and closes the file; removes it on failure.
  func write(_ content: () async throws(CommandFailure) -> SharedSecret) async throws(CommandFailure) {
    defer { close(descriptor) }
    do throws(CommandFailure) {
      let secret = try await content()
      guard secret.withBytes({ DescriptorOutput.write($0, to: descriptor) }), fsync(descriptor) == 0 else {
        throw .system(path: path, errorNumber: errno)
      }
    } catch {
      unlink(path)
      throw error
    }
  }
}

/// Whether the path can be used for a file.
enum FileAccess {
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
