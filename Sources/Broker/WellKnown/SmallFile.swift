// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An untrusted file, which is read only if it is as small as expected.
enum SmallFile {
  /// The permitted author of a file.
  enum Author {
    /// Anyone.
    case anybody
    /// The user: the file belongs to this user, and nobody else may write it.
    case thisUser
  }

  /// Returns the file's bytes; nil if there is none, it is not a regular file, has more than `limit` bytes or another author.
  static func bytes(of path: String, limit: Int, author: Author = .anybody) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (author == .thisUser ? O_NOFOLLOW : 0))
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit,
      author == .anybody || status.st_uid == getuid() && status.st_mode & 0o022 == 0
    else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = size == 0 ? 0 : max(0, read(descriptor, buffer.baseAddress, size))
    }
    return bytes.count == size ? bytes : nil
  }

  /// Whether a path exists.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
