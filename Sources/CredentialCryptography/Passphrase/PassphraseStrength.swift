// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CZxcvbn
package import SecretMemory

/// How many guesses a passphrase withstands, by zxcvbn's method with its lists of words, names, keyboards, dates and repetitions
/// (Wheeler, USENIX Security 2016), as Debian's C library has it. An estimate: nobody knows which lists an attacker tries first.
package struct PassphraseStrength: Hashable, Sendable {
  /// Below so many bits a passphrase is easy to guess. At the floor's cost a guess moves some 500 MB of memory, so a graphics card makes about
  /// two thousand in a second and takes some 17 years for 2^40.
  package static let enough = 40.0
  /// What is judged of a longer passphrase, since the time grows with the square of the length; a longer one is no weaker.
  private static let longest = 100
  private static let stackByteCount = 512 * 1024

  /// The binary logarithm of the guesses; 0 where nothing could be judged.
  package let bits: Double

  /// Whether a person should be told.
  package var isWeak: Bool { bits < Self.enough }

  /// Judges a passphrase in memory that is wiped; takes a few milliseconds.
  package init(of passphrase: borrowing SecretBytes) {
    let count = min(passphrase.byteCount, Self.longest)
    // One byte more ends the C string.
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
