// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The file that a portal left, told apart from files that were there before.
package struct PortalPicture: Sendable, Equatable {
  /// The file's absolute path.
  package let path: String
  /// When the portal was asked, in seconds since 1970.
  package let asked: Int

  /// Takes the portal's answer; nil unless it is a file on this machine.
  package init?(uri: String, asked: Int) {
    guard uri.hasPrefix("file:///"), let path = Self.decoded(uri.dropFirst("file://".count)) else { return nil }
    self.path = path
    self.asked = asked
  }

  /// Reads the picture, and removes the file when the portal made it: a screenshot of a secret is not left lying about.
  ///
  /// Made for us is a regular file of our own, under one name, that was written after the portal was asked. A file that a
  /// person pointed the portal to is older, and stays.
  package func readAndRemove(limits: Limits) throws(QRFailure) -> ScratchBytes {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { throw QRFailure(.screenRefused) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw QRFailure(.screenRefused) }
    defer { if isMadeForUs(status) { removeIfSame(status) } }
    return try ImageFile.read(descriptor: descriptor, limits: limits)
  }

  private func isMadeForUs(_ status: stat) -> Bool {
    // File systems count whole seconds at worst.
    status.st_uid == geteuid() && status.st_nlink == 1 && status.st_mtim.tv_sec >= asked - 1 && status.st_ctim.tv_sec >= asked - 1
  }

  private func removeIfSame(_ status: stat) {
    var named = stat()
    guard lstat(path, &named) == 0, named.st_dev == status.st_dev, named.st_ino == status.st_ino else { return }
    unlink(path)
  }

  /// Percent-decoding (RFC 3986 §2.1); nil where it is broken, is not UTF-8 or holds a zero byte.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2, digits != [0, 0] else { return nil }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
