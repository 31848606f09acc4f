// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// What a statement proved (WebAuthn L3 §6.5.3): its signature and form are right; whether its authorities are trusted is said beside it.
public struct VerifiedAttestation: Hashable, Sendable {
  /// Who vouches for the authenticator (WebAuthn L3 §6.5.3).
  public enum AttestationType: Hashable, Sendable {
    /// Nobody.
    case none
    /// The credential's own key, which proves that the authenticator has it and no more.
    case selfAttestation
    /// A key that many devices of a model share, or one certified for this device: certificates alone do not tell which.
    case basicOrAuthority
    /// A key that many devices of a model share.
    case basic
    /// A key that an authority certified for this device.
    case attestationAuthority
    /// A key that an authority certified for this credential alone.
    case anonymizationAuthority
    /// Several statements, each in ``VerifiedAttestation/parts``.
    case compound
  }

  /// The format's identifier.
  public let format: String
  /// Who vouches.
  public let type: AttestationType
  /// The attestation certificate and those above it, as the statement sent them; empty where there are none.
  public let trustPath: [AttestationCertificate]
  /// The statements of a compound one.
  public let parts: [VerifiedAttestation]

  init(format: String, type: AttestationType, trustPath: [AttestationCertificate] = [], parts: [VerifiedAttestation] = []) {
    self.format = format
    self.type = type
    self.trustPath = trustPath
    self.parts = parts
  }

  /// The trust paths of this statement or of its parts, which are about the same credential.
  private var trustPaths: [[AttestationCertificate]] {
    parts.isEmpty ? [trustPath] : parts.flatMap(\.trustPaths)
  }

  /// Assesses whether the statement is one that is relied upon; of a compound one, one part is enough.
  /// - Throws: what the first part lacks, when all lack something.
  func assess(by trust: AttestationTrust, aaguid: AAGUID) throws(WebAuthnRelyingPartyError) -> AttestationAssessment {
    var refusal = WebAuthnRelyingPartyError(.untrustedCertificate, step: "7.1 step 24")
    for (index, path) in trustPaths.enumerated() {
      do throws(WebAuthnRelyingPartyError) {
        return try trust.assess(certificates: path, aaguid: aaguid)
      } catch {
        // A model that is refused stays so, whatever else is said of it.
        if error.code == .refusedModel { throw error }
        if index == 0 { refusal = error }
      }
    }
    throw refusal
  }
}
