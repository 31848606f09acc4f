// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalTransport
import SecretMemory

/// Something that is sent to the vault part by part.
@MainActor
protocol SentSource {
  /// Its length in bytes.
  var byteCount: Int { get }

  /// The next bytes; nil where there are no such many.
  func next(_ count: Int) -> SharedSecret?
}

extension ChosenFile: SentSource {}

/// A file that a person chose, read part by part straight into locked memory: exports of other programs hold passwords in plain text.
final class ChosenFile {
  /// Its name without its folder.
  let name: String
  /// Its length in bytes when it was opened.
  let byteCount: Int
  private let descriptor: Int32

  /// - Returns: nil where it is no ordinary file that this person may read, or is empty where it may not be.
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

  /// Whether it begins as a picture does that may hold QR codes.
  var isPicture: Bool { PictureSignature.begins(openFile: descriptor) }

  /// The same file, open once more for somebody who closes it; nil where no more files can be open.
  func another() -> CInt? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Whether there are bytes behind those that were read.
  var hasMore: Bool {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) != 0
  }

  /// The next bytes; nil where the file has become shorter or cannot be read any more.
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
