// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory
import Testing

@Suite("Secrets and identifiers as text")
struct ShownSecretTests {
  @Test("a user identifier is a text of 1 to 64 bytes, equal to the one made from its bytes")
  func user() {
    #expect(OneTimeCodeUserID("anne") == OneTimeCodeUserID(Array("anne".utf8)))
    #expect(OneTimeCodeUserID("") == nil)
    #expect(OneTimeCodeUserID(String(repeating: "é", count: 32)) != nil)
    #expect(OneTimeCodeUserID(String(repeating: "é", count: 33)) == nil)
  }

  @Test("parameters can be made from grouped, lower-case Base32")
  func base32() throws {
    let parameters = try OneTimeCodeParameters(base32: "gezd gnbv gy3t qojq gezd gnbv gy3t qojq", digits: 8)
    #expect(parameters.secret.withBytes { String(decoding: $0, as: UTF8.self) } == "12345678901234567890")
    #expect(parameters.digits == 8 && parameters.form == .timeBased(period: .seconds(30)))
    let error = #expect(throws: OneTimeCodesError.self) { _ = try OneTimeCodeParameters(base32: "GEZ0") }
    #expect(error?.code == .secretNotBase32)
  }

  @Test("a pending enrolment's link and secret are available as text and contain the same secret")
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
