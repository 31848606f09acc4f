// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory
import Testing

@Suite("Set-up URLs: otpauth and apple-otpauth")
struct SetupURLTests {
  @Test("in Apple's form, the label's prefix is the name and the issuer is the domain")
  func appleForm() throws {
    let url = try SetupURL(
      parsing:
        "apple-otpauth://totp/Shop%20Example:ada@shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=6&period=30&issuer=shop.example"
    )
    #expect(url.label == "Shop Example")
    #expect(url.account == "ada@shop.example")
    #expect(url.issuer == "shop.example")
    #expect(url.parameters.algorithm == .sha1)
    #expect(url.parameters.digits == 6)
    #expect(url.parameters.form == .timeBased(period: .seconds(30)))
    #expect(bytes(url.parameters.secret) == Array("12345678901234567890".utf8))
  }

  static let written: [(OneTimeCodeParameters.Form, String)] = [
    (
      .timeBased(period: .seconds(60)),
      "otpauth://totp/Shop%20Example:ada@x?secret=MZXW6&issuer=shop.example&algorithm=SHA1&digits=6&period=60"
    ),
    (.counterBased(counter: 7), "otpauth://hotp/Shop%20Example:ada@x?secret=MZXW6&issuer=shop.example&algorithm=SHA1&digits=6&counter=7"),
    (.steam, "otpauth://totp/Shop%20Example:ada@x?secret=MZXW6&issuer=shop.example&algorithm=SHA1&digits=5&period=30&encoder=steam"),
  ]

  @Test("every parameter is written, in a fixed order", arguments: written)
  func writing(_ form: OneTimeCodeParameters.Form, _ expected: String) throws {
    let parameters = try OneTimeCodeParameters(secret: SharedSecret(copying: "foo".utf8), form: form)
    let url = SetupURL(label: "Shop Example", account: "ada@x", issuer: "shop.example", parameters: parameters)
    #expect(try text(url.formatted()) == expected)
  }

  @Test("for authenticator apps, Steam is a type, and the label is the issuer of a link without one")
  func writingForApps() throws {
    let parameters = try OneTimeCodeParameters(secret: SharedSecret(copying: "foo".utf8), form: .steam)
    let steam = try text(SetupURL(label: "Games", account: "", issuer: nil, parameters: parameters).formattedForApps())
    #expect(steam == "otpauth://steam/Games:?secret=MZXW6&issuer=Games&algorithm=SHA1&digits=5&period=30&encoder=steam")
    #expect(try SetupURL(parsing: steam).parameters.form == .steam)
    let code = try OneTimeCodeParameters(secret: SharedSecret(copying: "foo".utf8))
    let named = SetupURL(label: "Shop Example", account: "ada@x", issuer: "shop.example", parameters: code)
    #expect(try text(named.formattedForApps()) == text(named.formatted()))
  }

  @Test("Apple's scheme differs only in its name")
  func writingApple() throws {
    let url = SetupURL(
      label: nil, account: "ada", issuer: nil, parameters: try OneTimeCodeParameters(secret: SharedSecret(copying: "foo".utf8)))
    #expect(try text(url.formatted(as: .appleOtpauth)) == "apple-otpauth://totp/ada?secret=MZXW6&algorithm=SHA1&digits=6&period=30")
  }

  @Test("colons inside names are encoded, and one in an account without a label does not separate")
  func writingColons() throws {
    let parameters = try OneTimeCodeParameters(secret: SharedSecret(copying: "foo".utf8))
    let both = SetupURL(label: "a:b", account: "c:d", issuer: nil, parameters: parameters)
    #expect(try text(both.formatted()).contains("/a%3Ab:c%3Ad?"))
    let alone = SetupURL(label: nil, account: "c:d", issuer: nil, parameters: parameters)
    #expect(try text(alone.formatted()).contains("/:c%3Ad?"))
  }

  @Test("counter-based and Steam codes cannot be written as apple-otpauth")
  func notExpressible() throws {
    for form in [OneTimeCodeParameters.Form.counterBased(counter: 1), .steam] {
      let url = SetupURL(
        label: nil, account: "ada", issuer: nil, parameters: try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: form))
      #expect(code { _ = try url.formatted(as: .appleOtpauth) } == .formNotExpressible)
    }
  }
}
