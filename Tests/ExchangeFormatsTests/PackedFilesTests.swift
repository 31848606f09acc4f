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

  @Test func `under gzip is read as what it was`() throws {
    let packed = try #require(try Self.packed(try Samples.bytes("packed/chromium.csv.gz")))
    #expect(packed.format == .chromiumCSV)
    let expected = try Data(contentsOf: Samples.url("chromium/chromium.csv.expected.txt"))
    #expect(SampleTranscript.text(of: try packed.read(keys: ImportKeys())) == String(decoding: expected, as: UTF8.self))
  }

  @Test func `in a folder is read with its neighbours, each by its own format, and the others are told`() throws {
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

  @Test func `with nothing in it that is known is none`() throws {
    #expect(try Self.packed(try Samples.bytes("packed/letter.gz")) == nil)
    #expect(try Self.packed(try Samples.bytes("zip/zeros.zip")) == nil)
    #expect(try Self.packed(Array("name,url".utf8)) == nil)
  }

  @Test func `that breaks off is refused`() throws {
    let whole = try Samples.bytes("packed/chromium.csv.gz")
    #expect(throws: CredentialExchangeError.self) { try Self.packed(Array(whole.prefix(whole.count / 2))) }
  }

  @Test(arguments: [[0xC1, 12, 3] + [UInt8](repeating: 1, count: 11), [0x85, 0, 12, 3] + [UInt8](repeating: 1, count: 11)])
  func `under OpenPGP for somebody's key is told as that, as bytes and as text`(_ message: [UInt8]) {
    let text = "-----BEGIN PGP MESSAGE-----\n\n\(Data(message).base64EncodedString())\n-----END PGP MESSAGE-----\n"
    for file in [message, Array(text.utf8)] {
      file.withUnsafeBytes { bytes in
        #expect(ImportFormat.detect(bytes) == nil)
        #expect(ImportFormat.failure(bytes).code == .sealedMessage)
      }
    }
  }

  @Test func `under OpenPGP by a passphrase is read as what it was, whoever sealed it`() throws {
    let file = try ImportedText.read(try Samples.bytes("packed/chromium.csv.asc"), passphrase: "seven cups")
    #expect(ImportedText.lines(file) == ImportedText.lines(try ImportedText.read(try Samples.bytes("chromium/chromium.csv"))))
  }
}
