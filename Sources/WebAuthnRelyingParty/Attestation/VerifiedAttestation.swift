// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// The facts that a statement proved (WebAuthn L3 §6.5.3): its signature and form are valid. Whether its authorities are trusted is
/// assessed separately.
public struct VerifiedAttestation: Hashable, Sendable {
  /// The kind of attestation (WebAuthn L3 §6.5.3).
  ///
  /// More cases may be added: in another package, a `switch` needs `@unknown default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum AttestationType: Hashable, Sendable {
    /// No attestation.
    case none
    /// Signed with the credential's own key, which proves only that the authenticator has that key.
    case selfAttestation
    /// Signed with a key shared by many devices of a model, or with one certified for this device; the certificates do not tell which.
    case basicOrAuthority
    /// Signed with a key shared by many devices of a model.
    case basic
    /// Signed with a key that an authority certified for this device.
    case attestationAuthority
    /// Signed with a key that an authority certified for this credential only.
    case anonymizationAuthority
    /// Several statements, each in ``VerifiedAttestation/parts``.
    case compound
  }

  /// The format's identifier.
  public let format: String
  /// The kind of attestation.
  public let type: AttestationType
  /// The attestation certificate and its issuers, as the statement contains them; empty if there are none.
  public let trustPath: [AttestationCertificate]
  /// The parts of a compound statement.
  public let parts: [VerifiedAttestation]

  init(format: String, type: AttestationType, trustPath: [AttestationCertificate] = [], parts: [VerifiedAttestation] = []) {
    self.format = format
    self.type = type
    self.trustPath = trustPath
    self.parts = parts
  }

  /// The trust paths of this statement or of its parts, which all attest the same credential.
  private var trustPaths: [[AttestationCertificate]] {
    parts.isEmpty ? [trustPath] : parts.flatMap(\.trustPaths)
  }

  /// Assesses the statement. For a compound statement, one trusted part is enough.
  ///
  /// - Throws: The error of the first part, if all parts fail.
  func assess(by trust: AttestationTrust, aaguid: AAGUID) throws(WebAuthnRelyingPartyError) -> AttestationAssessment {
    var refusal = WebAuthnRelyingPartyError(.untrustedCertificate, step: "7.1 step 24")
    for (index, path) in trustPaths.enumerated() {
      do throws(WebAuthnRelyingPartyError) {
        return try trust.assess(certificates: path, aaguid: aaguid)
      } catch {
        // A rejected model remains rejected, whatever the other parts say.
        if error.code == .refusedModel { throw error }
        if index == 0 { refusal = error }
      }
    }
    throw refusal
  }
}
