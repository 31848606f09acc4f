// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnModel
import WebAuthnRelyingParty

@Suite("Taking a ceremony by its challenge")
struct ChallengeStoreTests {
  @Test("a challenge is good for one response")
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

  @Test("the challenge of one kind of ceremony is used up, and not accepted, by the other kind")
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
