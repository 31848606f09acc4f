// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads files of other programs, which may be of any size and kind.
enum BoundedFile {
  /// The bytes of a plain file.
  ///
  /// - Parameter takesBeginning: whether a longer file is cut off instead of refused.
  /// - Returns: nil when it is no plain file, cannot be read (`errno` says why), or is longer.
  static func read(_ path: String, upTo limit: Int, takesBeginning: Bool = false) -> [UInt8]? {
    // A pipe that nobody writes to must not hold the command up.
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
