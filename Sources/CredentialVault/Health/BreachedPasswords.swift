// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc
package import SecretMemory

/// A list of passwords that strangers have learned, which the person put into the vault's folder as `breached-passwords`.
///
/// One SHA-1 value in a line, in hexadecimal digits, ascending; a colon and whatever follows it are passed over, and so is a carriage return.
/// That is what the service Have I Been Pwned hands out as a whole. To save room values may be cut short, to ``shortest`` digits and more. The
/// file may have any size: a look-up reads some seventy short pieces of it, and nothing is learned about the password by anybody.
package final class BreachedPasswords: Sendable {
  /// The fewest digits of a value. A shorter one would fit passwords that nobody has learned: with 12 digits and a thousand million values,
  /// one of 280 000 does.
  package static let shortest = 12
  private static let longest = 2 * Insecure.SHA1.byteCount
  /// The longest line, with its count and its end.
  private static let longestLine = 64

  private let descriptor: Int32
  private let size: Int

  /// Opens the list; nil where the person has put none there.
  /// - Throws: `unsafeLocation` for a symbolic link and everything else that is not a file, and what the file system refuses.
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

  /// Whether a password stands in the list; nil where a line on the way to it is none, or cannot be read.
  package func contains(_ password: borrowing SecretBytes) -> Bool? {
    let value = password.withBytes { bytes in Insecure.SHA1.hash(data: bytes).flatMap { [$0 >> 4, $0 & 15] } }
    // Lines that begin before `low` are smaller, those that begin at `high` or after it are greater.
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

  /// Where the first line begins that does not begin before a place.
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

  /// A line's length of the file; less at its end and where it cannot be read.
  private func read(at place: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.longestLine)
    let count = pread(descriptor, &bytes, bytes.count, off_t(place))
    return Array(bytes.prefix(max(count, 0)))
  }
}
