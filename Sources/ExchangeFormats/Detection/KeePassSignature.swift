// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The first bytes of a KeePass database.
enum KeePassSignature {
  // The two signatures of KeePass 2, little-endian 0x9AA2D903 and 0xB54BFB67; KeePass 1 has another second one.
  private static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]

  static func starts(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: signature) }
}
