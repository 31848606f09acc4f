// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SecretMemory

/// The stored form of one recovery code: enough to recognise the code, too little to find it (120 random bits under SHA-256).
public struct StoredRecoveryCode: Hashable, Sendable {
  /// 16 random bytes, which also identify the row.
  public let salt: [UInt8]
  /// SHA-256 of the salt and the 24 characters.
  public let hash: [UInt8]

  /// Restores a stored recovery code.
  public init(salt: [UInt8], hash: [UInt8]) {
    self.salt = salt
    self.hash = hash
  }

  static func hash(_ characters: UnsafeRawBufferPointer, salt: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: salt)
    hash.update(bufferPointer: characters)
    return Array(hash.finalize())
  }

  /// Returns the row that a typed code belongs to. Always hashes and compares a full set, however many rows are left and whichever matches.
  static func find(_ characters: borrowing SecretBytes, among rows: [StoredRecoveryCode]) -> StoredRecoveryCode? {
    let filler = StoredRecoveryCode(salt: Array(repeating: 0, count: 16), hash: Array(repeating: 0, count: 32))
    var found = -1
    for index in 0..<max(rows.count, OneTimeRecoveryCodes.count) {
      let row = index < rows.count ? rows[index] : filler
      let isEqual = constantTimeEquals(characters.withBytes { hash($0, salt: row.salt) }, row.hash) && index < rows.count
      let mask = isEqual ? -1 : 0
      found = (found & ~mask) | (index & mask)
    }
    return rows.indices.contains(found) ? rows[found] : nil
  }
}
