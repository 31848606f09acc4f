// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// How the results of a PRF leave the authenticator.
enum PRFResultsHandling {
  /// Beside the answer, and only for a verified person: pages see one PRF, the one with verification (WebAuthn L3 §10.1.4).
  case forPage
  /// Sealed for the platform and signed with the answer; either PRF, by what the person did (CTAP 2.2 §12.7).
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
