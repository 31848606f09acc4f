// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGcrypt

/// The library for the ciphers and key derivations that swift-crypto lacks.
package enum CipherLibrary {
  /// Whether the library can be used; the first access initialises it.
  ///
  /// A process accesses this before it installs a system-call filter: the library reads its system settings from files, once.
  package static let isReady = passfold_start_gcrypt()
}
