// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import Foundation
import SecretMemory
import Testing

import class SecretMemory.SharedSecret

struct KeePassSampleTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    var passphrase: String?
    var keyFile: String?

    var testDescription: String { name }

    func bytes() throws -> [UInt8] { try Samples.bytes("keepass/\(name).kdbx") }

    func read(_ bytes: [UInt8]) throws -> ImportedCollection {
      let key = try keyFile.map { SharedSecret(copying: try Samples.bytes("keepass/\($0)")) }
      return try bytes.withUnsafeBytes { bytes in
        try ImportReader.read(
          bytes, as: .keePass, keys: ImportKeys(passphrase: passphrase.map { SharedSecret(copying: $0.utf8) }, keyFile: key))
      }
    }
  }

  static let passphrase = "Grüße, 7 Tassen"
  static let samples = [
    Sample(name: "everything-keepassxc", passphrase: passphrase), Sample(name: "everything-3.1", passphrase: passphrase),
    Sample(name: "kdbxweb/demo", passphrase: "demo", keyFile: "kdbxweb/demo.key"),
    Sample(name: "kdbxweb/AesChaCha", passphrase: "demo", keyFile: "kdbxweb/demo.key"),
    Sample(name: "kdbxweb/Argon2ChaCha", passphrase: "demo", keyFile: "kdbxweb/demo.key"),
    Sample(name: "kdbxweb/KDBX4.1", passphrase: "test"), Sample(name: "kdbxweb/KeyV2", keyFile: "kdbxweb/KeyV2.keyx"),
    Sample(name: "kdbxweb/Key64", passphrase: "test", keyFile: "kdbxweb/Key64.key"),
    Sample(name: "kdbxweb/Key32", passphrase: "test", keyFile: "kdbxweb/Key32.key"),
    Sample(name: "kdbxweb/KeyWithBom", passphrase: "test", keyFile: "kdbxweb/KeyWithBom.key"),
    Sample(name: "kdbxweb/NoPassWithKeyFile", keyFile: "kdbxweb/NoPassWithKeyFile.key"), Sample(name: "kdbxweb/EmptyPass", passphrase: ""),
    Sample(name: "kdbxweb/binkey", passphrase: "test", keyFile: "kdbxweb/binkey.key"),
    Sample(name: "kdbxweb/cyrillic", passphrase: "пароль"),
    Sample(name: "keepass-rs/kdbx3_with_chacha20_protected_fields", passphrase: "password"),
    Sample(name: "keepass-rs/kdbx41_with_password_aes", passphrase: "demopass"),
    Sample(name: "keepass-rs/kdbx4_with_password_argon2", passphrase: "demopass"),
    Sample(name: "keepass-rs/kdbx4_with_password_argon2_twofish", passphrase: "demopass"),
    Sample(name: "keepass-rs/kdbx4_with_password_argon2id_twofish", passphrase: "demopass"),
    Sample(name: "keepass-rs/kdbx4_with_password_deleted_entry", passphrase: "demopass"),
    Sample(name: "keepass-rs/kdbx4_with_totp_sha512_entry", passphrase: "test"),
  ]

  @Test(arguments: samples) func `a sample database is imported completely`(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0) } == .keePass)
    let expected = String(decoding: try Samples.bytes("keepass/\(sample.name).txt"), as: UTF8.self)
    #expect(WholeItemText.lines(try sample.read(bytes)).joined(separator: "\n") + "\n" == expected)
  }

  @Test func `a document has the same content in KDBX 3.1 and KDBX 4`() throws {
    let third = WholeItemText.lines(try Self.samples[1].read(try Self.samples[1].bytes()))
    let fourth = WholeItemText.lines(try Self.samples[0].read(try Self.samples[0].bytes()))
    // KeePassXC sorts the values of an entry by name.
    #expect(third.sorted() == fourth.sorted())
  }

  @Test func `an unencrypted XML document has the same content as the database`() throws {
    let bytes = try Samples.bytes("keepass/everything.xml")
    let sealed = WholeItemText.lines(try Self.samples[1].read(try Self.samples[1].bytes()))
    func lines(_ bytes: [UInt8]) throws -> [String] {
      try bytes.withUnsafeBytes { bytes in
        #expect(ImportFormat.detect(bytes) == .keePassXML)
        return WholeItemText.lines(try ImportReader.read(bytes, as: .keePassXML))
      }
    }
    #expect(try lines(bytes) == sealed)
    // Some programs mark a plain value as if it were protected in the database.
    let marked = String(decoding: bytes, as: UTF8.self).replacing("ProtectInMemory=", with: "Protected=")
    #expect(try lines(Array(marked.utf8)) == sealed)
    let wide = marked.replacing("UTF-8", with: "UTF-16").utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try lines([0xFF, 0xFE] + wide) == sealed)
    // expat cannot read this encoding by itself, whatever the document declares.
    for name in ["UTF-32", "UTF-8"] {
      let widest = marked.replacing("UTF-8", with: name).unicodeScalars.flatMap { scalar in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
      }
      #expect(try lines([0, 0, 0xFE, 0xFF] + widest) == sealed)
    }
  }

  @Test(arguments: samples) func `wrong and missing keys are distinguished from a damaged file`(_ sample: Sample) throws {
    var other = sample
    other.passphrase = (sample.passphrase ?? "") + "!"
    #expect(throws: CredentialExchangeError(.notOpenable)) { try other.read(try sample.bytes()) }
    #expect(throws: CredentialExchangeError(.passphraseNeeded)) { try Sample(name: sample.name).read(try sample.bytes()) }
  }
}
