// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
public import SecretMemory
package import WebAuthnModel

/// A credential's pseudo-random functions: HMAC-SHA-256 with two random keys (CTAP 2.2 §12.7; WebAuthn L3 §10.1.4).
///
/// Pages only ever see the function for verified ceremonies. The other one is for platforms that use CTAP2.
public struct CredentialPRF: Sendable {
  /// The key for ceremonies in which the user was verified, 32 bytes (CredRandomWithUV).
  public let keyWithUserVerification: SecretMemory.SharedSecret
  /// The key for all other ceremonies, 32 bytes (CredRandomWithoutUV).
  public let keyWithoutUserVerification: SecretMemory.SharedSecret

  /// Creates the functions from stored keys; nil unless each has 32 bytes.
  public init?(keyWithUserVerification: SecretMemory.SharedSecret, keyWithoutUserVerification: SecretMemory.SharedSecret) {
    guard keyWithUserVerification.byteCount == 32, keyWithoutUserVerification.byteCount == 32 else { return nil }
    self.keyWithUserVerification = keyWithUserVerification
    self.keyWithoutUserVerification = keyWithoutUserVerification
  }

  init(using generator: inout some RandomNumberGenerator) {
    keyWithUserVerification = SecretMemory.SharedSecret(SecretBytes.random(byteCount: 32, using: &generator))
    keyWithoutUserVerification = SecretMemory.SharedSecret(SecretBytes.random(byteCount: 32, using: &generator))
  }

  /// Evaluates one of the two functions.
  ///
  /// - Parameter userVerified: Which function to use. Real pages see only the one for verified ceremonies.
  package func evaluate(_ salts: PRFSalts, userVerified: Bool) -> PRFResults {
    let key = (userVerified ? keyWithUserVerification : keyWithoutUserVerification).withBytes { SymmetricKey(data: $0) }
    func output(_ salt: [UInt8]) -> SecretMemory.SharedSecret {
      HMAC<SHA256>.authenticationCode(for: salt, using: key).withUnsafeBytes { SecretMemory.SharedSecret(copying: $0) }
    }
    return PRFResults(first: output(salts.first), second: salts.second.map { output($0) })
  }
}

/// The results of a PRF, 32 bytes each, in the order of the salts.
public struct PRFResults: Sendable {
  /// The result for the first salt.
  public let first: SecretMemory.SharedSecret
  /// The result for the second salt.
  public let second: SecretMemory.SharedSecret?
}
