// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// `index.sealed` for an examination: read chunk by chunk, with one in memory at a time.
struct SealedIndexFile {
  private let path: String
  private let beginning: [UInt8]

  init(reading path: String) throws(CredentialVaultError) {
    self.path = path
    beginning = try VaultFile.beginning(of: path, byteCount: SealedIndex.beginningByteCount)
  }

  /// The header, and the transaction that the index claims to reflect; nil if it is not an index of this version.
  var claims: (header: [UInt8], transaction: UInt64)? {
    guard let header = SealedIndex.header(of: beginning), let transaction = SealedIndex.transaction(of: beginning) else { return nil }
    return (header, transaction)
  }

  /// Whether all of it decrypts.
  func isWhole(under root: LocalRoot) -> Bool {
    guard let header = SealedIndex.header(of: beginning), var input = try? FileBytes(reading: path) else { return false }
    defer { input.close() }
    var opening = SealedIndex.Opening(header: header, root: root)
    guard (try? input.read(atMost: header.count)) == header, var next = try? input.readWhole(SealedIndex.Opening.chunkByteCount) else {
      return false
    }
    while true {
      // The last chunk is marked as such in its encryption; it is the last if nothing follows.
      guard let following = try? input.readWhole(SealedIndex.Opening.chunkByteCount),
        (try? opening.open(next, isLast: following.isEmpty)) != nil
      else { return false }
      if following.isEmpty { return true }
      next = following
    }
  }
}
