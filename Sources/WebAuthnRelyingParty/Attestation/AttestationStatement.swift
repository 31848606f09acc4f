// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

/// A statement that is well formed for its format but not verified.
protocol AttestationStatement {
  /// Reads the statement, which must have exactly the members that the format prescribes.
  ///
  /// - Throws: `attestationStatement` or `malformedCertificate`.
  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError)

  /// Runs the format's verification procedure.
  ///
  /// - Throws: The code of the first step that fails.
  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation
}

/// The supported attestation statement formats, by their registered identifiers (WebAuthn L3 §8).
enum AttestationFormat: String, CaseIterable {
  case none
  case packed
  case tpm
  case androidKey = "android-key"
  case androidSafetyNet = "android-safetynet"
  case fidoU2F = "fido-u2f"
  case apple
  case compound

  /// Reads a statement of this format.
  func statement(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) -> any AttestationStatement {
    switch self {
    case .none: try NoneAttestation(parsing: statement)
    case .packed: try PackedAttestation(parsing: statement)
    case .tpm: try TPMAttestation(parsing: statement)
    case .androidKey: try AndroidKeyAttestation(parsing: statement)
    case .androidSafetyNet: try AndroidSafetyNetAttestation(parsing: statement)
    case .fidoU2F: try FIDOU2FAttestation(parsing: statement)
    case .apple: try AppleAttestation(parsing: statement)
    case .compound: try CompoundAttestation(parsing: statement)
    }
  }
}
