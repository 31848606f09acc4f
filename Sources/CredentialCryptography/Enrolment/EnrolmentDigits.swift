// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The six digits that both devices compute from their exchanged data, and that the user copies from one to the other.
///
/// They depend on contents, not on encrypted messages: the nonce of a message is its writer's choice, and anyone who knows the code could
/// search for one that yields matching digits. All of their input was fixed before the other side's random bytes were known.
struct EnrolmentDigits: Sendable {
  static let challengeByteCount = 16

  let text: String

  init(genesis: [UInt8], commitment: [UInt8], challenge: [UInt8], reveal: NewcomerReveal) {
    let hash = KeyDerivation.hash(Label.enrolmentDigits, genesis, commitment, challenge, reveal.encoded)
    let digits = String(UInt64(bigEndianBytes: hash.prefix(8)) % 1_000_000)
    text = String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// Whether the user typed these digits, ignoring spaces and hyphens.
  func match(_ typed: String) -> Bool {
    constantTimeEquals(typed.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }, Array(text.utf8))
  }
}
