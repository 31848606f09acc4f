// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Foundation
import Synchronization
import Testing
import WebAuthnClient
import WebAuthnModel
import WebDomains

/// A clock whose timers never fire unless a test lets them.
final class PatientClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let isUp: Bool
  private let asked = Mutex<[Duration]>([])

  init(isUp: Bool = false) {
    self.isUp = isUp
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }
  /// The timers that were set.
  var timers: [Duration] { asked.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    asked.withLock { $0.append(deadline.offset) }
    if isUp { return }
    try await Task<Never, Never>.sleep(for: .seconds(3600))
  }
}

/// An authenticator that behaves as a test prescribes.
struct ScriptedAuthenticator: ClientAuthenticator {
  enum Behaviour: Sendable {
    case answers, waits, refuses(AuthenticatorRefusal)
  }

  let behaviour: Behaviour

  private func behave() async throws(AuthenticatorRefusal) {
    switch behaviour {
    case .answers: return
    case .refuses(let refusal): throw refusal
    case .waits:
      try? await Task.sleep(for: .seconds(3600))
      throw .other
    }
  }

  func makeCredential(_ request: PreparedCreation) async throws(AuthenticatorRefusal) -> CreationAnswer {
    try await behave()
    // Ed25519's base point is a public key like any other.
    guard let id = CredentialID([1]), let key = COSEKey(ed25519: [0x58] + Array(repeating: 0x66, count: 31)) else { throw .other }
    let data = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: .userPresent, signCount: 0,
      attestedCredentialData: .init(aaguid: .zero, credentialID: id, publicKey: key))
    let object = AttestationObject(format: "packed", statement: ["alg": -8, "sig": .bytes([1])], authenticatorData: data)
    return CreationAnswer(attestationObject: object.encoded, credentialID: id)
  }

  func getAssertion(_ request: PreparedAssertion) async throws(AuthenticatorRefusal) -> AssertionAnswer {
    try await behave()
    guard let id = request.allowCredentialIDs.first ?? CredentialID([1]) else { throw .other }
    let data = AuthenticatorData(relyingPartyID: request.relyingPartyID, flags: .userPresent, signCount: 0)
    return AssertionAnswer(credentialID: id, authenticatorData: data.encoded, signature: [1], userHandle: nil)
  }
}

@Suite("A client's complete ceremonies")
struct WholeCeremonyTests {
  private static func creation(_ more: String = "") -> [UInt8] {
    Array(
      """
      {"rp":{"id":"shop.example","name":"Shop"},"user":{"id":"YW5uZQ","name":"anne","displayName":"Anne"},"challenge":"AAEC",
       "pubKeyCredParams":[{"type":"public-key","alg":-8}]\(more)}
      """.utf8)
  }

  private static let request = Array(#"{"challenge":"AAEC","rpId":"shop.example","timeout":400000}"#.utf8)

  private func client(_ behaviour: ScriptedAuthenticator.Behaviour, clock: PatientClock = PatientClock()) -> WebAuthnClient<PatientClock> {
    WebAuthnClient(
      authenticator: ScriptedAuthenticator(behaviour: behaviour), extensions: .all,
      relatedOrigins: { _ in
        RelatedOriginsResponse(statusCode: 200, contentType: "application/json", body: Array(#"{"origins":["https://shop.co.uk"]}"#.utf8))
      }, clock: clock)
  }

  private func caller(_ origin: String = "https://shop.example") throws -> WebAuthnCaller {
    WebAuthnCaller(origin: try Origin(parsing: origin))
  }

  private func exception(_ body: () async throws -> Void) async -> WebAuthnClientError.ExceptionName? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? WebAuthnClientError)?.exception
    }
  }

  @Test("an answer in time becomes a response, and the timer runs for the time that the options request")
  func inTime() async throws {
    let clock = PatientClock()
    let client = client(.answers, clock: clock)
    #expect(try await client.get(optionsJSON: Self.request, caller: caller()).id == "AQ")
    #expect(clock.timers.allSatisfy { $0 == .seconds(400) })
  }

  @Test("a ceremony that times out is a NotAllowedError")
  func timeUp() async throws {
    let client = client(.waits, clock: PatientClock(isUp: true))
    #expect(await exception { _ = try await client.create(optionsJSON: Self.creation(), caller: caller()) } == .notAllowedError)
    #expect(await exception { _ = try await client.get(optionsJSON: Self.request, caller: caller()) } == .notAllowedError)
  }

  @Test("conditional mediation sets no timer")
  func noTimer() async throws {
    let clock = PatientClock(isUp: true)
    let client = client(.answers, clock: clock)
    _ = try await client.get(optionsJSON: Self.request, caller: caller(), mediation: .conditional)
    #expect(clock.timers.isEmpty)
  }

  @Test("a request that is cancelled, before or while it runs, is an AbortError")
  func aborted() async throws {
    let client = client(.waits)
    let caller = try caller()
    for delay in [false, true] {
      let task = Task {
        await exception { _ = try await client.create(optionsJSON: Self.creation(), caller: caller) }
      }
      if delay { await Task.yield() }
      task.cancel()
      #expect(await task.value == .abortError)
    }
  }

  @Test("an authenticator's refusal is a NotAllowedError, except for an excluded credential")
  func refusals() async throws {
    for (refusal, name) in [
      (AuthenticatorRefusal.invalidState, WebAuthnClientError.ExceptionName.invalidStateError), (.other, .notAllowedError),
    ] {
      let client = client(.refuses(refusal))
      #expect(await exception { _ = try await client.create(optionsJSON: Self.creation(), caller: caller()) } == name)
    }
  }

  @Test("a related origin of the RP ID is served, and another origin is a SecurityError")
  func related() async throws {
    let client = client(.answers)
    #expect(try await client.get(optionsJSON: Self.request, caller: caller("https://shop.co.uk")).id == "AQ")
    #expect(await exception { _ = try await client.get(optionsJSON: Self.request, caller: caller("https://evil.test")) } == .securityError)
    let alone = WebAuthnClient(
      authenticator: ScriptedAuthenticator(behaviour: .answers), extensions: .all, relatedOrigins: nil, clock: PatientClock())
    #expect(await exception { _ = try await alone.get(optionsJSON: Self.request, caller: caller("https://shop.co.uk")) } == .securityError)
  }

  @Test(
    "the attestation statement is returned only if it was requested",
    arguments: [
      ("", "none"), (#","attestation":"none""#, "none"), (#","attestation":"whatever""#, "none"), (#","attestation":"direct""#, "packed"),
      (#","attestation":"indirect""#, "packed"), (#","attestation":"enterprise""#, "packed"),
    ])
  func attestation(option: String, format: String) async throws {
    let response = try await client(.answers).create(optionsJSON: Self.creation(option), caller: caller())
    #expect(try AttestationObject(parsing: response.response.attestationObject.bytes).format == format)
  }

  @Test("a registration that requires large blobs fails if the authenticator does not support them")
  func largeBlob() async throws {
    let options = Self.creation(#","extensions":{"largeBlob":{"support":"required"}}"#)
    #expect(await exception { _ = try await client(.answers).create(optionsJSON: options, caller: caller()) } == .notAllowedError)
    let preferred = Self.creation(#","extensions":{"largeBlob":{"support":"preferred"}}"#)
    let results = try await client(.answers).create(optionsJSON: preferred, caller: caller()).clientExtensionResults
    #expect(results?.largeBlob == .init(supported: false))
  }

  @Test("a conditional registration cannot require user verification and is refused in cross-origin frames")
  func conditional() async throws {
    let strict = Self.creation(#","authenticatorSelection":{"userVerification":"required"}"#)
    #expect(
      await exception { _ = try await client(.answers).create(optionsJSON: strict, caller: caller(), mediation: .conditional) }
        == .constraintError)
    let origin = try Origin(parsing: "https://shop.example")
    let framed = WebAuthnCaller(
      origin: origin, topOrigin: try Origin(parsing: "https://example.com"), isCrossOrigin: true, isPermittedCrossOrigin: true)
    #expect(
      await exception { _ = try await client(.answers).create(optionsJSON: Self.creation(), caller: framed, mediation: .conditional) }
        == .notAllowedError)
    let response = try await client(.answers).create(optionsJSON: Self.creation(), caller: framed)
    #expect(
      String(decoding: response.response.clientDataJSON.bytes, as: UTF8.self).hasSuffix(
        #""origin":"https://shop.example","crossOrigin":true,"topOrigin":"https://example.com"}"#))
  }
}
