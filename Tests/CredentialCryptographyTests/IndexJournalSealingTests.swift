// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The encrypted index journal")
struct IndexJournalSealingTests {
  struct File: Decodable {
    let header: HexBytes
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let randomFrom: UInt64?
    let journal: HexBytes
    let last: UInt64
    let changes: [HexBytes]
    let result: String
    var testDescription: String { id }
  }

  @Test(
    "opens each frozen journal to the changes that its vector states",
    arguments: try VaultVectors.load(File.self, from: "index-journal").cases)
  func vectors(vector: Case) throws {
    let header = try VaultVectors.load(File.self, from: "index-journal").header.bytes
    let bytes = vector.journal.bytes
    #expect(bytes.dropFirst(4).starts(with: header) == (vector.result == "opens"))
    guard vector.result == "opens" else { return }
    let sealing = IndexJournalSealing(root: PassphraseSlotTests.makeRoot(), header: header)
    var last = try #require(SealedIndex.transaction(of: header + [0]))
    var position = 4 + header.count
    var changes: [[UInt8]] = []
    while let head = IndexJournalSealing.head(of: bytes[position...]), position + head.byteCount <= bytes.count,
      head.transaction == last + 1, let change = try? sealing.open(bytes[position..<position + head.byteCount])
    {
      changes.append(change.withBytes { Array($0) })
      (position, last) = (position + head.byteCount, last + 1)
    }
    #expect(last == vector.last && changes == vector.changes.map(\.bytes))
    guard let start = vector.randomFrom else { return }
    var generator = CountingGenerator(from: start)
    #expect(try sealing.seal(changes[0], transaction: last, using: &generator) == Array(bytes[(4 + header.count)...]))
  }

  @Test("binds each change to one index and one transaction")
  func binding() throws {
    var generator = SystemRandomNumberGenerator()
    let root = PassphraseSlotTests.makeRoot()
    let headers = try (0..<2).map { _ in
      try #require(SealedIndex.header(of: try SealedIndex.seal([1], transaction: 3, root: root, using: &generator)))
    }
    let entry = try IndexJournalSealing(root: root, header: headers[0]).seal([1, 2, 3], transaction: 4, using: &generator)
    #expect(try IndexJournalSealing(root: root, header: headers[0]).open(entry[...]).withBytes { Array($0) } == [1, 2, 3])
    var renumbered = entry
    renumbered[11] = 5
    for (sealing, bytes) in [
      (IndexJournalSealing(root: root, header: headers[1]), entry), (IndexJournalSealing(root: root, header: headers[0]), renumbered),
      (IndexJournalSealing(root: LocalRoot.generate(using: &generator), header: headers[0]), entry),
    ] {
      #expect(throws: CredentialCryptographyError.self) { _ = try sealing.open(bytes[...]) }
    }
  }
}
