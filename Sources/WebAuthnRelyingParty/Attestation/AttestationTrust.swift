// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import WebAuthnModel

/// A relying party's demands on an attestation beyond its form and signature (WebAuthn L3 §7.1 steps 23 and 24).
public struct AttestationTrust: Sendable {
  private enum Demand: Sendable {
    case nothing
    case anchors([AttestationCertificate])
    case metadata(MetadataBlob, MetadataPolicy)
  }

  private let demand: Demand
  private let date: Date

  /// Demands nothing. Statements are verified, but nothing proves who made the authenticator. The default for services.
  public static let ignored = AttestationTrust(demand: .nothing, date: .distantPast)

  /// Demands that the certificates lead to one of these anchors and that all are valid now. Rejects self attestation and the format `none`.
  ///
  /// - Parameters:
  ///   - anchors: Roots, intermediate authorities, or attestation certificates themselves.
  ///   - now: The time of the ceremony.
  public static func anchors(_ anchors: [AttestationCertificate], now: Date) -> AttestationTrust {
    AttestationTrust(demand: .anchors(anchors), date: now)
  }

  /// Demands that the metadata contain the model, that the certificates lead to one of its anchors, and that the policy accepts its
  /// statuses.
  ///
  /// - Parameters:
  ///   - metadata: Verified metadata.
  ///   - policy: The policy that decides which models are accepted.
  ///   - now: The time of the ceremony.
  public static func metadata(_ metadata: MetadataBlob, policy: MetadataPolicy = MetadataPolicy(), now: Date) -> AttestationTrust {
    AttestationTrust(demand: .metadata(metadata, policy), date: now)
  }

  /// Assesses a statement whose form and signature have been verified.
  ///
  /// - Parameters:
  ///   - certificates: The statement's certificates, leaf first; empty for self attestation and for the format `none`.
  ///   - aaguid: The authenticator's model, as stated in its data.
  /// - Throws: The code of the first demand that is not met.
  package func assess(
    certificates: [AttestationCertificate], aaguid: AAGUID
  ) throws(WebAuthnRelyingPartyError) -> AttestationAssessment {
    switch demand {
    case .nothing:
      return AttestationAssessment(anchor: nil)
    case .anchors(let anchors):
      guard !certificates.isEmpty else { throw WebAuthnRelyingPartyError(.untrustedCertificate, step: "7.1 step 24") }
      return AttestationAssessment(anchor: try CertificatePath.verify(certificates, anchors: anchors, at: date))
    case .metadata(let metadata, let policy):
      return try assess(certificates: certificates, aaguid: aaguid, metadata: metadata, policy: policy)
    }
  }

  private func assess(
    certificates: [AttestationCertificate], aaguid: AAGUID, metadata: MetadataBlob, policy: MetadataPolicy
  ) throws(WebAuthnRelyingPartyError) -> AttestationAssessment {
    if let limit = policy.maximumStaleness, date > metadata.nextUpdate.addingTimeInterval(limit) {
      throw WebAuthnRelyingPartyError(.staleMetadata, step: "7.1 step 23")
    }
    // Step 23: the anchors of the model. U2F devices identify their model only by their attestation key.
    let entries = aaguid == .zero ? certificates.first.map(metadata.entries(forKeyOf:)) ?? [] : metadata.entries(for: aaguid)
    guard !entries.isEmpty || policy.acceptsUnknownModels else { throw WebAuthnRelyingPartyError(.unknownModel, step: "7.1 step 23") }

    // Step 24: the path.
    var anchor: AttestationCertificate?
    if certificates.isEmpty {
      guard policy.acceptsUnattested else { throw WebAuthnRelyingPartyError(.untrustedCertificate, step: "7.1 step 24") }
    } else if !entries.isEmpty {
      anchor = try CertificatePath.verify(certificates, anchors: entries.flatMap(\.anchors), at: date)
    }

    // MDS3 §3.1.4: the statuses. If several entries name a model, each of them must accept it.
    let involved = certificates + [anchor].compactMap(\.self)
    let verdicts = entries.map { policy.verdict(on: $0, certificates: involved, at: date) }
    guard verdicts.allSatisfy(\.isAccepted) else { throw WebAuthnRelyingPartyError(.refusedModel, step: "MDS3 §3.1.4") }
    return AttestationAssessment(
      anchor: anchor, model: entries.first, verdict: verdicts.first, isMetadataStale: metadata.isStale(at: date))
  }
}
