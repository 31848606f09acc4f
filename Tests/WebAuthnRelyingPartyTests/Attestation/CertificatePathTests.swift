// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnRelyingParty

@Suite("Certificate paths from an attestation certificate to an anchor (RFC 5280 §6.1)")
struct CertificatePathTests {
  @Test("each chain of the vectors is accepted or refused by the rule that it breaks", arguments: AttestationVectors.chains)
  func vector(_ row: AttestationVectors.Chain) throws {
    let found = try refusal {
      let anchors = try row.anchors.map { try AttestationCertificate(der: $0) }
      try CertificatePath.verify(row.certificates(), anchors: anchors, at: row.at)
    }
    #expect(found == row.refusal)
  }

  @Test("the vectors cover every refusal")
  func coverage() {
    let codes: [WebAuthnRelyingPartyError.Code] = [
      .malformedCertificate, .certificateChain, .certificateValidity, .certificateIssuer, .certificateAlgorithm, .certificateSignature,
      .certificateAuthority, .certificatePathLength, .certificateKeyUsage, .certificateCriticalExtension, .untrustedCertificate,
    ]
    let found = Set(AttestationVectors.chains.compactMap(\.refusal))
    #expect(found == Set(codes.map(\.description)))
    #expect(AttestationVectors.chains.count { $0.refusal == nil } > 30)
  }

  @Test("the anchor that was reached is returned")
  func anchor() throws {
    let row = try AttestationVectors.chain("one-of-several-anchors")
    let anchors = try row.anchors.map { try AttestationCertificate(der: $0) }
    #expect(try CertificatePath.verify(row.certificates(), anchors: anchors, at: row.at) == anchors[1])
  }

  @Test("a flipped bit in the leaf's signed part is refused")
  func flippedBits() throws {
    let row = try AttestationVectors.chain("signed-es256-p256")
    let anchors = try row.anchors.map { try AttestationCertificate(der: $0) }
    let bytes = try #require(row.chain.first)
    for index in stride(from: 4, to: bytes.count - 80, by: 7) {
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: WebAuthnRelyingPartyError.self) {
        try CertificatePath.verify([AttestationCertificate(der: changed)], anchors: anchors, at: row.at)
      }
    }
  }
}
