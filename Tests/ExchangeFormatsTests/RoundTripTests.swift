// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import Crypto
import ExchangeFormats
import Foundation
import SecretMemory
import Testing
import WebDomains

import class SecretMemory.SharedSecret

struct RoundTripTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)
  private static let samples = [
    "bitwarden/files.zip", "bitwarden/organisation.json", "bitwarden/table.csv", "cxf/full.json", "cxf/draft.json",
  ]

  private static func written(_ items: [ExchangedItem], as format: ExportFormat, passphrase: String? = nil) throws -> (
    file: [UInt8], findings: [ImportFinding]
  ) {
    var random = SystemRandomNumberGenerator()
    let keys = ImportKeys(passphrase: passphrase.map { SharedSecret(copying: $0.utf8) })
    let (file, findings) = try ExportWriter.write(items, as: format, keys: keys, date: date, random: &random)
    return (file.withBytes { Array($0) }, findings)
  }

  /// Returns the findings of writing, the differences afterwards, and the findings of reading.
  static func differences(_ sample: String, _ format: ExportFormat) throws -> String {
    let first = try ImportedText.read(try ImportedText.sample(sample))
    let (file, findings) = try written(first.items, as: format)
    let second = try ImportedText.read(file)
    var lines = findings.map { "out: " + ImportedText.line($0) }
    for change in second.items.flatMap(ImportedText.lines).difference(from: first.items.flatMap(ImportedText.lines)) {
      switch change {
      case .remove(_, let line, _): lines.append("-\(line)")
      case .insert(_, let line, _): lines.append("+\(line)")
      }
    }
    lines += second.findings.map { "in: " + ImportedText.line($0) }
    return lines.map { $0 + "\n" }.joined()
  }

  @Test(arguments: samples, [ExportFormat.bitwardenJSON, .credentialExchange])
  func `every difference after a round trip is reported`(sample: String, format: ExportFormat) throws {
    let expected = String(decoding: try ImportedText.sample("\(sample).to-\(format.rawValue).txt"), as: UTF8.self)
    #expect(try Self.differences(sample, format) == expected)
  }

  @Test(arguments: samples, [ExportFormat.bitwardenJSON, .credentialExchange])
  func `a second round trip changes nothing`(sample: String, format: ExportFormat) throws {
    let first = try ImportedText.read(Self.written(try ImportedText.read(try ImportedText.sample(sample)).items, as: format).file)
    let second = try ImportedText.read(Self.written(first.items, as: format).file)
    // An item whose parts became several items stays several.
    #expect(second.items.flatMap(ImportedText.lines) == first.items.flatMap(ImportedText.lines))
  }

  @Test(arguments: [ExportFormat.bitwardenJSON, .credentialExchange]) func `a passkey still signs for its relying party after a round trip`(
    format: ExportFormat
  ) throws {
    let items = try ImportedText.read(try ImportedText.sample("cxf/full.json")).items
    let again = try ImportedText.read(try Self.written(items, as: format).file).items
    func keys(_ items: [ExchangedItem]) throws -> [(name: String, key: ExchangedPasskey)] {
      items.flatMap { item in
        item.parts.compactMap { part in if case .passkey(let key) = part { (item.title, key) } else { nil } }
      }
    }
    let (before, after) = (try keys(items), try keys(again))
    // Bitwarden signs only with P-256.
    #expect(before.map(\.name) == ["Shop ✓", "Ed25519", "Passkey with its user", "Odd passkeys"])
    #expect(
      after.map(\.name) == (format == .credentialExchange ? before.map(\.name) : ["Shop ✓", "Passkey with its user", "Odd passkeys"]))
    let challenge = Data("challenge".utf8)
    for (name, key) in after {
      let original = try #require(before.first { $0.name == name }).key
      #expect(key.credentialID == original.credentialID && key.userHandle == original.userHandle)
      #expect(key.relyingPartyID == original.relyingPartyID && key.algorithm == original.algorithm)
      switch key.algorithm {
      case -7:
        let signature = try key.privateKey.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }.signature(for: challenge)
        let relyingParty = try original.privateKey.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }.publicKey
        #expect(relyingParty.isValidSignature(signature, for: challenge))
      default:
        let signature = try key.privateKey.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }.signature(for: challenge)
        let relyingParty = try original.privateKey.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }.publicKey
        #expect(relyingParty.isValidSignature(signature, for: challenge))
      }
    }
  }

  @Test func `an encrypted export opens only with its passphrase and contains no plaintext`() throws {
    let items = try ImportedText.read(try ImportedText.sample("bitwarden/full.json")).items
    let plain = try ImportedText.read(try Self.written(items, as: .bitwardenJSON).file)
    var random = SystemRandomNumberGenerator()
    let keys = ImportKeys(passphrase: SharedSecret(copying: "pässword".utf8))
    let bytes = try BitwardenWriter.write(items, keys: keys, date: Self.date, random: &random).file.withBytes { Array($0) }
    #expect(ImportedText.lines(try ImportedText.read(bytes, passphrase: "pässword")) == ImportedText.lines(plain))
    #expect(throws: CredentialExchangeError(.notOpenable)) { try ImportedText.read(bytes, passphrase: "password") }
    let text = String(decoding: bytes, as: UTF8.self)
    // None of these words appears in Base64 by chance.
    let shown = ["ada@shop", "forty-two", "4111 1111", "pass\\word", "Work/Shops"].filter(text.contains)
    #expect(shown.isEmpty)
    #expect(throws: CredentialExchangeError(.notOpenable)) { try Self.written(items, as: .bitwardenJSON, passphrase: "") }
  }

  @Test func `a format without encryption refuses a passphrase`() {
    #expect(throws: CredentialExchangeError(.unsupportedVariant)) { try Self.written([], as: .credentialExchange, passphrase: "p") }
  }

  @Test func `an address with the rule never is omitted from a format without match rules`() throws {
    let service = ServiceIdentifier(kind: .domain, text: "shop.example", rule: .never)
    let item = ExchangedItem(title: "t", parts: [.login(ExchangedLogin(services: [service], user: "u"))])
    let (file, findings) = try Self.written([item], as: .credentialExchange)
    #expect(!String(decoding: file, as: UTF8.self).contains("shop.example"))
    #expect(findings.map(ImportedText.line) == ["noPlace at 0 parts[0].services[0]: left out"])
  }

  @Test(arguments: [ExportFormat.bitwardenJSON, .credentialExchange])
  func `a code that a format has no place for is written as a link and read back as a code`(format: ExportFormat) throws {
    let links =
      "otpauth://hotp/Shop:ada?secret=JBSWY3DPEHPK3PXP&counter=7&issuer=Shop\notpauth://totp/Mail:bo?secret=MFRGGZDFMZTWQ2LK&issuer=Mail"
    var item = ExchangedItem(title: "a")
    item.parts = try ImportedText.read(Array(links.utf8)).items.flatMap(\.parts)
    let read = try ImportedText.read(Self.written([item], as: format).file)
    let codes = read.items.flatMap(ImportedText.lines).filter { $0.hasPrefix("  code") || $0.hasPrefix("  hidden") }
    #expect(Set(codes) == Set(ImportedText.lines(item).filter { $0.hasPrefix("  code") }))
  }

  @Test func `an export without entries is read back`() throws {
    for format in [ExportFormat.bitwardenJSON, .credentialExchange] {
      let read = try ImportedText.read(try Self.written([], as: format).file)
      #expect(read.readCount == 0 && read.items.isEmpty && read.findings.isEmpty)
    }
  }
}
