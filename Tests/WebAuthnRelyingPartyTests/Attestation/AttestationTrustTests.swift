// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnModel
import WebAuthnRelyingParty

@Suite("A relying party's attestation requirements (WebAuthn L3 §7.1 steps 23 and 24, MDS3 §3.1.4)")
struct AttestationTrustTests {
  private static let unknown = "unknownModel"
  private static let refused = "refusedModel"
  private static let untrusted = "untrustedCertificate"

  @Test("ignoring attestation proves nothing and refuses nothing")
  func ignored() throws {
    let assessment = try AttestationTrust.ignored.assess(certificates: [Fixture().device(2)], aaguid: .zero)
    #expect(assessment.anchor == nil && assessment.model == nil && assessment.verdict == nil)
  }

  @Test("anchors refuse a statement without certificates and accept one that leads to an anchor")
  func unattested() throws {
    let row = try AttestationVectors.chain("plain")
    let anchors = try row.anchors.map { try AttestationCertificate(der: $0) }
    let trust = AttestationTrust.anchors(anchors, now: row.at)
    #expect(try refusal { _ = try trust.assess(certificates: [], aaguid: .zero) } == Self.untrusted)
    #expect(try trust.assess(certificates: row.certificates(), aaguid: .zero).anchor == anchors.first)
  }

  @Test("metadata: a model in good standing is accepted with its description and verdict")
  func goodStanding() throws {
    let fixture = try Fixture()
    let trust = AttestationTrust.metadata(fixture.metadata, now: fixture.now)
    let assessment = try trust.assess(certificates: [fixture.device(1)], aaguid: Fixture.aaguid(1))
    #expect(assessment.model?.description == "Model 1")
    #expect(assessment.anchor == assessment.model?.anchors.first)
    #expect(assessment.verdict?.certification == .level1)
    #expect(assessment.verdict?.isUpdateAvailable == false)
    #expect(!assessment.isMetadataStale)
  }

  @Test("metadata: a model's certificate must lead to the model's own anchors")
  func foreignAnchor() throws {
    let fixture = try Fixture()
    #expect(try fixture.refusal(1, certificates: [fixture.device(8)]) == Self.untrusted)
    #expect(try fixture.refusal(1, certificates: [AttestationCertificate(der: fixture.vectors.stranger)]) == Self.untrusted)
  }

  @Test("metadata: an unknown model is refused, unless the policy accepts it, and then nothing is proven")
  func unknownModel() throws {
    let fixture = try Fixture()
    let stranger = try AttestationCertificate(der: fixture.vectors.stranger)
    var policy = MetadataPolicy()
    #expect(try fixture.refusal(99, certificates: [stranger]) == Self.unknown)
    policy.acceptsUnknownModels = true
    let trust = AttestationTrust.metadata(fixture.metadata, policy: policy, now: fixture.now)
    let assessment = try trust.assess(certificates: [stranger], aaguid: Fixture.aaguid(99))
    #expect(assessment.anchor == nil && assessment.model == nil)
  }

  @Test("metadata: a U2F device, which has no AAGUID, is found by its attestation key")
  func u2f() throws {
    let fixture = try Fixture()
    let trust = AttestationTrust.metadata(fixture.metadata, now: fixture.now)
    let device = try AttestationCertificate(der: fixture.vectors.u2fDevice)
    #expect(try trust.assess(certificates: [device], aaguid: .zero).model?.description == "U2F model")
    let stranger = try AttestationCertificate(der: fixture.vectors.stranger)
    #expect(try refusal { _ = try trust.assess(certificates: [stranger], aaguid: .zero) } == Self.unknown)
  }

  @Test("metadata: a statement without certificates needs a policy that accepts it, and a revoked model is refused even then")
  func selfAttestation() throws {
    let fixture = try Fixture()
    var policy = MetadataPolicy()
    #expect(try fixture.refusal(1, certificates: []) == Self.untrusted)
    policy.acceptsUnattested = true
    #expect(try fixture.refusal(1, certificates: [], policy: policy) == nil)
    #expect(try fixture.refusal(2, certificates: [], policy: policy) == Self.refused)
  }

  @Test("statuses: a revoked model is refused from the effective date on")
  func revoked() throws {
    var fixture = try Fixture()
    #expect(try fixture.refusal(2) == Self.refused)
    #expect(try fixture.refusal(3) == nil)
    fixture.now = Date(timeIntervalSince1970: 1_782_864_000)
    #expect(try fixture.refusal(3) == Self.refused)
    fixture.now = fixture.now.addingTimeInterval(-1)
    #expect(try fixture.refusal(3) == nil)
  }

  @Test("statuses: an update lifts earlier reports only if the policy accepts updated models")
  func update() throws {
    let fixture = try Fixture()
    var policy = MetadataPolicy()
    #expect(try fixture.refusal(4) == Self.refused)
    #expect(try fixture.refusal(5) == Self.refused)
    policy.acceptsUpdatedModels = true
    #expect(try fixture.refusal(4, policy: policy) == nil)
    #expect(try fixture.refusal(5, policy: policy) == Self.refused)
    #expect(try fixture.refusal(2, policy: policy) == Self.refused)
    let verdict = policy.verdict(
      on: try #require(fixture.metadata.entries(for: Fixture.aaguid(4)).first), certificates: [], at: fixture.now)
    #expect(verdict.isUpdateAvailable)
  }

  @Test("statuses: a leaked attestation key rules out its batch, or the whole model if no batch is named")
  func leakedKey() throws {
    let fixture = try Fixture()
    #expect(try fixture.refusal(6) == nil)
    #expect(try fixture.refusal(6, certificates: [AttestationCertificate(der: fixture.vectors.leakedDevice)]) == Self.refused)
    #expect(try fixture.refusal(7) == Self.refused)
  }

  @Test("statuses: a report without a date is always in effect, and unknown statuses are ignored")
  func undated() throws {
    let fixture = try Fixture()
    #expect(try fixture.refusal(11) == Self.refused)
    #expect(try fixture.refusal(9) == nil)
  }

  @Test("statuses: a policy may refuse fewer or other statuses")
  func tuned() throws {
    let fixture = try Fixture()
    var policy = MetadataPolicy()
    policy.refusedStatuses = [.revoked]
    #expect(try fixture.refusal(11, policy: policy) == nil)
    #expect(try fixture.refusal(2, policy: policy) == Self.refused)
    policy.refusedStatuses = [AuthenticatorStatus(rawValue: "SOMETHING_NEW")]
    #expect(try fixture.refusal(9, policy: policy) == Self.refused)
  }

  @Test("certification: the latest effective status counts, including a withdrawal")
  func certification() throws {
    let fixture = try Fixture()
    var policy = MetadataPolicy()
    policy.minimumCertification = .level2
    #expect(try fixture.refusal(8, policy: policy) == nil)
    #expect(try fixture.refusal(1, policy: policy) == Self.refused)
    #expect(try fixture.refusal(9, policy: policy) == Self.refused)
    policy.minimumCertification = .level2Plus
    #expect(try fixture.refusal(8, policy: policy) == Self.refused)
    policy.minimumCertification = .level1
    #expect(try fixture.refusal(10, policy: policy) == Self.refused)
    #expect(try fixture.refusal(1, policy: policy) == nil)
  }

  @Test("staleness is reported, and refused once it exceeds the policy's limit")
  func staleness() throws {
    var fixture = try Fixture()
    fixture.now = fixture.metadata.nextUpdate.addingTimeInterval(10 * 86_400)
    let trust = AttestationTrust.metadata(fixture.metadata, now: fixture.now)
    #expect(try trust.assess(certificates: [fixture.device(1)], aaguid: Fixture.aaguid(1)).isMetadataStale)
    var policy = MetadataPolicy()
    policy.maximumStaleness = 10 * 86_400
    #expect(try fixture.refusal(1, policy: policy) == nil)
    policy.maximumStaleness = 10 * 86_400 - 1
    #expect(try fixture.refusal(1, policy: policy) == "staleMetadata")
  }
}
