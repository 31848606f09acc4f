// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The size classes that make different kinds of record look alike.
enum PaddingClass: UInt8, Hashable, Sendable {
  /// 256 bytes, for tombstones only.
  case tombstone = 0
  case oneKiB = 1
  case twoKiB = 2
  case fourKiB = 3
  /// Above 4 KiB: the next Padmé length, at most 12 % more.
  case padme = 4

  /// The maximum length of a record's content in bytes.
  static let longestContent = 65_536

  /// Returns the class and padded length for content of this length; nil if it is too long.
  static func fitting(byteCount: Int, purpose: RecordPurpose) -> (class: PaddingClass, byteCount: Int)? {
    // One byte marks the end of the content.
    let marked = byteCount + 1
    if purpose == .tombstone { return marked <= 256 ? (.tombstone, 256) : nil }
    guard byteCount <= longestContent else { return nil }
    return padded(marked)
  }

  /// Returns the padded length for content of any length, by the classes of records.
  static func paddedByteCount(_ byteCount: Int) -> Int { padded(byteCount + 1).byteCount }

  private static func padded(_ marked: Int) -> (class: PaddingClass, byteCount: Int) {
    switch marked {
    case ...1024: (.oneKiB, 1024)
    case ...2048: (.twoKiB, 2048)
    case ...4096: (.fourKiB, 4096)
    default: (.padme, padmeByteCount(marked))
    }
  }

  /// Whether a padded length belongs to the class.
  func admits(paddedByteCount: Int, purpose: RecordPurpose) -> Bool {
    guard (self == .tombstone) == (purpose == .tombstone) else { return false }
    switch self {
    case .tombstone: return paddedByteCount == 256
    case .oneKiB: return paddedByteCount == 1024
    case .twoKiB: return paddedByteCount == 2048
    case .fourKiB: return paddedByteCount == 4096
    case .padme:
      return (4097...Self.padmeByteCount(Self.longestContent + 1)).contains(paddedByteCount)
        && Self.padmeByteCount(paddedByteCount) == paddedByteCount
    }
  }

  /// Padmé (Nikitin and others, "Reducing Metadata Leakage from Encrypted Files", 2019): only the top bits of a length vary.
  private static func padmeByteCount(_ byteCount: Int) -> Int {
    let exponent = Int.bitWidth - 1 - byteCount.leadingZeroBitCount
    let significantBits = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << (exponent - significantBits)) - 1
    return (byteCount + mask) & ~mask
  }
}

/// Content, then one byte 0x80, then zeroes.
enum Padding {
  static let mark: UInt8 = 0x80

  static func pad(_ content: borrowing SecretBytes, to byteCount: Int) -> SecretBytes {
    var padded = SecretBytes(byteCount: byteCount)
    content.withBytes { content in
      padded.withMutableBytes { padded in
        padded.copyMemory(from: content)
        padded[content.count] = mark
      }
    }
    return padded
  }

  static func unpad(_ padded: borrowing SecretBytes) throws(CredentialCryptographyError) -> SecretBytes {
    let end = padded.withBytes { $0.lastIndex { $0 != 0 } }
    guard let end, padded.withBytes({ $0[end] }) == mark else { throw CredentialCryptographyError(.malformed) }
    return padded.withBytes { SecretBytes(copying: $0[..<end]) }
  }
}
