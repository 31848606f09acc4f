// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalTransport
import SecretMemory

/// Data that is sent to the vault in parts.
@MainActor
protocol SentSource {
  /// The length in bytes.
  var byteCount: Int { get }

  /// Returns the next bytes; nil if there are fewer than `count`.
  func next(_ count: Int) -> SharedSecret?
}

extension ChosenFile: SentSource {}

/// A file that the user chose, read in parts straight into locked memory: exports of other programs contain passwords in plain text.
final class ChosenFile {
  /// The file's name without its folder.
  let name: String
  /// The length in bytes when it was opened.
  let byteCount: Int
  private let descriptor: Int32

  /// - Returns: nil if it is not a regular file that the user can read, or if it is empty and must not be.
  init?(path: String, mayBeEmpty: Bool = false) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, mayBeEmpty || status.st_size > 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    name = path.split(separator: "/").last.map(String.init) ?? path
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Whether it begins like a picture format that can contain QR codes.
  var isPicture: Bool { PictureSignature.begins(openFile: descriptor) }

  /// Returns a second descriptor of the same file, which the caller closes; nil if no more files can be opened.
  func another() -> CInt? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Whether more bytes follow those already read.
  var hasMore: Bool {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) != 0
  }

  /// Returns the next bytes; nil if the file has become shorter or can no longer be read.
  func next(_ count: Int) -> SharedSecret? {
    var bytes = SecretBytes(byteCount: count)
    var done = 0
    bytes.withMutableBytes { buffer in
      while done < count {
        let more = read(descriptor, buffer.baseAddress.map { $0 + done }, count - done)
        if more > 0 { done += more } else if more == 0 || errno != EINTR { break }
      }
    }
    return done == count ? SharedSecret(bytes) : nil
  }
}
