// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// A file that only its owner may read, written beside its place and put there when it is whole.
struct SavedFile {
  /// Where it will lie.
  let path: String
  private let draft: String
  private let descriptor: Int32
  private let replaces: Bool

  /// - Parameters:
  ///   - name: What it is called in a folder.
  ///   - place: A file or a folder; nil is the current folder.
  ///   - replaces: Whether it may take the place of a file that is there.
  /// - Throws: `fileTaken`, `system`.
  init(named name: String, at place: String?, replaces: Bool) throws(CommandFailure) {
    var path = place ?? "./\(name)"
    var status = stat()
    if let place, stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { path = place + "/" + name }
    if lstat(path, &status) == 0, !replaces { throw .fileTaken(path: path) }
    self.path = path
    self.replaces = replaces
    var generator = SystemRandomNumberGenerator()
    draft = path + ".part-" + String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(path: path, errorNumber: errno) }
  }

  func write(_ part: SharedSecret) throws(CommandFailure) {
    guard part.withBytes({ DescriptorOutput.write($0, to: descriptor) }) else { throw .system(path: path, errorNumber: errno) }
  }

  /// Makes it durable and puts it into its place.
  /// - Throws: `fileTaken` where another file came there meanwhile, `system`.
  func finish() throws(CommandFailure) {
    guard fsync(descriptor) == 0 else { throw .system(path: path, errorNumber: errno) }
    if replaces {
      guard rename(draft, path) == 0 else { throw .system(path: path, errorNumber: errno) }
    } else if link(draft, path) == 0 {
      unlink(draft)
    } else {
      // Some file systems have no second names.
      let hasNoLinks = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS
      guard errno != EEXIST, !hasNoLinks || access(path, F_OK) != 0 else { throw .fileTaken(path: path) }
      guard hasNoLinks, rename(draft, path) == 0 else { throw .system(path: path, errorNumber: errno) }
    }
    close(descriptor)
  }

  /// Leaves nothing of it.
  func discard() { unlink(draft) }
}
