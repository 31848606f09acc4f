// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The signatures of the picture formats that `passfold-qr` reads (docs/qr-codes.md): PNG, JPEG and WebP.
package enum PictureSignature {
  private static let byteCount = 12

  /// Returns whether bytes begin with such a signature.
  package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let head = Array(bytes.prefix(byteCount))
    return head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) || head.starts(with: [0xFF, 0xD8, 0xFF])
      || head.count == byteCount && head.starts(with: "RIFF".utf8) && head.dropFirst(8).elementsEqual("WEBP".utf8)
  }

  /// Returns whether a regular file begins with such a signature; false if it cannot be read.
  package static func begins(fileAt path: String) -> Bool {
    // Do not wait for a writer if this is a named pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return begins(openFile: descriptor)
  }

  /// Returns whether an open file begins with such a signature. Does not change its position.
  package static func begins(openFile descriptor: Int32) -> Bool {
    var head = [UInt8](repeating: 0, count: byteCount)
    let count = pread(descriptor, &head, byteCount, 0)
    return count > 0 && begins(head.prefix(count))
  }
}
