// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// A commit by its number and the hash of its header.
package struct CommitPosition: Hashable, Sendable {
  /// The length of a commit's hash.
  package static let hashByteCount = 32

  /// The commit's place in the account's one chain, from 1; 0 is before the first.
  package let number: UInt64
  /// The hash of its header; zeroes before the first.
  package let hash: [UInt8]

  /// Names a commit.
  package init(number: UInt64, hash: [UInt8]) {
    self.number = number
    self.hash = hash
  }

  /// The position for a person: the number, and the beginning of the hash.
  package var text: String { "\(number):" + Hexadecimal.text(hash.prefix(4)) }

  /// Before the first commit.
  package static let beginning = CommitPosition(number: 0, hash: [UInt8](repeating: 0, count: hashByteCount))
}
