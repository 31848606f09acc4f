// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The format `none` (WebAuthn L3 §8.7).
struct NoneAttestation: AttestationStatement {
  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    try WebAuthnRelyingPartyError.check(statement == .map([:]), .attestationStatement, "8.7 syntax")
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    VerifiedAttestation(format: AttestationFormat.none.rawValue, type: .none)
  }
}
