// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// A file of the user that is read in parts, directly into locked memory.
final class SourceFile {
  /// The length in bytes when the file was opened.
  let byteCount: Int
  /// The last component of its path.
  let name: String
  private static let longestPart = 1 << 18
  private let path: String
  private let descriptor: Int32
  private var readByteCount = 0

  /// - Throws: `notAFile`, `system`.
  init(path: String) throws(CommandFailure) {
    // Do not wait for a process that writes into a pipe with this name.
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

  /// Reads the whole file in parts that fit into locked memory.
  ///
  /// - Parameters:
  ///   - show: Called with the number of bytes read and the total.
  ///   - take: Called with each part.
  /// - Throws: `fileChanged`, `system`, and what `take` throws.
  func takeAll(show: (Int, Int) -> Void, take: (SharedSecret) throws(CommandFailure) -> Void) throws(CommandFailure) {
    while readByteCount < byteCount {
      try take(next(min(Self.longestPart, byteCount - readByteCount)))
      show(readByteCount, byteCount)
    }
  }

  /// Reads the next bytes.
  /// - Throws: `fileChanged` if the file has become shorter, or longer after its last bytes, `system`.
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
