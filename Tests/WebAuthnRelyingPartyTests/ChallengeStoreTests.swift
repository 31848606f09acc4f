// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnModel
import WebAuthnRelyingParty

@Suite("The challenge store")
struct ChallengeStoreTests {
  @Test("accepts one response for each challenge")
  func once() async throws {
    var shop = try Shop()
    let store = MemoryStore()
    let ceremony = shop.relyingParty.beginRegistration(of: shop.user, using: &shop.generator)
    await store.keep(.registration(ceremony))
    let response = try RegistrationResponse(parsing: try shop.makePasskey(for: ceremony).response)
    #expect(try await store.takeCeremony(answeredBy: response) == ceremony)
    let error = await #expect(throws: WebAuthnRelyingPartyError.self) { try await store.takeCeremony(answeredBy: response) }
    #expect(error?.code == .unknownChallenge)
  }

  @Test("uses up a challenge without accepting it if the response is for the other kind of ceremony")
  func otherKind() async throws {
    let draft = try RegistrationDraft()
    var shop = draft.shop
    let store = MemoryStore()
    let ceremony = shop.relyingParty.beginAuthentication(using: &shop.generator)
    await store.keep(.authentication(ceremony))
    var changed = draft
    changed.clientData.challenge = ceremony.challenge.text
    let response = try RegistrationResponse(parsing: changed.response())
    let error = await #expect(throws: WebAuthnRelyingPartyError.self) { try await store.takeCeremony(answeredBy: response) }
    #expect(error?.code == .unknownChallenge)
    #expect(await store.take(ceremony.challenge) == nil)
  }
}

/// A store without a clock.
private actor MemoryStore: ChallengeStore {
  private var ceremonies: [Challenge: PendingCeremony] = [:]

  func keep(_ ceremony: PendingCeremony) { ceremonies[ceremony.challenge] = ceremony }

  func take(_ challenge: Challenge) -> PendingCeremony? { ceremonies.removeValue(forKey: challenge) }
}
