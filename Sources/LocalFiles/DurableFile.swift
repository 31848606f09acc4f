// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Files that are replaced in one step and survive a power cut: written next to the original, synchronised, renamed.
package enum DurableFile {
  /// Replaces a file's content. The old content stays complete until the new one is on the disk.
  ///
  /// If two processes may replace the same file at the same time, they need different drafts.
  ///
  /// - Parameters:
  ///   - path: The file's path. Its folder must exist.
  ///   - bytes: The new content.
  ///   - permissions: The permissions of the new file.
  ///   - draft: The path of the new content until it is complete, in the same folder; by default `path` with the suffix `.draft`.
  /// - Throws: ``FileFault``. If the fault is in the folder's synchronisation, the new content is in place but may be lost in a power cut;
  ///   otherwise the old file is unchanged. No draft remains.
  package static func replace(
    _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600, draft: String? = nil
  ) throws(FileFault) {
    let draft = draft ?? path + ".draft"
    // A process that was killed may have left one.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw FileFault(errorNumber: errno) }
    var failure = write(bytes, to: descriptor)
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    // Closing may also report a write error.
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(draft, path) != 0 { failure = errno }
    if let failure {
      unlink(draft)
      throw FileFault(errorNumber: failure)
    }
    try synchroniseFolder(of: path)
  }

  /// Writes everything to a descriptor.
  ///
  /// - Returns: The errno(3) value of the failed call; nil on success.
  package static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt? {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? EIO : errno }
        written += count
      }
      return nil
    }
  }

  /// Makes the names in a folder durable, which takes more than writing the bytes of its files.
  ///
  /// - Throws: ``FileFault`` if the folder cannot be opened or the disk fails.
  package static func synchronise(_ folder: String) throws(FileFault) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(errorNumber: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFault(errorNumber: errno) }
  }

  /// Makes a file's name durable. Ignores folders that may not be read, and file systems that write nothing for a folder.
  ///
  /// - Throws: ``FileFault`` if the disk fails.
  package static func synchroniseFolder(of path: String) throws(FileFault) {
    do {
      try synchronise(folder(of: path))
    } catch  where [EACCES, EINVAL, ENOSYS, EOPNOTSUPP].contains(error.errorNumber) {
      return
    }
  }

  /// Creates the missing folders of a file, accessible only to their owner. On failure, creating the file fails too.
  ///
  /// - Parameter path: The file's absolute path.
  package static func makeFolder(of path: String) {
    guard let end = path.lastIndex(of: "/"), end > path.startIndex else { return }
    let folder = String(path[..<end])
    guard mkdir(folder, 0o700) != 0, errno == ENOENT else { return }
    makeFolder(of: folder)
    mkdir(folder, 0o700)
  }

  /// Returns the folder that contains a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
