// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CZxcvbn
package import SecretMemory

/// The number of guesses that a passphrase withstands, by zxcvbn's method with its lists of words, names, keyboards, dates and repetitions
/// (Wheeler, USENIX Security 2016), as in Debian's C library. It is an estimate: an attacker may try the lists in any order.
package struct PassphraseStrength: Hashable, Sendable {
  /// The number of bits below which a passphrase is easy to guess. At the minimum cost a guess moves some 500 MB of memory, so a graphics
  /// card makes about two thousand per second and takes some 17 years for 2^40.
  package static let enough = 40.0
  /// The number of bytes examined, since the time grows with the square of the length; a longer passphrase is no weaker.
  private static let longest = 100
  private static let stackByteCount = 512 * 1024

  /// The binary logarithm of the number of guesses; 0 if it is unknown.
  package let bits: Double

  /// Whether the user should be warned.
  package var isWeak: Bool { bits < Self.enough }

  /// Evaluates a passphrase in memory that is wiped afterwards; takes a few milliseconds.
  package init(of passphrase: borrowing SecretBytes) {
    let count = min(passphrase.byteCount, Self.longest)
    // The additional byte ends the C string.
    var text = SecretBytes(byteCount: count + 1)
    passphrase.withBytes { source in
      text.withMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(count))) }
    }
    var stack = SecretBytes(byteCount: Self.stackByteCount)
    let judged = text.withBytes { text in
      stack.withMutableBytes { stack in
        guard let text = text.baseAddress, let stack = stack.baseAddress else { return 0.0 }
        return passfold_zxcvbn_bits(text.assumingMemoryBound(to: CChar.self), stack, Self.stackByteCount)
      }
    }
    bits = max(0, judged)
  }
}
