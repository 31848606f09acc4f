// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory
import Testing

@Suite("What services name and show as text")
struct ShownSecretTests {
  @Test("a user is named by a text of 1 to 64 bytes, the same as by its bytes")
  func user() {
    #expect(OneTimeCodeUserID("anne") == OneTimeCodeUserID(Array("anne".utf8)))
    #expect(OneTimeCodeUserID("") == nil)
    #expect(OneTimeCodeUserID(String(repeating: "é", count: 32)) != nil)
    #expect(OneTimeCodeUserID(String(repeating: "é", count: 33)) == nil)
  }

  @Test("parameters are made from Base32 as people write it")
  func base32() throws {
    let parameters = try OneTimeCodeParameters(base32: "gezd gnbv gy3t qojq gezd gnbv gy3t qojq", digits: 8)
    #expect(parameters.secret.withBytes { String(decoding: $0, as: UTF8.self) } == "12345678901234567890")
    #expect(parameters.digits == 8 && parameters.form == .timeBased(period: .seconds(30)))
    let error = #expect(throws: OneTimeCodesError.self) { _ = try OneTimeCodeParameters(base32: "GEZ0") }
    #expect(error?.code == .secretNotBase32)
  }

  @Test("the link and the secret of a pending enrolment are shown as text, and lead to the same parameters")
  func pending() async throws {
    let world = VerifierWorld()
    var generator = SystemRandomNumberGenerator()
    let pending = try await world.verifier.beginEnrolment(of: world.user(), using: &generator)
    let link = try pending.shownSetupURL(.otpauth, label: "Shop", account: "anne", issuer: "shop.example")
    #expect(link.hasPrefix("otpauth://totp/Shop:anne?secret="))
    let shown = pending.shownSecret
    #expect(shown.wholeMatch(of: /([A-Z2-7]{4} )*[A-Z2-7]{1,4}/) != nil)
    #expect(link.contains("secret=" + shown.replacing(" ", with: "") + "&"))
  }
}
