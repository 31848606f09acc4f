// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory
import Testing

@Suite("Set-up URLs: otpauth and apple-otpauth")
struct SetupURLTests {
  static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  @Test("reads Apple's form: the label's prefix is the name, the issuer is the domain")
  func appleForm() throws {
    let url = try SetupURL(
      parsing: "apple-otpauth://totp/Shop%20Example:ada@shop.example?secret=\(Self.secret)&digits=6&period=30&issuer=shop.example")
    #expect(url.label == "Shop Example")
    #expect(url.account == "ada@shop.example")
    #expect(url.issuer == "shop.example")
    #expect(url.parameters.algorithm == .sha1)
    #expect(url.parameters.digits == 6)
    #expect(url.parameters.form == .timeBased(period: .seconds(30)))
    #expect(bytes(url.parameters.secret) == Array("12345678901234567890".utf8))
  }

  @Test(
    "splits the label at the first colon, bare or encoded",
    arguments: [
      ("Example:ada", "Example", "ada"), ("Example%3Aada", "Example", "ada"), ("Example:%20ada", "Example", "ada"), ("ada", nil, "ada"),
      ("", nil, ""), (":ada", nil, "ada"), ("Example:", "Example", ""), ("Ex%3Aample:ada", "Ex:ample", "ada"),
      ("Example:ada%3Aadmin", "Example", "ada:admin"), ("Slack (work):me@x", "Slack (work)", "me@x"), ("a#b", nil, "a#b"),
      ("a+b@x", nil, "a+b@x"), ("%E2%98%83:%C3%A4", "☃", "ä"),
    ] as [(String, String?, String)])
  func labels(_ label: String, _ prefix: String?, _ account: String) throws {
    let url = try SetupURL(parsing: "otpauth://totp/\(label)?secret=\(Self.secret)")
    #expect(url.label == prefix)
    #expect(url.account == account)
  }

  @Test(
    "tolerates what services write",
    arguments: [
      "OTPAUTH://TOTP/x?secret=\(secret)", "otpauth://totp?secret=\(secret)", "otpauth://totp/x?secret=\(secret)&amp;digits=6",
      "otpauth://totp/x?SECRET=\(secret)&algorithm=HMAC-SHA-1", "otpauth://totp/x?secret=\(secret)&algorithm=sha1&image=https://x/y",
      "otpauth://totp/x?secret=GEZD%20GNBV+GY3T-QOJQ gezd gnbv gy3t qojq%3D", "otpauth://totp/x?secret=\(secret)&issuer=",
      " otpauth://totp/x?secret=\(secret)#fragment\n", "otpauth://totp/x?&secret=\(secret)&",
    ])
  func leniencies(_ input: String) throws {
    let url = try SetupURL(parsing: input)
    #expect(bytes(url.parameters.secret) == Array("12345678901234567890".utf8))
    #expect(url.parameters.digits == 6)
    #expect(url.issuer == nil)
  }

  @Test("a plus sign in a parameter is a space")
  func plus() throws {
    #expect(try SetupURL(parsing: "otpauth://totp/x?secret=\(Self.secret)&issuer=Big+Shop").issuer == "Big Shop")
  }

  static let refusals: [(String, OneTimeCodesError.Code)] = [
    ("", .notASetupURL), ("https://shop.example/", .notASetupURL), ("otpauth:totp/x?secret=\(secret)", .notASetupURL),
    ("otpauth-migration://offline?data=AA", .notASetupURL), ("otpauth://motp/x?secret=\(secret)", .unknownType),
    ("apple-otpauth://hotp/x?secret=\(secret)&counter=1", .unknownType), ("otpauth://totp/x", .missingSecret),
    ("otpauth://totp/x?secret=", .missingSecret), ("otpauth://totp/x?secret=%20", .missingSecret),
    ("otpauth://totp/x?secret=GEZ0GNBV", .secretNotBase32), ("otpauth://totp/x?secret=GEZDGN", .secretIncomplete),
    ("otpauth://totp/x?secret=\(secret)&algorithm=MD5", .unknownAlgorithm),
    ("otpauth://totp/x?secret=\(secret)&algorithm=SHA384", .unsupportedAlgorithm),
    ("otpauth://totp/x?secret=\(secret)&digits=5", .digitsOutOfRange), ("otpauth://totp/x?secret=\(secret)&digits=9", .digitsOutOfRange),
    ("otpauth://totp/x?secret=\(secret)&digits=six", .digitsOutOfRange), ("otpauth://totp/x?secret=\(secret)&digits=-6", .digitsOutOfRange),
    ("otpauth://totp/x?secret=\(secret)&period=0", .periodOutOfRange),
    ("otpauth://totp/x?secret=\(secret)&period=86401", .periodOutOfRange),
    ("otpauth://totp/x?secret=\(secret)&period=99999999999999999999", .periodOutOfRange),
    ("otpauth://totp/x?secret=\(secret)&period=18446744073709551615", .periodOutOfRange),
    ("otpauth://hotp/x?secret=\(secret)&counter=18446744073709551616", .counterOutOfRange),
    ("otpauth://totp/x?secret=\(secret)&secret=\(secret)", .duplicateParameter),
    ("otpauth://totp/x?secret=\(secret)&issuer=bad%ZZ", .invalidPercentEncoding),
    ("otpauth://totp/x%4?secret=\(secret)", .invalidPercentEncoding),
    ("otpauth://totp/%FF?secret=\(secret)", .invalidPercentEncoding), ("otpauth://totp/a%0Ab?secret=\(secret)", .controlCharacter),
    ("otpauth://totp/\(String(repeating: "a", count: 8192))?secret=\(secret)", .tooLong),
  ]

  @Test("refuses with the code that says why", arguments: refusals)
  func refused(_ input: String, _ expected: OneTimeCodesError.Code) {
    #expect(code { _ = try SetupURL(parsing: input) } == expected)
  }

  @Test("says where the secret is not Base32")
  func position() {
    let error = #expect(throws: OneTimeCodesError.self) { _ = try SetupURL(parsing: "otpauth://totp/x?secret=GEZDGNB0&digits=6") }
    #expect(error?.position == 31)
    #expect(error?.character == "0")
  }

  @Test("Steam by type or by encoder has five characters, whatever the digits parameter says")
  func steam() throws {
    for input in ["otpauth://steam/Steam:x?secret=\(Self.secret)", "otpauth://totp/Steam:x?secret=\(Self.secret)&encoder=steam&digits=5"] {
      #expect(try SetupURL(parsing: input).parameters.form == .steam)
      #expect(try SetupURL(parsing: input).parameters.digits == 5)
    }
  }

  @Test("a missing HOTP counter is 0")
  func counter() throws {
    #expect(try SetupURL(parsing: "otpauth://hotp/x?secret=\(Self.secret)").parameters.form == .counterBased(counter: 0))
  }

  @Test("writes Apple's form with every parameter spelled out")
  func writing() throws {
    let url = SetupURL(
      label: "Shop Example", account: "ada", issuer: "shop.example", parameters: try OneTimeCodeParameters(secret: Vectors.rfcSecret))
    #expect(
      try text(url.formatted(as: .appleOtpauth))
        == "apple-otpauth://totp/Shop%20Example:ada?secret=\(Self.secret)&issuer=shop.example&algorithm=SHA1&digits=6&period=30")
  }

  @Test(
    "reading what was written gives the same value",
    arguments: [
      ("Shop: the", "ada:admin", "shop.example"), (nil, "ada:admin", nil), (nil, "ada", nil), ("", "a%b&c=d?e/f#g", "x+y z"),
      ("☃", "ä", "é"),
    ] as [(String?, String, String?)])
  func roundTrip(_ label: String?, _ account: String, _ issuer: String?) throws {
    let forms: [OneTimeCodeParameters.Form] = [.timeBased(period: .seconds(60)), .counterBased(counter: .max), .steam]
    for form in forms {
      let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: form)
      let url = SetupURL(label: label, account: account, issuer: issuer, parameters: parameters)
      let read = try SetupURL(parsing: text(url.formatted()))
      #expect(read.label == (label == "" ? nil : label))
      #expect(read.account == account)
      #expect(read.issuer == issuer)
      #expect(read.parameters.form == form)
      #expect(bytes(read.parameters.secret) == bytes(Vectors.rfcSecret))
    }
  }

  @Test("counter-based codes cannot be written as apple-otpauth")
  func notExpressible() throws {
    let url = SetupURL(
      label: nil, account: "ada", issuer: nil,
      parameters: try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .counterBased(counter: 1)))
    #expect(code { _ = try url.formatted(as: .appleOtpauth) } == .formNotExpressible)
  }
}
