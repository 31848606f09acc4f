// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SecretMemory

/// A file that only its owner may read, into which the parts of a transfer go.
///
/// It has no name until it is whole (`O_TMPFILE` of open(2)): what was there stays until then, and a program that is ended meanwhile leaves nothing. On
/// a file system that knows no files without a name it is a draft beside its place, which only a killed program leaves.
package final class TransferredFile {
  /// The system refused.
  package struct Fault: Error {
    /// errno(3); `EEXIST` where another file is there.
    package let errorNumber: Int32
  }

  /// Where it will lie.
  package let path: String
  /// What an interruption has to take away: the draft beside its place; nil where the file has no name.
  package var leftover: String? { isNamed ? draft : nil }

  private let replaces: Bool
  private let draft: String
  private let isNamed: Bool
  private var descriptor: Int32

  /// - Parameters:
  ///   - path: Where it will lie.
  ///   - replaces: Whether it may take the place of a file that is there.
  /// - Throws: `Fault`, also where a file is there that it may not replace.
  package init(at path: String, replaces: Bool) throws(Fault) {
    var status = stat()
    if !replaces, lstat(path, &status) == 0 { throw Fault(errorNumber: EEXIST) }
    (self.path, self.replaces) = (path, replaces)
    var random = SystemRandomNumberGenerator()
    draft = path + ".part-" + String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
    let nameless = open(Self.folder(of: path), Self.nameless | O_WRONLY | O_CLOEXEC, 0o600)
    isNamed = nameless < 0
    descriptor = isNamed ? open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) : nameless
    if descriptor < 0 { throw Fault(errorNumber: errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if isNamed { unlink(draft) }
  }

  /// `O_TMPFILE` of open(2), which Swift does not import.
  private static let nameless = O_DIRECTORY | 0o20_000_000

  /// Makes the folders that a file is to lie in, for their owner alone; where that fails, so does the file.
  ///
  /// - Parameter path: The file's, absolute.
  package static func makeFolder(of path: String) {
    guard let end = path.lastIndex(of: "/"), end > path.startIndex else { return }
    let folder = String(path[..<end])
    guard mkdir(folder, 0o700) != 0, errno == ENOENT else { return }
    makeFolder(of: folder)
    mkdir(folder, 0o700)
  }

  /// Adds a part at the end.
  /// - Throws: `Fault`.
  package func append(_ part: SharedSecret) throws(Fault) {
    let errorNumber = part.withBytes { bytes -> Int32 in
      var done = 0
      while done < bytes.count {
        let more = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if more > 0 { done += more } else if more == 0 || errno != EINTR { return more == 0 ? EIO : errno }
      }
      return 0
    }
    if errorNumber != 0 { throw Fault(errorNumber: errorNumber) }
  }

  /// Makes it durable and puts it into its place, durably too; nothing is left of it where it did not get there.
  /// - Throws: `Fault`, with `EEXIST` where another file came there meanwhile that it may not replace.
  package func finish() throws(Fault) {
    guard fsync(descriptor) == 0 else { throw Fault(errorNumber: errno) }
    if replaces {
      try check(isNamed || name(draft))
      guard rename(draft, path) == 0 else {
        let fault = Fault(errorNumber: errno)
        unlink(draft)
        throw fault
      }
    } else if !isNamed {
      try check(name(path))
    } else if link(draft, path) == 0 {
      unlink(draft)
    } else {
      // Some file systems have no second names.
      let hasNoLinks = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS
      try check(hasNoLinks)
      if access(path, F_OK) == 0 { throw Fault(errorNumber: EEXIST) }
      try check(rename(draft, path) == 0)
    }
    close(descriptor)
    descriptor = -1
    try check(Self.synchroniseFolder(of: path))
  }

  /// Makes a file's name durable, which takes more than the file's own bytes; false with errno(3) where the disk fails. A folder that may not be
  /// read, and a file system that has nothing to write for a folder, do as they can.
  package static func synchroniseFolder(of path: String) -> Bool {
    let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return true }
    let isDone = fsync(folder) == 0
    let errorNumber = errno
    close(folder)
    errno = errorNumber
    return isDone || errorNumber != EIO && errorNumber != ENOSPC && errorNumber != EDQUOT
  }

  private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

  /// Gives the file that has none a name.
  private func name(_ name: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }

  private func check(_ isDone: Bool) throws(Fault) {
    if !isDone { throw Fault(errorNumber: errno) }
  }
}
