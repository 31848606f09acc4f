// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// A commit by its number and the hash of its header.
package struct CommitPosition: Hashable, Sendable {
  /// The length of a commit's hash in bytes.
  package static let hashByteCount = 32

  /// The commit's number in the account's chain, starting at 1; 0 is before the first.
  package let number: UInt64
  /// The hash of its header; zeroes before the first.
  package let hash: [UInt8]

  /// Creates a position.
  package init(number: UInt64, hash: [UInt8]) {
    self.number = number
    self.hash = hash
  }

  /// The position as text: the number, and the start of the hash.
  package var text: String { "\(number):" + Hexadecimal.text(hash.prefix(4)) }

  /// Before the first commit.
  package static let beginning = CommitPosition(number: 0, hash: [UInt8](repeating: 0, count: hashByteCount))
}
