// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc
package import SecretMemory

/// A list of breached passwords, which the user put into the vault's folder as `breached-passwords`.
///
/// Each line has one SHA-1 value in hexadecimal digits, in ascending order. A colon and everything after it are ignored, and so is a
/// carriage return. This is the format of the complete download of Have I Been Pwned. To save space, values may be cut to ``shortest``
/// digits or more. The file may have any size: a lookup reads about seventy short pieces of it, and reveals nothing about the password to
/// anyone.
package final class BreachedPasswords: Sendable {
  /// The minimum number of digits of a value. Shorter values would match passwords that were never breached: with 12 digits and a thousand
  /// million values, one in 280 000 matches.
  package static let shortest = 12
  private static let longest = 2 * Insecure.SHA1.byteCount
  /// The maximum length of a line in bytes, with its count and its end.
  private static let longestLine = 64

  private let descriptor: Int32
  private let size: Int

  /// Opens the list; nil if there is none.
  /// - Throws: `unsafeLocation` for a symbolic link and anything else that is not a file, and file-system errors.
  package init?(at path: String) throws(CredentialVaultError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw CredentialVaultError(errorNumber: errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CredentialVaultError(.unsafeLocation)
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Whether the list contains a password; nil if a line needed for the search is malformed or cannot be read.
  package func contains(_ password: borrowing SecretBytes) -> Bool? {
    let value = password.withBytes { bytes in Insecure.SHA1.hash(data: bytes).flatMap { [$0 >> 4, $0 & 15] } }
    // Lines that start before `low` are smaller; those that start at or after `high` are greater.
    var low = 0
    var high = size
    while low < high {
      let middle = low + (high - low) / 2
      guard let start = middle == low ? low : startOfLine(from: middle) else { return nil }
      guard start < high else {
        high = middle
        continue
      }
      guard let line = line(at: start) else { return nil }
      let part = value.prefix(line.digits.count)
      if part.elementsEqual(line.digits) { return true }
      if line.digits.lexicographicallyPrecedes(part) { low = line.end } else { high = start }
    }
    return false
  }

  /// Returns where the first line starts at or after a position.
  private func startOfLine(from place: Int) -> Int? {
    let bytes = read(at: place - 1)
    if let end = bytes.firstIndex(of: 0x0A) { return place + end }
    return place - 1 + bytes.count >= size ? size : nil
  }

  private func line(at start: Int) -> (digits: [UInt8], end: Int)? {
    let bytes = read(at: start)
    let end = bytes.firstIndex(of: 0x0A)
    guard end != nil || start + bytes.count >= size else { return nil }
    let digits = bytes[..<(end ?? bytes.count)].prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\r") }
    let values = digits.compactMap(Self.value)
    guard values.count == digits.count, (Self.shortest...Self.longest).contains(values.count) else { return nil }
    return (values, end.map { start + $0 + 1 } ?? size)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Reads one maximum line length; less at the end of the file, and if it cannot be read.
  private func read(at place: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.longestLine)
    let count = pread(descriptor, &bytes, bytes.count, off_t(place))
    return Array(bytes.prefix(max(count, 0)))
  }
}
