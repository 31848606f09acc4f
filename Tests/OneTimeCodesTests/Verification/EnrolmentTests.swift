// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("O1, O2: secrets and enrolment")
struct EnrolmentTests {
  let world = VerifierWorld()

  @Test("an issued secret is as long as its hash and differs each time", arguments: OneTimeCodeAlgorithm.allCases)
  func length(_ algorithm: OneTimeCodeAlgorithm) async throws {
    var generator = SystemRandomNumberGenerator()
    let pending = try await world.verifier.beginEnrolment(of: world.user(), algorithm: algorithm, using: &generator)
    #expect(pending.parameters.secret.byteCount == [.sha1: 20, .sha256: 32, .sha512: 64][algorithm])
    let next = try await world.verifier.beginEnrolment(of: world.user(), algorithm: algorithm, using: &generator)
    #expect(!constantTimeEquals(pending.parameters.secret, next.parameters.secret))
  }

  @Test(
    "a secret shorter than its hash is not issued",
    arguments: [(OneTimeCodeAlgorithm.sha1, 19, false), (.sha1, 20, true), (.sha256, 31, false), (.sha256, 32, true), (.sha512, 63, false)])
  func refusesToIssue(_ algorithm: OneTimeCodeAlgorithm, _ byteCount: Int, _ isIssued: Bool) async throws {
    let parameters = try OneTimeCodeParameters(secret: SharedSecret(SecretBytes(byteCount: byteCount)), algorithm: algorithm)
    do {
      _ = try await world.begin(parameters)
      #expect(isIssued)
    } catch let error as OneTimeCodeVerificationError {
      #expect(!isIssued && error.code == .secretTooShort)
    }
  }

  @Test("digits and periods out of range are refused", arguments: [(5, 30), (9, 30), (6, 0), (6, 86_401)])
  func outOfRange(_ digits: Int, _ period: Int) async throws {
    var generator = SystemRandomNumberGenerator()
    await #expect(throws: OneTimeCodeVerificationError(.parametersOutOfRange)) {
      try await world.verifier.beginEnrolment(of: world.user(), digits: digits, period: .seconds(period), using: &generator)
    }
  }

  @Test("a counter-based code cannot be enrolled")
  func counter() async throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .counterBased(counter: 0))
    await #expect(throws: OneTimeCodeVerificationError(.notTimeBased)) { try await world.begin(parameters) }
  }

  @Test("a secret shorter than 16 bytes is not verified", arguments: [(15, false), (16, true), (19, true)])
  func refusesToVerify(_ byteCount: Int, _ isVerified: Bool) async throws {
    // A secret stored by an earlier service, not issued here.
    let parameters = try OneTimeCodeParameters(secret: SharedSecret(SecretBytes(byteCount: byteCount)))
    let id = try #require(OneTimeCodeCredentialID(0..<16))
    try world.store.insertPending(
      StoredOneTimeCode(user: world.user(), id: id, parameters: parameters, expires: .distantFuture, replaces: nil))
    let pending = try #require(try await world.verifier.pendingEnrolment(of: world.user()))
    do {
      let verdict = try await world.verifier.activate(pending, firstCode: parameters.code(at: world.now).text, in: world.login())
      #expect(isVerified && verdict.isAccepted)
    } catch let error as OneTimeCodeVerificationError {
      #expect(!isVerified && error.code == .secretTooShort)
    }
  }

  @Test("the link names service, account and domain in both schemes and reads back unchanged")
  func links() async throws {
    let pending = try await world.begin()
    for (scheme, start) in [(SetupURL.Scheme.otpauth, "otpauth://totp/"), (.appleOtpauth, "apple-otpauth://totp/")] {
      let url = try pending.setupURL(scheme, label: "Shop Example", account: "ada@mail.example", issuer: "shop.example")
      let text = url.withBytes { String(decoding: $0, as: UTF8.self) }
      #expect(text.hasPrefix(start + "Shop%20Example:ada"))
      let read = try SetupURL(parsing: text)
      #expect(read.label == "Shop Example" && read.account == "ada@mail.example" && read.issuer == "shop.example")
      #expect(constantTimeEquals(read.parameters.secret, pending.parameters.secret))
    }
  }

  @Test("a factor becomes active only with the first right code")
  func activation() async throws {
    let pending = try await world.begin()
    #expect(try await world.verifier.credential(of: world.user()) == nil)
    #expect(try await world.verifier.activate(pending, firstCode: world.wrong(pending.parameters), in: world.login()) == .wrong)
    #expect(try await world.verifier.credential(of: world.user()) == nil)
    let code = pending.parameters.code(at: world.now).text
    #expect(try await world.verifier.activate(pending, firstCode: code, in: world.login()).isAccepted)
    #expect(try await world.verifier.credential(of: world.user())?.id == pending.id)
    #expect(try world.events == [.enrolled(world.user(), pending.id, replaced: false)])
  }

  @Test("the code that activated a factor is used up")
  func firstCodeIsUsed() async throws {
    let pending = try await world.begin()
    let code = pending.parameters.code(at: world.now).text
    _ = try await world.verifier.activate(pending, firstCode: code, in: world.login())
    #expect(try await world.verify(code) == .usedBefore)
  }

  @Test("a pending enrolment expires after fifteen minutes, even if the caller still holds it")
  func expiry() async throws {
    let pending = try await world.begin()
    world.clocks.advance(by: 15 * 60 - 1)
    #expect(try await world.verifier.pendingEnrolment(of: world.user()) != nil)
    world.clocks.advance(by: 1)
    #expect(try await world.verifier.pendingEnrolment(of: world.user()) == nil)
    await #expect(throws: OneTimeCodeVerificationError(.noLongerPending)) {
      try await world.verifier.activate(pending, firstCode: pending.parameters.code(at: world.now).text, in: world.login())
    }
  }

  @Test("a second enrolment invalidates the first")
  func secondEnrolment() async throws {
    let first = try await world.begin()
    _ = try await world.begin()
    await #expect(throws: OneTimeCodeVerificationError(.noLongerPending)) {
      try await world.verifier.activate(first, firstCode: first.parameters.code(at: world.now).text, in: world.login())
    }
  }

  @Test("an active factor is replaced only with a fresh factor, and works until the new one is activated")
  func replacement() async throws {
    let old = try await world.enrol()
    await #expect(throws: OneTimeCodeVerificationError(.alreadyEnrolled)) { try await world.begin() }
    guard case .accepted(let fresh) = try await world.verify(old.code(at: world.now).text) else { throw Missing() }
    var generator = SystemRandomNumberGenerator()
    let new = try await world.verifier.beginEnrolment(of: world.user(), replacingBy: fresh, using: &generator)
    world.clocks.advance(by: 60)
    #expect(try await world.verify(old.code(at: world.now).text).isAccepted)
    let code = new.parameters.code(at: world.now).text
    #expect(try await world.verifier.activate(new, firstCode: code, in: world.login()).isAccepted)
    #expect(try world.events.last == .enrolled(world.user(), new.id, replaced: true))
    world.clocks.advance(by: 60)
    #expect(try await world.verify(old.code(at: world.now).text) == .wrong)
    #expect(try await world.verify(new.parameters.code(at: world.now).text).isAccepted)
  }

  @Test("a fresh factor is valid for five minutes and only for its own user")
  func freshness() async throws {
    try await world.enrol()
    let fresh = try world.fresh()
    let stranger = try OneTimeCodeFreshFactor(
      vouchingFor: #require(OneTimeCodeUserID("eve".utf8)), transaction: [], at: world.now)
    let credential = try #require(try await world.verifier.credential(of: world.user()))
    await #expect(throws: OneTimeCodeVerificationError(.anotherUser)) { try await world.verifier.remove(credential, with: stranger) }
    world.clocks.advance(by: 300)
    await #expect(throws: OneTimeCodeVerificationError(.notFresh)) { try await world.verifier.remove(credential, with: fresh) }
    try await world.verifier.remove(credential, with: world.fresh())
    #expect(try await world.verifier.credential(of: world.user()) == nil)
    #expect(try world.events == [.removed(world.user(), credential.id)])
  }

  @Test("a user's credential is not verified in another user's login")
  func anotherUser() async throws {
    try await world.enrol()
    let credential = try #require(try await world.verifier.credential(of: world.user()))
    let login = OneTimeCodeLogin(
      afterFirstFactorOf: try #require(OneTimeCodeUserID("eve".utf8)), transaction: [9], client: "192.0.2.9")
    await #expect(throws: OneTimeCodeVerificationError(.anotherUser)) {
      try await world.verifier.verify("123456", of: credential, in: login)
    }
  }

  @Test("identifiers of the wrong length cannot be made")
  func identifiers() {
    #expect(OneTimeCodeUserID([]) == nil && OneTimeCodeUserID(Array(repeating: 1, count: 65)) == nil)
    #expect(OneTimeCodeUserID([1]) != nil && OneTimeCodeUserID(Array(repeating: 1, count: 64)) != nil)
    #expect(OneTimeCodeCredentialID(0..<15) == nil && OneTimeCodeCredentialID(0..<17) == nil)
  }

  struct Missing: Error {}
}
