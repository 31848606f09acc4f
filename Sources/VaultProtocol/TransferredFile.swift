// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalFiles
package import SecretMemory

/// A file that only its owner may read, assembled from the parts of a transfer.
///
/// It has no name until it is complete (`O_TMPFILE` of open(2)): an existing file stays until then, and an interrupted program leaves
/// nothing. On a file system without unnamed files it is a draft next to its final path, which remains only if the program is killed.
package final class TransferredFile {
  /// A system error.
  package struct Fault: Error {
    /// The errno(3) value; `EEXIST` if another file is there.
    package let errorNumber: Int32
  }

  /// Its final path.
  package let path: String
  /// The draft to remove after an interruption, next to the final path; nil if the file has no name.
  package var leftover: String? { isNamed ? draft : nil }

  private let replaces: Bool
  private let draft: String
  private let isNamed: Bool
  private var descriptor: Int32

  /// - Parameters:
  ///   - path: Its final path.
  ///   - replaces: Whether it may replace an existing file.
  /// - Throws: `Fault`, also if a file exists that it may not replace.
  package init(at path: String, replaces: Bool) throws(Fault) {
    var status = stat()
    if !replaces, lstat(path, &status) == 0 { throw Fault(errorNumber: EEXIST) }
    (self.path, self.replaces) = (path, replaces)
    var random = SystemRandomNumberGenerator()
    draft = path + ".part-" + String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
    let nameless = open(DurableFile.folder(of: path), Self.nameless | O_WRONLY | O_CLOEXEC, 0o600)
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

  /// Appends a part.
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

  /// Makes it durable and moves it into place, also durably. On failure nothing is left of it.
  /// - Throws: `Fault`, with `EEXIST` if another file appeared there that it may not replace.
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
      // Some file systems have no hard links.
      let hasNoLinks = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS
      try check(hasNoLinks)
      if access(path, F_OK) == 0 { throw Fault(errorNumber: EEXIST) }
      try check(rename(draft, path) == 0)
    }
    close(descriptor)
    descriptor = -1
    do { try DurableFile.synchroniseFolder(of: path) } catch { throw Fault(errorNumber: error.errorNumber) }
  }

  /// Gives the unnamed file a name.
  private func name(_ name: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }

  private func check(_ isDone: Bool) throws(Fault) {
    if !isDone { throw Fault(errorNumber: errno) }
  }
}
