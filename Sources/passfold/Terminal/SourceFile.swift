// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// A file of the person's that is read part by part, straight into locked memory.
final class SourceFile {
  /// Its length in bytes when it was opened.
  let byteCount: Int
  /// The last part of its path.
  let name: String
  private static let longestPart = 1 << 18
  private let path: String
  private let descriptor: Int32
  private var readByteCount = 0

  /// - Throws: `notAFile`, `system`.
  init(path: String) throws(CommandFailure) {
    // Whoever writes into a pipe of this name need not be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(path: path, errorNumber: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: path)
    }
    byteCount = Int(status.st_size)
    name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// All of it, in parts of which each finds room in locked memory.
  ///
  /// - Parameters:
  ///   - show: Hears how many bytes are taken, and how many there are.
  ///   - take: Takes a part.
  /// - Throws: `fileChanged`, `system`, and what `take` throws.
  func takeAll(show: (Int, Int) -> Void, take: (SharedSecret) throws(CommandFailure) -> Void) throws(CommandFailure) {
    while readByteCount < byteCount {
      try take(next(min(Self.longestPart, byteCount - readByteCount)))
      show(readByteCount, byteCount)
    }
  }

  /// The next bytes.
  /// - Throws: `fileChanged` where it has become shorter, or after its last bytes longer, `system`.
  func next(_ count: Int) throws(CommandFailure) -> SharedSecret {
    var part = SecretBytes(byteCount: count)
    var filled = 0
    while filled < count {
      let offset = filled
      let got = part.withMutableBytes { bytes in read(descriptor, bytes.baseAddress.map { $0 + offset }, count - offset) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(path: path, errorNumber: errno) }
      guard got > 0 else { throw .fileChanged(path: path) }
      filled += got
    }
    readByteCount += count
    var more: UInt8 = 0
    guard readByteCount < byteCount || read(descriptor, &more, 1) == 0 else { throw .fileChanged(path: path) }
    return SharedSecret(part)
  }
}
