// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The first bytes of a KeePass database.
enum KeePassSignature {
  /// The generations of databases, which begin alike.
  enum Generation: UInt8 {
    /// KeePass 1: KDB.
    case first = 0x65
    /// KeePass 2 before its first release.
    case unreleased = 0x66
    /// KeePass 2: KDBX.
    case second = 0x67
  }

  // Little-endian 0x9AA2D903 and 0xB54BFB00, with the generation in the lowest byte.
  private static let first: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A]
  private static let second: [UInt8] = [0xFB, 0x4B, 0xB5]

  static func starts(_ bytes: UnsafeRawBufferPointer) -> Bool { generation(of: bytes) != nil }

  // The maximum length of the declaration and comments before the first element.
  private static let prologueByteCount = 4096

  /// Whether the bytes are a KeePass XML document, in any XML encoding.
  static func startsDocument(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // In UTF-16 every second byte of these letters is zero.
    let start = bytes.prefix(prologueByteCount).filter { $0 != 0 }.drop { $0 >= 0x80 || $0 <= 0x20 }
    return start.first == UInt8(ascii: "<") && start.firstRange(of: Array("<KeePassFile".utf8)) != nil
  }

  static func generation(of bytes: UnsafeRawBufferPointer) -> Generation? {
    guard bytes.count >= 8, bytes.starts(with: first), bytes[5..<8].elementsEqual(second) else { return nil }
    return Generation(rawValue: bytes[4])
  }
}
