// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

@Suite("Options of both ceremonies")
struct OptionsTests {
  @Test("registration options request a discoverable passkey, no attestation and only supported algorithms")
  func registration() throws {
    var shop = try Shop()
    let taken = try shop.register().record
    let options = shop.relyingParty.beginRegistration(
      of: shop.user, excluding: [taken.descriptor], algorithms: [.edDSA, COSEAlgorithm(rawValue: -47), .es256], using: &shop.generator
    ).options
    #expect(options.rp.id == "shop.example")
    #expect(options.user.id.bytes == shop.handle.bytes)
    #expect(options.challenge.bytes.count == 32)
    #expect(options.pubKeyCredParams.map(\.alg) == [.edDSA, .es256])
    #expect(options.excludeCredentials?.map(\.id.bytes) == [taken.id.bytes])
    #expect(options.authenticatorSelection?.residentKey == .required)
    #expect(options.authenticatorSelection?.requireResidentKey == true)
    #expect(options.authenticatorSelection?.userVerification == .preferred)
    #expect(options.attestation == AttestationConveyancePreference.none)
    #expect(options.timeout == 300_000)
  }

  @Test("requireResidentKey agrees with residentKey")
  func preferredResidentKey() throws {
    var shop = try Shop()
    let ceremony = shop.relyingParty.beginRegistration(of: shop.user, residentKey: .preferred, using: &shop.generator)
    #expect(ceremony.options.authenticatorSelection?.requireResidentKey == false)
  }

  @Test("the default algorithms are ES256, EdDSA and RS256, in this order")
  func defaultAlgorithms() throws {
    var shop = try Shop()
    let ceremony = shop.relyingParty.beginRegistration(of: shop.user, using: &shop.generator)
    #expect(ceremony.options.pubKeyCredParams.map(\.alg) == [.es256, .edDSA, .rs256])
  }

  @Test("authentication options contain the RP ID and a fresh challenge of 32 bytes")
  func authentication() throws {
    var shop = try Shop()
    let first = shop.relyingParty.beginAuthentication(using: &shop.generator).options
    let second = shop.relyingParty.beginAuthentication(using: &shop.generator).options
    #expect(first.rpId == "shop.example")
    #expect(first.allowCredentials == [])
    #expect(first.challenge.bytes.count == 32)
    #expect(first.challenge != second.challenge)
  }

  @Test("a ceremony survives storage as JSON")
  func storage() throws {
    var shop = try Shop()
    let pending: [PendingCeremony] = [
      .registration(shop.relyingParty.beginRegistration(of: shop.user, isConditional: true, using: &shop.generator)),
      .authentication(shop.relyingParty.beginAuthentication(of: shop.handle, using: &shop.generator)),
    ]
    #expect(try JSONDecoder().decode([PendingCeremony].self, from: JSONEncoder().encode(pending)) == pending)
  }

  @Test("signals contain only the RP ID, one account and its credentials (WebAuthn L3 §5.1.10)")
  func signals() throws {
    var shop = try Shop()
    let (record, _) = try shop.register()
    let stranger = try #require(UserHandle([9]))
    let party = shop.relyingParty
    let accepted = party.signalAllAcceptedCredentials(of: shop.handle, records: [record])
    #expect(accepted.rpId == "shop.example" && accepted.userId.bytes == shop.handle.bytes)
    #expect(accepted.allAcceptedCredentialIds.map(\.bytes) == [record.id.bytes])
    #expect(party.signalAllAcceptedCredentials(of: stranger, records: [record]).allAcceptedCredentialIds.isEmpty)
    #expect(party.signalUnknownCredential(record.id).credentialId.bytes == record.id.bytes)
    #expect(party.signalCurrentUserDetails(of: shop.handle, name: "a", displayName: "b").displayName == "b")
  }

  @Test("the related origins file lists the origins outside the RP ID's domain (WebAuthn L3 §5.11)")
  func relatedOrigins() throws {
    let party = RelyingParty(
      id: try RelyingPartyID("shop.example"), name: "Shop",
      origins: [try Origin(parsing: Shop.origin), try Origin(parsing: "https://shop-abroad.example")])
    #expect(party.relatedOriginsFile.origins == ["https://shop-abroad.example"])
  }
}
