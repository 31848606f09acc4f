// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads files of other programs, which may have any size and type.
enum BoundedFile {
  /// Returns the bytes of a regular file.
  ///
  /// - Parameter takesBeginning: Whether to cut off a longer file instead of refusing it.
  /// - Returns: Nil if it is not a regular file, cannot be read (`errno` contains the reason), or is longer.
  static func read(_ path: String, upTo limit: Int, takesBeginning: Bool = false) -> [UInt8]? {
    // Do not block on a pipe that nobody writes to.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      errno = EINVAL
      return nil
    }
    if facts.st_size > limit && !takesBeginning {
      errno = EFBIG
      return nil
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &part, min(part.count, limit - bytes.count))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += part[..<count]
    }
    return bytes
  }
}
