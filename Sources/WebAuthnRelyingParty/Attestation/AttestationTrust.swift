// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import WebAuthnModel

/// What a relying party demands of an attestation beyond its form and signature (WebAuthn L3 §7.1 steps 23 and 24).
public struct AttestationTrust: Sendable {
  private enum Demand: Sendable {
    case nothing
    case anchors([AttestationCertificate])
  }

  private let demand: Demand
  private let date: Date

  /// Demands nothing: statements are verified, but no one says who made the authenticator. The default for services.
  public static let ignored = AttestationTrust(demand: .nothing, date: .distantPast)

  /// Demands that the certificates lead to one of these, all valid now; self attestation and none are refused.
  /// - Parameters:
  ///   - anchors: roots, intermediate authorities or attestation certificates themselves.
  ///   - now: the instant of the ceremony.
  public static func anchors(_ anchors: [AttestationCertificate], now: Date) -> AttestationTrust {
    AttestationTrust(demand: .anchors(anchors), date: now)
  }

  /// Judges a statement whose form and signature were verified.
  /// - Parameters:
  ///   - certificates: the statement's certificates, leaf first; empty for self attestation and for none.
  ///   - aaguid: the authenticator's model as its data say it.
  /// - Throws: the code of the first demand that is not met.
  package func assess(
    certificates: [AttestationCertificate], aaguid: AAGUID
  ) throws(WebAuthnRelyingPartyError) -> AttestationAssessment {
    switch demand {
    case .nothing:
      return AttestationAssessment(anchor: nil)
    case .anchors(let anchors):
      guard !certificates.isEmpty else { throw WebAuthnRelyingPartyError(.untrustedCertificate, step: "7.1 step 24") }
      return AttestationAssessment(anchor: try CertificatePath.verify(certificates, anchors: anchors, at: date))
    }
  }
}
