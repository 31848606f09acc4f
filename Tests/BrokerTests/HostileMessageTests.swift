// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import LocalTransport
import Testing

@Suite("Malformed messages from a provider", .timeLimit(.minutes(2)))
struct HostileMessageTests {
  /// One message of every kind.
  private static let messages: [ProviderMessage] = {
    let service = ServiceIdentifierValue(identifier: "shop.example", kind: .domain)
    let page = (try? IdentityPage([BrokerHarness.code, BrokerHarness.password, BrokerHarness.passkey])) ?? IdentityPage()
    let results: [ProviderResult] = [
      .password(user: "anne"), .oneTimeCode, .verificationCodeSetup(service: "s", account: "a"), .textToInsert, .passwordSaved, .configured,
      .passkeyAssertion(
        userHandle: Data([9]), relyingParty: "shop.example", signature: Data([1]), clientDataHash: Data(count: 32),
        authenticatorData: Data(count: 37), credentialID: Data([1, 2, 3])),
      .passkeyRegistration(
        relyingParty: "shop.example", clientDataHash: Data(count: 32), credentialID: Data([1]), attestationObject: Data([0xA0])),
      .generatedPasswords([GeneratedPasswordValue(kind: "STRONG", byteCount: 4)]),
    ]
    let view = PresentableViewValue(number: 1, kind: .list, title: "Pick", message: "one")
    return results.map { .complete(call: 1, result: $0) } + [
      .ready(protocolVersion: 1), .findings(["methodNotOverridden x"]), .lockState(.locked), .lockState(.unlocked), .lockState(.noVault),
      .cancelRequest(call: 1, domain: "ASExtensionErrorDomain", code: 100, reason: "r"), .present(call: 1, view: view), .dismiss(call: 1),
      .identify(question: 1, process: 1), .finger(question: 1, .verify), .store(request: 1, frame: .state),
      .store(request: 1, frame: .page(page)),
      .store(request: 1, frame: .save(page)), .store(request: 1, frame: .replace(page)), .store(request: 1, frame: .remove(page)),
      .store(request: 1, frame: .removeAll), .store(request: 1, frame: .list(service: service, kinds: [.password])),
    ]
  }()

  /// Changes a few bytes, or a number or text of the JSON.
  private static func spoil(_ json: [UInt8], using generator: inout SplitMix) -> [UInt8] {
    var bytes = json
    for _ in 0...Int.random(in: 0..<3, using: &generator) {
      guard !bytes.isEmpty else { break }
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 4))
      case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 24)], at: place)
      case 3:
        // A number that might overflow a calculation.
        if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          let numbers = ["-1", "9223372036854775807", "-9223372036854775808", "1e308", "4294967296", "0"]
          bytes.replaceSubrange(digit...digit, with: Array((numbers.randomElement(using: &generator) ?? "0").utf8))
        }
      default: bytes.insert(contentsOf: Array(repeating: UInt8(ascii: "["), count: 2_000), at: place)
      }
    }
    return bytes
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014), so that a failure can be reproduced.
  struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test("corrupted messages of every kind during a request do not stop the broker", arguments: [UInt64](1...8))
  func spoiled(seed: UInt64) async throws {
    var generator = SplitMix(state: seed)
    var understood = 0
    for _ in 0..<40 {
      let harness = try await BrokerHarness()
      try await harness.unlockProvider()
      let token = try #require(try await harness.suggestions().items.first?.token)
      await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
      for _ in 0..<12 {
        let message = try #require(Self.messages.randomElement(using: &generator))
        let json = Self.spoil(try MessageCoding.encode(message), using: &generator)
        guard let spoiled = try? MessageCoding.decode(ProviderMessage.self, from: json) else { continue }
        understood += 1
        let secrets: [String?] = [nil, "123456", "", String(repeating: "s", count: 9_000), "\u{0}\u{202e}"]
        await harness.provider.say(spoiled, secret: secrets.randomElement(using: &generator) ?? nil)
      }
      await harness.provider.end()
      await harness.send(.status, id: 99)
      guard case (99, .status(_))? = harness.seen.lastReply?.parts else {
        Issue.record("answered with \(String(describing: harness.seen.lastReply)) instead of the status")
        return
      }
    }
    #expect(understood > 20, "too few messages were understood for a meaningful result")
  }

  @Test("a message nested as deeply as a frame allows is rejected")
  func deep() {
    for text in [String(repeating: "[", count: 200_000), String(repeating: #"{"a":"#, count: 40_000)] {
      #expect(throws: (any Error).self) { try MessageCoding.decode(ProviderMessage.self, from: Array(text.utf8)) }
    }
  }
}
