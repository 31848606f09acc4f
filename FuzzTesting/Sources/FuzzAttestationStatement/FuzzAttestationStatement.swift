// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Foundation
import FuzzDriver
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// An attacker's attestation statement for another party's new credential is verified without a crash and never accepted.
@main enum FuzzAttestationStatement {
  private static let relyingParty = (try? Origin(parsing: "https://example.org")).flatMap { origin in
    (try? RelyingPartyID("example.org")).map { RelyingParty(id: $0, name: "Example", origins: [origin]) }
  }
  /// The P-256 generator: a key that everyone knows, because nothing may be accepted for it.
  private static let point: [UInt8] = [
    0x04, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d, 0x81, 0x2d,
    0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96, 0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb,
    0x4a, 0x7c, 0x0f, 0x9e, 0x16, 0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5,
  ]
  private static let now = Date(timeIntervalSince1970: 1_780_000_000)

  struct Zeros: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
  }

  static func main() {
    FuzzDriver.run { data, count in
      FuzzAttestationStatement.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    guard let object = try? AttestationObject(parsing: input), let statement = object.statement.mapValue, let relyingParty,
      let user = UserHandle([1]),
      let key = COSEKey(p256: point), let credentialID = CredentialID([7])
    else { return }
    // The planted fault: treats an empty statement of another format as none.
    if FuzzDriver.plantsFault, object.format != "none", statement["alg"] == nil, statement["x5c"] == nil { fatalError("fuzzing: planted") }
    var zeros = Zeros()
    let ceremony = relyingParty.beginRegistration(
      of: .init(id: user, name: "anne", displayName: "Anne"), userVerification: .discouraged, using: &zeros)
    let data = AuthenticatorData(
      relyingPartyID: relyingParty.id, flags: [.userPresent], signCount: 0,
      attestedCredentialData: .init(aaguid: .zero, credentialID: credentialID, publicKey: key))
    let forged = AttestationObject(format: object.format, statement: statement, authenticatorData: data)
    let clientData = CollectedClientData(
      type: .create, challenge: ceremony.options.challenge.bytes, origin: "https://example.org", crossOrigin: false, topOrigin: nil)
    guard let credential = data.attestedCredentialData,
      let response = try? RegistrationResponse(
        parsing: RegistrationResponseJSON(
          credential: credential, attestationObject: forged, clientDataJSON: clientData.serialized, transports: [],
          authenticatorAttachment: nil, clientExtensionResults: .init()))
    else { return }
    let unjudged = try? relyingParty.verifyRegistration(response, of: ceremony, isCredentialIDTaken: false)
    FuzzDriver.require(unjudged == nil || object.format == "none", "no statement is accepted without a signature over these data")
    let judged = try? relyingParty.verifyRegistration(
      response, of: ceremony, isCredentialIDTaken: false, trust: .anchors(AttestationCertificate.metadataAnchors, now: now))
    FuzzDriver.require(judged == nil, "nobody vouches for a stranger's statement")
  }
}
