// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The six digits that both devices compute of what they told each other, and a person carries from one to the other.
///
/// They are of contents and not of sealed messages: the nonce of one is its writer's choice, by which who knows the code could search for
/// digits that fit. Everything in them was fixed before the other side's random bytes were known.
struct EnrolmentDigits: Sendable {
  static let challengeByteCount = 16

  let text: String

  init(genesis: [UInt8], commitment: [UInt8], challenge: [UInt8], reveal: NewcomerReveal) {
    let hash = KeyDerivation.hash(Label.enrolmentDigits, genesis, commitment, challenge, reveal.encoded)
    let digits = String(UInt64(bigEndianBytes: hash.prefix(8)) % 1_000_000)
    text = String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// Whether a person typed these digits; spaces and hyphens do not matter.
  func match(_ typed: String) -> Bool {
    constantTimeEquals(typed.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }, Array(text.utf8))
  }
}
