// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import Foundation
import SecretMemory
import Testing

@Suite("An archive that was packed again with its folder")
struct RepackedArchiveTests {
  private static let samples: [(name: String, format: ImportFormat)] = [
    ("1password/every-field.1pux", .onePassword), ("bitwarden/files.zip", .bitwardenZIP), ("keeper/commander.zip", .keeper),
    ("proton-pass/every-field.zip", .protonPassZIP), ("dashlane/dashlane.zip", .dashlaneZIP),
  ]

  @Test(arguments: samples) func `its files and entries are imported as from the original`(
    _ sample: (name: String, format: ImportFormat)
  ) throws {
    let bytes = try Samples.bytes(sample.name)
    let files = try bytes.withUnsafeBytes { bytes in
      let archive = try ZIPArchive(bytes)
      return try archive.names.map { ($0, try #require(try archive.content($0, atMost: 1 << 28)).withBytes { Array($0) }) }
    }
    let names = files.map { $0.0.replacing("Proton Pass/", with: "") }
    let folded = zip(names, files).map { ("export/\($0)", $1.1) }
    for extra in [[], [("export/", []), ("__MACOSX/export/._x", Array("x".utf8)), (".DS_Store", [])]] {
      let repacked = ZIPArchiveTests.archive(extra + folded)
      #expect(repacked.withUnsafeBytes { ImportFormat.detect($0) } == sample.format)
      let read = try ImportedText.read(repacked, as: sample.format)
      let original = try ImportedText.read(bytes, as: sample.format)
      #expect(ImportedText.lines(read) == ImportedText.lines(original))
    }
  }

  @Test func `a folder of exports of several programs is still read file by file`() throws {
    let files = [("a/data.json", try Samples.bytes("bitwarden/full.json")), ("a/apple.csv", try Samples.bytes("apple/apple.csv"))]
    let archive = ZIPArchiveTests.archive(files)
    #expect(archive.withUnsafeBytes { ImportFormat.detect($0) } == nil)
    let packed = try archive.withUnsafeBytes { try PackedFiles($0) }
    let counts = try files.map { try ImportedText.read($0.1).readCount }
    #expect(try #require(packed).read(keys: ImportKeys()).readCount == counts.reduce(0, +))
  }
}
