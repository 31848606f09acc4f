// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

/// One test for each leniency listed in `docs/formats/set-up-urls.md`; `Vectors/otpauth` has further rows for each.
@Suite("Set-up URLs: tolerated deviations and their limits")
struct LeniencyTests {
  static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  private func read(_ link: String) throws -> SetupURL { try SetupURL(parsing: link.replacing("$", with: Self.secret)) }

  private func refusal(_ link: String) -> OneTimeCodesError.Code? { code { _ = try read(link) } }

  @Test("scheme, type and parameter names are read in any case")
  func anyCase() throws {
    #expect(try read("OTPAUTH://TOTP/ada?SECRET=$&Digits=8").parameters.digits == 8)
    #expect(try read("Apple-Otpauth://Totp/ada?secret=$").account == "ada")
  }

  @Test("space around the link is ignored")
  func spaceAround() throws { #expect(try read("\n  otpauth://totp/ada?secret=$ \r\n").account == "ada") }

  @Test("a link may lack its label, and the slash with it")
  func missingLabel() throws {
    for link in ["otpauth://totp/?secret=$", "otpauth://totp?secret=$"] { #expect(try read(link).account == "") }
  }

  @Test("spaces need not be encoded")
  func bareSpaces() throws {
    let setup = try read("otpauth://totp/Slack (work): ada l?secret=$&issuer=slack (work)")
    #expect([setup.label, setup.account, setup.issuer] == ["Slack (work)", "ada l", "slack (work)"])
  }

  @Test("brackets and non-ASCII letters need not be encoded")
  func bareText() throws {
    let setup = try read("otpauth://totp/[Test] Größe:☃?secret=$")
    #expect([setup.label, setup.account] == ["[Test] Größe", "☃"])
  }

  @Test("a plus sign is a space in a parameter but a plus sign in the label")
  func plus() throws {
    let setup = try read("otpauth://totp/ada+shop@example.com?secret=$&issuer=Big+Shop")
    #expect([setup.account, setup.issuer] == ["ada+shop@example.com", "Big Shop"])
  }

  @Test("HTML's ampersand separates parameters")
  func htmlAmpersand() throws { #expect(try read("otpauth://totp/ada?secret=$&amp;digits=8").parameters.digits == 8) }

  @Test("an encoded colon separates label and account if there is no bare one")
  func encodedColon() throws {
    #expect(try read("otpauth://totp/Shop%3Aada?secret=$").label == "Shop")
    #expect(try read("otpauth://totp/Shop%3A%20Deals:ada?secret=$").label == "Shop: Deals")
  }

  @Test("spaces after the colon do not belong to the account")
  func spaceBehindColon() throws { #expect(try read("otpauth://totp/Shop:%20%20ada?secret=$").account == "ada") }

  @Test("further colons belong to the account, unless the label begins with the issuer")
  func severalColons() throws {
    #expect(try read("otpauth://totp/Chat:@ada:chat.example?secret=$").account == "@ada:chat.example")
    #expect(try read("otpauth://totp/10.0.0.1:8000:ada?secret=$&issuer=10.0.0.1:8000").account == "ada")
  }

  @Test("a number sign in the label belongs to it, and after the parameters it ends the link")
  func numberSign() throws {
    #expect(try read("otpauth://totp/Shop:ada#2?secret=$").account == "ada#2")
    #expect(try read("otpauth://totp/ada?secret=$#digits=8").parameters.digits == 6)
  }

  @Test("issuer and label may differ, and both are kept")
  func issuerApart() throws {
    let setup = try read("apple-otpauth://totp/Shop:ada?secret=$&issuer=shop.example")
    #expect([setup.label, setup.issuer] == ["Shop", "shop.example"])
  }

  @Test("the word null counts as no value, and an empty issuer as none")
  func emptyAndNull() throws {
    let setup = try read("otpauth://totp/ada?secret=$&issuer=null&algorithm=null&digits=null&period=null")
    #expect(setup.issuer == nil)
    #expect(setup.parameters.digits == 6 && setup.parameters.algorithm == .sha1 && setup.parameters.period == .seconds(30))
    #expect(try read("otpauth://totp/ada?secret=$&issuer=").issuer == nil)
    #expect(refusal("otpauth://totp/ada?secret=$&digits=") == .digitsOutOfRange)
  }

  @Test("algorithms are read in the spellings of other programs")
  func algorithmNames() throws {
    for name in ["sha256", "SHA-256", "HMAC-SHA-256", "HmacSHA256", "hmac_sha256", "Algorithm.sha256"] {
      #expect(try read("otpauth://totp/ada?secret=$&algorithm=\(name)").parameters.algorithm == .sha256)
    }
  }

  @Test("a missing counter is 0")
  func missingCounter() throws { #expect(try read("otpauth://hotp/ada?secret=$").parameters.form == .counterBased(counter: 0)) }

  @Test("Steam is recognised by the type, the encoder, or five digits with its name")
  func steam() throws {
    for link in ["otpauth://steam/ada?secret=$", "otpauth://totp/ada?secret=$&encoder=Steam", "otpauth://totp/Steam:ada?secret=$&digits=5"]
    {
      #expect(try read(link).parameters.form == .steam)
    }
    #expect(try read("otpauth://totp/Steam:ada?secret=$").parameters.form == .timeBased(period: .seconds(30)))
  }

  @Test("Steam's length and period are fixed, whatever the link says")
  func steamParameters() throws {
    let parameters = try read("otpauth://totp/ada?secret=$&encoder=steam&digits=7&period=15").parameters
    #expect(parameters.digits == 5 && parameters.period == .seconds(30))
  }

  @Test("unknown parameters, including codeDisplay, are ignored")
  func unknownParameters() throws {
    _ = try read(#"otpauth://totp/ada?secret=$&codeDisplay={"tags":["a"]}&image=https://x/y.png&color=zz&x=%ZZ&malformed"#)
  }

  @Test("parameters without a separator are not split")
  func gluedText() throws {
    let setup = try read("otpauth://totp/ada?secret=$&issuer=Shopperiod=60")
    #expect(setup.issuer == "Shopperiod=60" && setup.parameters.period == .seconds(30))
  }

  @Test("spaces, dashes, underscores, lower case and padding in a secret are ignored")
  func secretGrouping() throws {
    for text in ["gezd gnbv-gy3t_qojq%20GEZD+GNBV GY3T QOJQ==", "GEZD\u{A0}GNBV\u{2013}GY3TQOJQ\u{200B}GEZDGNBVGY3TQOJQ%3D"] {
      #expect(bytes(try read("otpauth://totp/ada?secret=\(text)").parameters.secret) == Array("12345678901234567890".utf8))
    }
  }

  @Test("a bare secret is read with the default parameters, and KeeOtp's text with its own")
  func bareSecret() throws {
    guard case .secret(let parameters) = try SetupInput(parsing: " gezd gnbv gy3t qojq\n") else { throw OneTimeCodesTestFailure() }
    #expect(parameters.digits == 6 && bytes(parameters.secret) == Array("1234567890".utf8))
    #expect(try SetupInput(parsing: "key=\(Self.secret)&size=8&step=60").setup.parameters.period == .seconds(60))
  }

  @Test("a Steam Guard seed is read as password managers write it, and a command to Steam's program is not")
  func steamLink() throws {
    let setup = try SetupInput(parsing: "steam://gezd gnbv gy3t qojq gezd gnbv gy3t qojq").setup
    #expect(setup.parameters.form == .steam && bytes(setup.parameters.secret) == Array("12345678901234567890".utf8))
    // Steam's alphabet, with the same HMAC as RFC 4226's examples.
    #expect(setup.parameters.code(at: Date(timeIntervalSince1970: 30)).text == "PV9M4")
    #expect(code { _ = try SetupInput(parsing: "steam://run/440") } == .notASetupURL)
    // A page cannot offer one: links on pages have one of two schemes.
    #expect(refusal("steam://$") == .notASetupURL)
  }

  @Test("look-alike characters are named with a suggestion but never replaced")
  func lookAlikes() {
    for (digit, letter) in [("0", "O"), ("1", "I"), ("8", "B")] as [(Character, Character)] {
      let error = #expect(throws: OneTimeCodesError.self) { _ = try read("otpauth://totp/☃?secret=GEZ\(digit)GNBV") }
      #expect(error?.code == .secretNotBase32 && error?.position == 27 && error?.character == digit && error?.suggestion == letter)
    }
    #expect(#expect(throws: OneTimeCodesError.self) { _ = try Base32.decode("gez1") }?.suggestion == "L")
    #expect(#expect(throws: OneTimeCodesError.self) { _ = try Base32.decode("GEZ9") }?.suggestion == nil)
  }

  @Test("a repeated parameter is refused at its second place, even with the same value")
  func repeated() {
    let error = #expect(throws: OneTimeCodesError.self) { _ = try read("otpauth://totp/ada?digits=6&secret=$&digits=6") }
    #expect(error?.code == .duplicateParameter && error?.position == 68 && error?.parameter == "digits")
  }

  @Test("numbers out of range are refused, not clamped")
  func ranges() {
    for digits in ["0", "1", "5", "11", "60", "-6", "6.0", "six"] {
      #expect(refusal("otpauth://totp/a?secret=$&digits=\(digits)") == .digitsOutOfRange)
    }
    for period in ["0", "-30", "86401", "30s"] { #expect(refusal("otpauth://totp/a?secret=$&period=\(period)") == .periodOutOfRange) }
    for counter in ["-1", "18446744073709551616"] { #expect(refusal("otpauth://hotp/a?secret=$&counter=\(counter)") == .counterOutOfRange) }
  }

  @Test("a secret that ends within a byte is incomplete")
  func incomplete() { for text in ["A", "ABC", "ABCDEF"] { #expect(refusal("otpauth://totp/a?secret=\(text)") == .secretIncomplete) } }
}

/// The value is not of the expected kind.
struct OneTimeCodesTestFailure: Error {}
