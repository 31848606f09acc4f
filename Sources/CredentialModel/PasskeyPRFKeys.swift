// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The keys of a passkey's two pseudo-random functions (CTAP 2.2 §12.7, hmac-secret).
package struct PasskeyPRFKeys: Sendable {
  /// The key for ceremonies with user verification, 32 bytes.
  package let withUserVerification: SharedSecret
  /// The key for all other ceremonies, 32 bytes.
  package let withoutUserVerification: SharedSecret

  /// Pairs the keys.
  package init(withUserVerification: SharedSecret, withoutUserVerification: SharedSecret) {
    self.withUserVerification = withUserVerification
    self.withoutUserVerification = withoutUserVerification
  }
}
