// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing
import WebAuthnModel
import WebAuthnRelyingParty

@Suite("FIDO metadata (MDS3 §3.2)")
struct MetadataBlobTests {
  @Test(
    "each blob of the vectors is accepted or refused by the rule that it breaks",
    arguments: AttestationVectors.metadata?.rows ?? [])
  func vector(_ row: AttestationVectors.Token) throws {
    let now = try #require(AttestationVectors.metadata).at
    #expect(try refusal { _ = try row.blob(at: now) } == row.refusal)
  }

  @Test("the vectors cover every refusal")
  func coverage() throws {
    let rows = try #require(AttestationVectors.metadata).rows
    let codes: [WebAuthnRelyingPartyError.Code] = [
      .malformedMetadata, .metadataAlgorithm, .metadataSignature, .metadataHost, .metadataRollback, .malformedCertificate,
      .certificateValidity, .untrustedCertificate,
    ]
    #expect(Set(rows.compactMap(\.refusal)) == Set(codes.map(\.description)))
  }

  @Test("the host that the caller names is required")
  func host() throws {
    let vectors = try #require(AttestationVectors.metadata)
    let row = try #require(vectors.rows.first { $0.id == "another-host" })
    let anchors = try row.anchors.map { try AttestationCertificate(der: $0) }
    let blob = try MetadataBlob(verifying: row.token.utf8, anchors: anchors, hostName: "mds.example.org", now: vectors.at)
    #expect(blob.number == 42)
  }

  @Test("metadata are stale once the day of the next publication is over")
  func staleness() throws {
    let metadata = try Fixture().metadata
    #expect(metadata.nextUpdate == Date(timeIntervalSince1970: 1_782_864_000))
    #expect(!metadata.isStale(at: metadata.nextUpdate.addingTimeInterval(86_399)))
    #expect(metadata.isStale(at: metadata.nextUpdate.addingTimeInterval(86_400)))
  }

  @Test(
    "an unreadable entry is counted and its model unknown, an unreadable root is skipped and white space ignored")
  func leniency() throws {
    let fixture = try Fixture()
    #expect(fixture.metadata.number == 42)
    #expect(fixture.metadata.entries.count == 14)
    #expect(fixture.metadata.unreadableEntryCount == 2)
    #expect(fixture.metadata.entries(for: try Fixture.aaguid(12)).isEmpty)
    let known = fixture.metadata.entries(forKeyOf: try AttestationCertificate(der: fixture.vectors.u2fDevice))
    #expect(known.map(\.description) == ["U2F model"])
    #expect(known.first?.anchors.count == 1)
  }

  @Test("entries are found by AAGUID, AAID and attestation key, and none by the zero AAGUID")
  func lookups() throws {
    let fixture = try Fixture()
    #expect(fixture.metadata.entries(for: try Fixture.aaguid(1)).map(\.description) == ["Model 1"])
    #expect(fixture.metadata.entries.contains { $0.aaguid == .zero })
    #expect(fixture.metadata.entries(for: .zero).isEmpty)
    #expect(fixture.metadata.entries(forAAID: "4e4e#4005").count == 1)
    #expect(fixture.metadata.entries(forAAID: "4e4e#4006").isEmpty)
    #expect(fixture.metadata.entries(forKeyOf: try AttestationCertificate(der: fixture.vectors.stranger)).isEmpty)
  }

  @Test("the FIDO Alliance's root is GlobalSign's R3")
  func root() throws {
    let root = try #require(AttestationCertificate.metadataAnchors.first)
    let digest = SHA256.hash(data: root.der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(digest == "cbb522d7b7f127ad6a0113865bdf1cd4102e7d0759af635a7cf4720dc963c53b")
  }
}

/// The metadata of the vectors' first row and the devices of its models.
struct Fixture {
  let vectors: AttestationVectors.Metadata
  let metadata: MetadataBlob
  var now: Date

  init() throws {
    vectors = try #require(AttestationVectors.metadata)
    now = vectors.at
    metadata = try #require(vectors.rows.first).blob(at: vectors.at)
  }

  static func aaguid(_ number: Int) throws -> AAGUID {
    try #require(AAGUID(parsing: aaguidText(number)))
  }

  static func aaguidText(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + "-0000-4000-8000-00000000fade"
  }

  func device(_ number: Int) throws -> AttestationCertificate {
    // The script writes the number in hexadecimal, as in UUIDs.
    try AttestationCertificate(der: #require(vectors.devices[Self.aaguidText(number)]))
  }

  /// Returns the code with which a registration with a device of the model is refused.
  func refusal(_ number: Int, certificates: [AttestationCertificate]? = nil, policy: MetadataPolicy = MetadataPolicy()) throws -> String? {
    let certificates = try certificates ?? [device(number)]
    let trust = AttestationTrust.metadata(metadata, policy: policy, now: now)
    return try WebAuthnRelyingPartyTests.refusal { _ = try trust.assess(certificates: certificates, aaguid: Self.aaguid(number)) }
  }
}
