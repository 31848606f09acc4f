// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// The way in which the results of a PRF leave the authenticator.
enum PRFResultsHandling {
  /// Next to the response, and only for a verified user: pages see only the PRF with verification (WebAuthn L3 §10.1.4).
  case forPage
  /// Encrypted for the platform and part of the signed data. User verification determines which PRF is used (CTAP 2.2 §12.7).
  case sealed(by: (PRFResults) throws(WebAuthnAuthenticatorError) -> [UInt8])

  func outcome(
    of function: CredentialPRF, on salts: PRFSalts, userVerified: Bool
  ) throws(WebAuthnAuthenticatorError) -> (results: PRFResults?, sealed: [UInt8]?) {
    switch self {
    case .forPage:
      (userVerified ? function.evaluate(salts, userVerified: true) : nil, nil)
    case .sealed(let seal):
      (nil, try seal(function.evaluate(salts, userVerified: userVerified)))
    }
  }
}
