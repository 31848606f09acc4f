// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The content of a small text file, possibly untrusted. A file that cannot be read is distinguished from a missing one.
enum SmallFileContent {
  /// There is no such file.
  case missing
  /// The file cannot be read: it is hidden, not a regular file, a link, longer than 64 KiB, or not UTF-8.
  case unreadable
  case text(String)

  private static let limit = 64 * 1024

  /// Reads a regular file. Links are not followed, because a caller may have placed them in its own file system.
  init(at path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      self = errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable
      return
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let text = Self.text(from: descriptor) else {
      self = .unreadable
      return
    }
    self = .text(text)
  }

  private static func text(from descriptor: CInt) -> String? {
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress, buffer.count - filled)
      }
      guard count >= 0 else { return nil }
      if count == 0 { return String(validating: bytes.prefix(filled), as: UTF8.self) }
      filled += count
    }
    return nil
  }
}
