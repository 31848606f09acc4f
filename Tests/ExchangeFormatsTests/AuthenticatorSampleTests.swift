// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory
import Testing

/// Samples of authenticator programs, each compared completely. The codes were computed by oathtool 2.6.7 and pyotp 2.9 for the same
/// instant.
struct AuthenticatorSampleTests {
  private static let passphrase = "Grüße, 7 Tassen"

  @Test(arguments: [
    ("aegis/plain-v2.json", Expected.aegisV2), ("aegis/plain-v3.json", Expected.aegis), ("aegis/sealed.json", Expected.aegis),
    ("aegis/empty.json", ["read 0"]),
    ("2fas/plain-v1.2fas", Expected.twoFASV1), ("2fas/plain-v4.2fas", Expected.twoFAS), ("2fas/sealed-v4.2fas", Expected.twoFAS),
    ("2fas/empty.2fas", ["read 0"]),
    ("ente-auth/plain.txt", Expected.ente), ("ente-auth/sealed.json", Expected.ente),
    ("andotp/plain-2017.json", Expected.andOTPOf2017), ("andotp/plain.json", Expected.andOTP), ("andotp/sealed.json.aes", Expected.andOTP),
    ("freeotp/externalBackup.xml", Expected.freeOTP),
    ("freeotp-plus/export.json", Expected.freeOTPPlus), ("freeotp-plus/empty.json", ["read 0"]),
    ("proton-authenticator/plain.json", Expected.proton), ("proton-authenticator/sealed.json", Expected.proton),
    ("proton-authenticator/empty.json", ["read 0"]),
    ("stratum/plain.json", Expected.stratum), ("stratum/sealed.stratum", Expected.stratum),
    ("stratum/sealed-older.authpro", Expected.stratum),
    ("raivo/raivo-otp-export.json", Expected.raivo), ("lastpass-authenticator/export.json", Expected.lastPass),
    ("bitwarden-authenticator/export.json", Expected.bitwarden), ("bitwarden-authenticator/export.csv", Expected.bitwarden),
    ("2fauth/2fauth.json", Expected.twoFAuth), ("otpauth/list.txt", Expected.links),
    ("extract-otp-secrets/output.json", Expected.extractedSecrets),
  ])
  func `an authenticator's export is imported completely, with every field in its place`(_ sample: (name: String, lines: [String])) throws {
    let read = try ImportedText.read(ImportedText.sample(sample.name), passphrase: Self.passphrase)
    #expect(ImportedText.lines(read) == sample.lines)
  }

  @Test func `an issuer repeated in andOTP's label is removed from the account name`() throws {
    let file =
      #"[{"secret":"GEZDGNBVGY3TQOJQ","issuer":"Shop","label":"Shop:ada","digits":6,"type":"TOTP","algorithm":"SHA1","period":30}]"#
    let lines = try ImportedText.lines(ImportedText.read(Array(file.utf8), as: .andOTP))
    #expect(lines.contains { $0.hasSuffix("issuer Shop, account ada") })
  }

  @Test(arguments: ["Shop:ada", "shop: ada", "ada"]) func `a 2FAS label becomes the account name without the service name`(
    _ label: String
  ) throws {
    let file =
      #"{"schemaVersion":1,"services":[{"name":"Shop","secret":"GEZDGNBVGY3TQOJQ","otp":{"label":"\#(label)"},"order":{"position":0}}]}"#
    let lines = try ImportedText.lines(ImportedText.read(Array(file.utf8)))
    #expect(lines.contains { $0.hasSuffix("issuer -, account ada") } && lines.count == 3)
  }

  @Test func `andOTP's older encrypted backup is detected only if the user names the format and its bytes look random`() throws {
    let bytes = try ImportedText.sample("andotp/sealed-older.json.aes")
    // Any random bytes look like this, so without a given format the user is not asked for a passphrase.
    for word in [nil, .aegis, .keePass] as [ImportFormat?] {
      #expect(bytes.withUnsafeBytes { ImportFormat.detect($0, saidToBe: word) } == nil)
    }
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0, saidToBe: .andOTP) } == .andOTP)
    #expect(try ImportedText.lines(ImportedText.read(bytes, as: .andOTP, passphrase: Self.passphrase)) == Expected.andOTP)
    // A recognised file type takes precedence over the given format.
    let other = try ImportedText.sample("aegis/plain-v3.json")
    #expect(other.withUnsafeBytes { ImportFormat.detect($0, saidToBe: .andOTP) } == .aegis)
    // Packed files, a picture of one colour and text are not accepted as one, whatever format is given.
    let others: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47] + bytes, [0x1F, 0x8B] + bytes, [0xFF, 0xD8, 0xFF, 0xE0] + bytes, [UInt8](repeating: 200, count: 5000),
      (0..<5000).map { UInt8(truncatingIfNeeded: $0 / 20) }, bytes.map { $0 & 0x7F | 0x80 }, Array(bytes.prefix(20)),
    ]
    for other in others { #expect(other.withUnsafeBytes { ImportFormat.detect($0, saidToBe: .andOTP) } == nil) }
  }

  private static let sealed: [(name: String, format: ImportFormat)] = [
    ("aegis/sealed.json", .aegis), ("2fas/sealed-v4.2fas", .twoFAS), ("ente-auth/sealed.json", .enteAuth),
    ("andotp/sealed.json.aes", .andOTP),
    ("andotp/sealed-older.json.aes", .andOTP), ("proton-authenticator/sealed.json", .protonAuthenticator),
    ("stratum/sealed.stratum", .stratum),
    ("stratum/sealed-older.authpro", .stratum), ("freeotp/externalBackup.xml", .freeOTP),
  ]

  @Test(arguments: sealed)
  func `an encrypted export requires a passphrase, and a wrong one does not open it`(
    _ sample: (name: String, format: ImportFormat)
  ) throws {
    let bytes = try ImportedText.sample(sample.name)
    #expect(throws: CredentialExchangeError(.passphraseNeeded)) { try ImportedText.read(bytes, as: sample.format) }
    for wrong in ["Grüße, 8 Tassen", ""] {
      #expect(throws: CredentialExchangeError(.notOpenable)) { try ImportedText.read(bytes, as: sample.format, passphrase: wrong) }
    }
  }
}
