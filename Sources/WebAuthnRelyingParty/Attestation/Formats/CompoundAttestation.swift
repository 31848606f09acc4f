// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The format `compound`: several statements about one credential (WebAuthn L3 §8.9).
struct CompoundAttestation: AttestationStatement {
  /// The maximum number of statements.
  static let maximumCount = 8

  let parts: [any AttestationStatement]

  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    let step = "8.9 syntax"
    guard let items = statement.arrayValue, (2...Self.maximumCount).contains(items.count) else {
      throw WebAuthnRelyingPartyError(.attestationStatement, step: step)
    }
    var parts: [any AttestationStatement] = []
    for item in items {
      guard let map = item.mapValue, map.count == 2, let name = map["fmt"]?.textValue, let inner = map["attStmt"] else {
        throw WebAuthnRelyingPartyError(.attestationStatement, step: step)
      }
      guard let format = AttestationFormat(rawValue: name) else {
        throw WebAuthnRelyingPartyError(.unsupportedAttestationFormat, step: "8.9 step 1")
      }
      // Compound statements do not nest.
      try WebAuthnRelyingPartyError.check(format != .compound, .attestationStatement, step)
      parts.append(try format.statement(parsing: inner))
    }
    self.parts = parts
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    // 1. and 2. Each statement by its own procedure. The specification leaves the policy open; here all must pass.
    var verified: [VerifiedAttestation] = []
    for part in parts { verified.append(try part.verify(inputs)) }
    return VerifiedAttestation(format: AttestationFormat.compound.rawValue, type: .compound, parts: verified)
  }
}
