// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import Foundation
import SecretMemory
import Testing
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

@Suite("CTAP2 commands (CTAP 2.2 §6)")
struct CTAP2Tests {
  /// An authenticator that has just been powered up, with its store and user.
  final class Bench {
    let store = CredentialsInMemory()
    let person = ScriptedPerson()
    var instant = ContinuousClock.now
    private(set) var authenticator: CTAP2Authenticator?

    init(script: [UInt8] = []) {
      authenticator = CTAP2Authenticator(
        authenticator: WebAuthnAuthenticator(), store: store, person: person, backup: .eligible, generator: ScriptedGenerator(script),
        now: { [unowned self] in instant })
    }

    func answer(_ message: [UInt8]) -> [UInt8] { authenticator?.answer(to: message) ?? [] }

    func answer(_ command: UInt8, _ parameters: CBORValue? = nil) -> [UInt8] {
      answer([command] + (parameters.map { CBOREncoder(profile: .ctap2).encode($0) } ?? []))
    }

    /// Returns the CBOR of an answer with the status CTAP2_OK.
    func result(_ command: UInt8, _ parameters: CBORValue? = nil) throws -> CBORMap {
      let answer = answer(command, parameters)
      try #require(answer.first == 0, "status \(hex(answer.prefix(1)))")
      return try #require(try CBORDecoder(profile: .ctap2).decode(answer.dropFirst()).mapValue)
    }
  }

  private static let hash = CBORValue.bytes([UInt8](repeating: 3, count: 32))

  private func creation(user: UInt8 = 1, _ more: CBORMap = [:]) throws -> CBORValue {
    let needed: CBORMap = [
      1: Self.hash, 2: .map(["id": "shop.example", "name": "Shop"]),
      3: .map(["id": .bytes([user]), "name": "anne", "displayName": "Anne"]),
      4: [.map(["alg": -7, "type": "public-key"])], 7: .map(["rk": true]),
    ]
    let replaced = Set(more.entries.map(\.key))
    return .map(try #require(CBORMap(needed.entries.filter { !replaced.contains($0.key) } + more.entries)))
  }

  private func request(_ more: CBORMap = [:]) throws -> CBORValue {
    .map(try #require(CBORMap([.init(key: 1, value: "shop.example"), .init(key: 2, value: Self.hash)] + more.entries)))
  }

  @Test("authenticatorGetInfo lists what is supported, in canonical form")
  func information() throws {
    let bench = Bench()
    let information = try bench.result(0x04)
    #expect(information[1] == ["FIDO_2_0"])
    #expect(information[2] == ["credProtect", "hmac-secret", "hmac-secret-mc"])
    #expect(information[3] == .bytes(AAGUID.passfold.bytes))
    #expect(information[4] == .map(["rk": true, "up": true, "uv": true, "makeCredUvNotRqd": true]))
    #expect(information[6] == [2, 1])
    bench.person.canVerifyUser = false
    #expect(try bench.result(0x04)[4]?.mapValue?["uv"] == false)
  }

  @Test("user verification takes place and is flagged only if the platform requests it", arguments: [true, false])
  func verification(wanted: Bool) throws {
    let bench = Bench()
    let options = CBORValue.map(["rk": true, "uv": .boolean(wanted)])
    let made = try bench.result(0x01, creation([7: options]))
    let signed = try bench.result(0x02, request([5: .map(["uv": .boolean(wanted)])]))
    for data in [made[2], signed[2]] {
      let flags = try AuthenticatorData(parsing: try #require(data?.bytesValue)).flags
      #expect(flags.contains(.userPresent))
      #expect(flags.contains(.userVerified) == wanted)
    }
  }

  @Test("failed user verification or missing consent is CTAP2_ERR_OPERATION_DENIED")
  func denied() throws {
    let bench = Bench()
    #expect(bench.answer(0x01, try creation()).first == 0)
    bench.person.gesture.userVerified = false
    #expect(bench.answer(0x01, try creation(user: 2, [7: .map(["uv": true])])) == [0x27])
    #expect(bench.answer(0x02, try request([5: .map(["uv": true])])) == [0x27])
    bench.person.gesture = .none
    #expect(bench.answer(0x01, try creation(user: 2)) == [0x27])
    #expect(bench.answer(0x02, try request()) == [0x27])
    #expect(bench.answer(0x07) == [0x27])
    bench.person.canVerifyUser = false
    #expect(bench.answer(0x01, try creation([7: .map(["uv": true])])) == [0x2c])
  }

  @Test("authenticatorGetNextAssertion works for thirty seconds after the previous assertion, newest credential first")
  func nextAssertion() throws {
    let bench = Bench()
    for user in 1...3 { _ = try bench.result(0x01, creation(user: UInt8(user))) }
    func user(_ answer: CBORMap) -> [UInt8]? { answer[4]?.mapValue?["id"]?.bytesValue }
    let first = try bench.result(0x02, request())
    #expect(first[5] == 3)
    #expect(user(first) == [3])
    bench.instant += .seconds(29)
    let second = try bench.result(0x08)
    #expect(user(second) == [2])
    #expect(second[5] == nil)
    bench.instant += .seconds(29)
    #expect(user(try bench.result(0x08)) == [1])
    #expect(bench.answer(0x08) == [0x30])

    _ = try bench.result(0x02, request())
    bench.instant += .seconds(31)
    #expect(bench.answer(0x08) == [0x30])
  }

  @Test("one credential of the allow list answers, however many match")
  func listed() throws {
    let bench = Bench()
    let made = try (1...2).map { try bench.result(0x01, creation(user: UInt8($0))) }
    let ids = try made.map { made in
      let data = try AuthenticatorData(parsing: try #require(made[2]?.bytesValue))
      return try #require(data.attestedCredentialData).credentialID.bytes
    }
    let list = CBORValue.array(ids.map { .map(["id": .bytes($0), "type": "public-key"]) })
    let answer = try bench.result(0x02, request([3: list]))
    #expect(answer[1]?.mapValue?["id"] == .bytes(ids[1]))
    #expect(answer[5] == nil)
    #expect(bench.answer(0x08) == [0x30])
    let unusable = CBORValue.array([.map(["id": .bytes([1]), "type": "other"])])
    #expect(bench.answer(0x02, try request([3: unusable])) == [0x2e])
  }

  @Test("a store without room is CTAP2_ERR_KEY_STORE_FULL")
  func full() throws {
    struct FullStore: PublicKeyCredentialSourceStore {
      func credentials(of relyingPartyID: RelyingPartyID) -> [PublicKeyCredentialSource] { [] }
      func add(_ source: PublicKeyCredentialSource, superseding: [CredentialID]) throws(WebAuthnAuthenticatorError) {
        throw WebAuthnAuthenticatorError(.constraint)
      }
      func setLargeBlob(_ blob: [UInt8], of credential: CredentialID) {}
      func removeAll() throws(WebAuthnAuthenticatorError) { throw WebAuthnAuthenticatorError(.unknown) }
    }
    var authenticator = CTAP2Authenticator(
      authenticator: WebAuthnAuthenticator(), store: FullStore(), person: ScriptedPerson(), backup: .eligible,
      generator: SystemRandomNumberGenerator(), now: { ContinuousClock.now })
    #expect(authenticator.answer(to: [1] + CBOREncoder(profile: .ctap2).encode(try creation())) == [0x28])
    #expect(authenticator.answer(to: [7]) == [0x7f])
  }

  @Test("any input gives one status byte, and CTAP2_OK is followed by canonical CBOR", arguments: 0..<64)
  func anything(seed: UInt8) throws {
    let bench = Bench()
    var generator = ScriptedGenerator([seed])
    let templates: [[UInt8]] = try [
      [0x01] + CBOREncoder(profile: .ctap2).encode(creation()), [0x02] + CBOREncoder(profile: .ctap2).encode(request()), [0x04], [0x08],
      [0x06] + CBOREncoder(profile: .ctap2).encode(.map([1: 2, 2: 2])),
    ]
    for _ in 0..<40 {
      var message = templates.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !message.isEmpty {
        let index = Int.random(in: 0..<message.count, using: &generator)
        message[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
      if Bool.random(using: &generator) { message.removeLast(Int.random(in: 0...min(3, message.count), using: &generator)) }
      let answer = bench.answer(message)
      let status = try #require(answer.first)
      if status != 0 {
        #expect(answer.count == 1)
      } else if answer.count > 1 {
        #expect(throws: Never.self) { try CBORDecoder(profile: .ctap2).decode(answer.dropFirst()) }
      }
    }
  }
}
