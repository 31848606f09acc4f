// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory
import Testing

struct DamagedAuthenticatorTests {
  private static let passphrase = "Grüße, 7 Tassen"
  // For samples that are expensive to open, fewer changes are tried.
  private static let samples: [(name: String, format: ImportFormat, changes: Int, isSealed: Bool)] = [
    ("aegis/plain-v3.json", .aegis, 64, false), ("aegis/sealed.json", .aegis, 64, true), ("2fas/plain-v4.2fas", .twoFAS, 64, false),
    ("2fas/sealed-v4.2fas", .twoFAS, 64, true), ("ente-auth/plain.txt", .setupLinks, 64, false),
    ("ente-auth/sealed.json", .enteAuth, 64, true),
    ("andotp/plain.json", .andOTP, 64, false), ("andotp/sealed.json.aes", .andOTP, 16, true),
    ("andotp/sealed-older.json.aes", .andOTP, 16, true),
    ("freeotp-plus/export.json", .freeOTPPlus, 64, false), ("freeotp/externalBackup.xml", .freeOTP, 64, false),
    ("proton-authenticator/plain.json", .protonAuthenticator, 64, false),
    ("proton-authenticator/sealed.json", .protonAuthenticator, 64, true), ("stratum/plain.json", .stratum, 64, false),
    ("stratum/sealed.stratum", .stratum, 4, true), ("stratum/sealed-older.authpro", .stratum, 16, true),
    ("raivo/raivo-otp-export.json", .raivo, 64, false), ("2fauth/2fauth.json", .twoFAuth, 64, false),
    ("lastpass-authenticator/export.json", .lastPassAuthenticator, 64, false),
    ("otpauth/list.txt", .setupLinks, 64, false), ("extract-otp-secrets/output.json", .extractedSecrets, 64, false),
  ]

  @Test(arguments: samples) func `a truncated file is refused unless it is a list of links`(
    _ sample: (name: String, format: ImportFormat, changes: Int, isSealed: Bool)
  ) throws {
    let whole = try ImportedText.sample(sample.name)
    let steps = min(16, sample.changes)
    for step in 0..<steps {
      let part = Array(whole.prefix(whole.count * step / steps))
      let read = try? ImportedText.read(part, as: sample.format, passphrase: Self.passphrase)
      // Only a list of lines has no end that could be missing.
      #expect(read == nil || sample.format == .setupLinks, "\(step) of \(steps)")
    }
  }

  @Test(arguments: samples) func `a changed byte neither crashes the reader nor passes authentication`(
    _ sample: (name: String, format: ImportFormat, changes: Int, isSealed: Bool)
  ) throws {
    let whole = try ImportedText.sample(sample.name)
    let before = ImportedText.lines(try ImportedText.read(whole, as: sample.format, passphrase: Self.passphrase))
    for step in 0..<sample.changes {
      var changed = whole
      changed[whole.count * step / sample.changes] ^= 0x01
      guard let read = try? ImportedText.read(changed, as: sample.format, passphrase: Self.passphrase) else { continue }
      // Each entry becomes an item or is reported. From an encrypted file, only the encrypted items come.
      #expect(read.items.count <= read.readCount)
      if sample.isSealed, sample.name != "stratum/sealed-older.authpro" {
        #expect(ImportedText.lines(read).filter { before.contains($0) && $0.contains("code ") } == before.filter { $0.contains("code ") })
      }
    }
  }

  @Test(arguments: [
    #"{"version":2,"header":{"slots":null,"params":null},"db":{"version":3,"entries":[]}}"#,
    #"{"version":1,"header":{"slots":null,"params":null},"db":{"version":4,"entries":[]}}"#,
    #"{"services":[],"schemaVersion":5}"#, #"{"version":2,"entries":[]}"#,
    #"{"version":2,"kdfParams":{"memLimit":8192,"opsLimit":1,"salt":"AAAAAAAAAAAAAAAAAAAAAA=="},"encryptedData":"AA==","encryptionNonce":"AA=="}"#,
    #"{"version":9,"localDeviceId":"a","accounts":[]}"#,
  ])
  func `an unknown version is reported as unsupported`(_ text: String) {
    #expect(throws: CredentialExchangeError(.unsupportedVariant)) { try ImportedText.read(Array(text.utf8), passphrase: Self.passphrase) }
  }

  private static func aegis(n: String, r: String, p: String) -> String {
    let zeros = String(repeating: "0", count: 24)
    let tag = String(repeating: "0", count: 32)
    let seal = #"{"nonce":"\#(zeros)","tag":"\#(tag)"}"#
    return """
      {"version":1,"header":{"slots":[{"type":1,"key":"\(tag)","key_params":\(seal),"n":\(n),"r":\(r),"p":\(p),"salt":"00"}],\
      "params":\(seal)},"db":"AAAA"}
      """
  }

  private static func ente(memory: String, passes: String) -> String {
    #"{"version":1,"kdfParams":{"memLimit":\#(memory),"opsLimit":\#(passes),"salt":"AAAAAAAAAAAAAAAAAAAAAA=="},"#
      + #""encryptedData":"AAAA","encryptionNonce":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#
  }

  @Test(arguments: [
    aegis(n: "1073741824", r: "8", p: "1"), aegis(n: "9223372036854775807", r: "8", p: "1"),
    aegis(n: "4611686018427387904", r: "8", p: "1"),
    aegis(n: "32768", r: "9223372036854775807", p: "1"), aegis(n: "32768", r: "8", p: "9223372036854775807"),
    aegis(n: "1048576", r: "8", p: "1024"), ente(memory: "2147483648", passes: "1"),
    ente(memory: "9223372036854775807", passes: "9223372036854775807"),
    ente(memory: "1073741824", passes: "1000"), ente(memory: "8192", passes: "9223372036854775807"), aegis(n: "0", r: "8", p: "1"),
    aegis(n: "3", r: "8", p: "1"), aegis(n: "1024", r: "0", p: "1"), aegis(n: "-1024", r: "8", p: "1"), ente(memory: "-1", passes: "1"),
    ente(memory: "8192", passes: "0"),
  ])
  func `excessive and invalid derivation costs are refused before anything is computed`(_ text: String) throws {
    let start = ContinuousClock.now
    do {
      _ = try ImportedText.read(Array(text.utf8), passphrase: Self.passphrase)
      Issue.record("the file was opened")
    } catch let error as CredentialExchangeError {
      #expect([.overBounds, .malformed].contains(error.code))
    }
    #expect(start.duration(to: .now) < .seconds(1))
  }

  @Test(arguments: [
    (#"{"header":{},"db":{"entries":[1,{"type":"totp","info":{"secret":"GEZDGNBV","digits":"six"}},{"name":"a"}]}}"#, 3, 2),
    (
      #"{"schemaVersion":4,"services":[null,{"name":"a","secret":7,"otp":[]},{"secret":"GEZDGNBV","otp":{"counter":-1,"tokenType":"HOTP"}}]}"#,
      3, 2
    ),
    (#"{"tokenOrder":[],"tokens":[{"secret":[1,2,300],"label":"a"},{"secret":[],"label":"b"},"c"]}"#, 3, 2),
    (#"{"version":1,"entries":[{"content":{"uri":"otpauth://totp/a?secret="}},{"content":1},2]}"#, 3, 2),
    (#"{"Authenticators":[{"Type":9,"Issuer":"a","Secret":"GEZDGNBV"},{"Type":2,"Secret":null},[]],"Categories":{}}"#, 3, 2),
    (#"[{"secret":"1890","type":"TOTP","label":"a"},{"secret":"GEZDGNBV","type":"TOTP","period":0},7]"#, 3, 2),
  ])
  func `each damaged entry is reported and does not affect the others`(_ sample: (text: String, entries: Int, items: Int)) throws {
    let read = try ImportedText.read(Array(sample.text.utf8))
    #expect(read.readCount == sample.entries)
    #expect(read.items.count == sample.items)
    #expect(Set(read.findings.compactMap(\.place.entry)).count == sample.entries)
  }
}
