// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import Foundation
import Testing

@Suite("A packed file")
struct PackedFilesTests {
  private static func packed(_ bytes: [UInt8]) throws -> PackedFiles? {
    try bytes.withUnsafeBytes { bytes in
      #expect(ImportFormat.detect(bytes) == nil)
      return try PackedFiles(bytes)
    }
  }

  @Test func `a gzip file is read like its content`() throws {
    let packed = try #require(try Self.packed(try Samples.bytes("packed/chromium.csv.gz")))
    #expect(packed.format == .chromiumCSV)
    let expected = try Data(contentsOf: Samples.url("chromium/chromium.csv.expected.txt"))
    #expect(SampleTranscript.text(of: try packed.read(keys: ImportKeys())) == String(decoding: expected, as: UTF8.self))
  }

  @Test func `each file of a packed folder is read in its own format, and unknown files are reported`() throws {
    let packed = try #require(try Self.packed(try Samples.bytes("packed/folder.zip")))
    #expect(packed.format == .appleCSV)
    let collection = try packed.read(keys: ImportKeys())
    let apple = try ImportedText.read(try Samples.bytes("apple/apple.csv"))
    let aegis = try ImportedText.read(try Samples.bytes("aegis/plain-v3.json"))
    #expect(collection.readCount == apple.readCount + aegis.readCount)
    #expect(collection.items.flatMap(ImportedText.lines) == (apple.items + aegis.items).flatMap(ImportedText.lines))
    #expect(collection.findings.count == apple.findings.count + aegis.findings.count + 1)
    let entries = aegis.findings.compactMap(\.place.entry).map { $0 + apple.readCount }
    #expect(collection.findings.compactMap(\.place.entry).suffix(entries.count) == entries[...])
    #expect(collection.findings.last.map(ImportedText.line) == "noPlace at Export/holiday.jpg: left out")
  }

  @Test func `a packed file without any known format is not accepted`() throws {
    #expect(try Self.packed(try Samples.bytes("packed/letter.gz")) == nil)
    #expect(try Self.packed(try Samples.bytes("zip/zeros.zip")) == nil)
    #expect(try Self.packed(Array("name,url".utf8)) == nil)
  }

  @Test func `a truncated gzip file is refused`() throws {
    let whole = try Samples.bytes("packed/chromium.csv.gz")
    #expect(throws: CredentialExchangeError.self) { try Self.packed(Array(whole.prefix(whole.count / 2))) }
  }

  @Test(arguments: [[0xC1, 12, 3] + [UInt8](repeating: 1, count: 11), [0x85, 0, 12, 3] + [UInt8](repeating: 1, count: 11)])
  func `an OpenPGP message to a public key is reported as encrypted, in binary and in armour`(_ message: [UInt8]) {
    let text = "-----BEGIN PGP MESSAGE-----\n\n\(Data(message).base64EncodedString())\n-----END PGP MESSAGE-----\n"
    for file in [message, Array(text.utf8)] {
      file.withUnsafeBytes { bytes in
        #expect(ImportFormat.detect(bytes) == nil)
        #expect(ImportFormat.failure(bytes).code == .sealedMessage)
      }
    }
  }

  @Test func `a file that OpenPGP encrypts with a passphrase is read like its content`() throws {
    let file = try ImportedText.read(try Samples.bytes("packed/chromium.csv.asc"), passphrase: "seven cups")
    #expect(ImportedText.lines(file) == ImportedText.lines(try ImportedText.read(try Samples.bytes("chromium/chromium.csv"))))
  }
}
