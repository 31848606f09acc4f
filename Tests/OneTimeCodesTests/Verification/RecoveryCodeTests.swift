// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("O7: recovery codes")
struct RecoveryCodeTests {
  let world = VerifierWorld()

  func make() async throws -> [String] {
    var generator = SystemRandomNumberGenerator()
    let codes = try await world.verifier.makeRecoveryCodes(with: world.fresh(), using: &generator)
    world.notes.forget()
    return codes.codes.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
  }

  @Test("a set has ten different codes of 24 Base32 characters in groups of four")
  func form() async throws {
    let codes = try await make()
    #expect(Set(codes).count == 10)
    for code in codes { #expect(code.wholeMatch(of: /([A-Z2-7]{4}-){5}[A-Z2-7]{4}/) != nil) }
    #expect(try await world.verifier.recoveryCodesLeft(of: world.user()) == 10)
  }

  @Test("each code is stored as a SHA-256 hash with sixteen bytes of salt and never in plain text")
  func atRest() async throws {
    let codes = try await make()
    let rows = try world.store.recoveryCodes(of: world.user())
    #expect(rows.allSatisfy { $0.salt.count == 16 && $0.hash.count == 32 })
    #expect(Set(rows.map(\.salt)).count == 10 && Set(rows.map(\.hash)).count == 10)
    let stored = Data(rows.flatMap { $0.salt + $0.hash })
    for code in codes { #expect(stored.range(of: Data(code.replacing("-", with: "").utf8)) == nil) }
  }

  @Test("each code works once, in any order, case and grouping")
  func once() async throws {
    let codes = try await make()
    for (index, code) in codes.shuffled().enumerated() {
      let typed = [code, code.lowercased(), code.replacing("-", with: " "), " " + code.replacing("-", with: "")][index % 4]
      #expect(try await world.verifier.redeem(recoveryCode: typed, in: world.login()).isAccepted)
      #expect(try await world.verifier.redeem(recoveryCode: typed, in: world.login()) == .wrong)
    }
    #expect(try await world.verifier.recoveryCodesLeft(of: world.user()) == 0)
  }

  @Test("of many concurrent submissions of one code, one is accepted")
  func parallel() async throws {
    let code = try await make()[0]
    let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 { group.addTask { try await world.verifier.redeem(recoveryCode: code, in: world.login()).isAccepted } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
  }

  @Test("new codes invalidate all old ones")
  func regenerate() async throws {
    let old = try await make()
    let new = try await make()
    #expect(try await world.verifier.redeem(recoveryCode: old[0], in: world.login()) == .wrong)
    #expect(try await world.verifier.redeem(recoveryCode: new[0], in: world.login()).isAccepted)
  }

  @Test("making codes requires a fresh factor")
  func fresh() async throws {
    let fresh = try world.fresh()
    world.clocks.advance(by: 300)
    var generator = SystemRandomNumberGenerator()
    await #expect(throws: OneTimeCodeVerificationError(.notFresh)) {
      try await world.verifier.makeRecoveryCodes(with: fresh, using: &generator)
    }
  }

  @Test("each use is reported, and from three codes left also that they run low")
  func low() async throws {
    let codes = try await make()
    for code in codes { #expect(try await world.verifier.redeem(recoveryCode: code, in: world.login()).isAccepted) }
    let user = try world.user()
    let expected = (0...9).reversed().flatMap { left -> [OneTimeCodeEvent] in
      let used = OneTimeCodeEvent.recoveryCodeUsed(user, left: left, client: "192.0.2.1")
      return left <= 3 ? [used, .recoveryCodesLow(user, left: left)] : [used]
    }
    #expect(world.events == expected)
  }

  @Test(
    "a text not in the form of a recovery code is wrong and costs no attempt",
    arguments: [
      "", "123456", "ABCD-EFGH", String(repeating: "A", count: 25), "0189" + String(repeating: "A", count: 20),
      "Ａ" + String(repeating: "A", count: 23),
    ])
  func malformed(_ typed: String) async throws {
    _ = try await make()
    #expect(try await world.verifier.redeem(recoveryCode: typed, in: world.login()) == .wrong)
    #expect(world.store.failures(.recoveryCode) == 0)
  }

  @Test("wrong codes are counted and delayed like wrong one-time codes, but separately")
  func rate() async throws {
    let codes = try await make()
    let wrong = String(repeating: "A", count: 24)
    for _ in 0..<5 { #expect(try await world.verifier.redeem(recoveryCode: wrong, in: world.login()) == .wrong) }
    #expect(try await world.verifier.redeem(recoveryCode: codes[0], in: world.login()) == .tooSoon(retryAfter: .seconds(30)))
    world.clocks.advance(by: 30)
    #expect(try await world.verifier.redeem(recoveryCode: codes[0], in: world.login()).isAccepted)
  }

  @Test("printing a set reveals none of its characters")
  func printing() async throws {
    var generator = SystemRandomNumberGenerator()
    let codes = try await world.verifier.makeRecoveryCodes(with: world.fresh(), using: &generator)
    #expect(!"\(codes)".contains("-"))
  }

  @Test("the codes are available as text for the page that shows them once")
  func shown() async throws {
    var generator = SystemRandomNumberGenerator()
    let codes = try await world.verifier.makeRecoveryCodes(with: world.fresh(), using: &generator)
    #expect(codes.shownCodes == codes.codes.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } })
    #expect(try await world.verifier.redeem(recoveryCode: codes.shownCodes[0], in: world.login()).isAccepted)
  }
}
