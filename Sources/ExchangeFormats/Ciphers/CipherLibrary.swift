// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGcrypt

/// The library of the ciphers and key derivations that swift-crypto has none of.
package enum CipherLibrary {
  /// Whether the library can be used; asking makes it ready.
  ///
  /// A process asks before it takes on a system-call filter: the library reads the machine's settings for it from files, once.
  package static let isReady = passfold_start_gcrypt()
}
