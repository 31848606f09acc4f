// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Testing
import passfold_vault

@Suite("The records of the vault that an imported record is compared with")
struct ImportCandidatesTests {
  private static let key = ImportCandidates.Key(.oneTimeCode, hash: [1])

  private static func identifiers(_ count: Int) -> [RecordIdentifier] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in RecordIdentifier.random(using: &generator) }
  }

  @Test func `all of a few matching records are candidates, in the vault's order`() throws {
    var candidates = ImportCandidates()
    let (both, one, other) = (Self.identifiers(1)[0], Self.identifiers(1)[0], Self.identifiers(1)[0])
    let named = ImportCandidates.Key(.oneTimeCode, text: "Shop")
    for (id, key) in [(one, Self.key), (both, Self.key), (both, named), (other, named)] { candidates.enter(id, under: key) }
    candidates.enter(Self.identifiers(1)[0], under: ImportCandidates.Key(.oneTimeCode, isInTrash: true, hash: [1]))
    let found = try candidates.find(under: [Self.key, named], like: { unneeded() }, likenesses: { _ in unneeded() })
    #expect(found == [one, both, other])
    #expect(candidates.count(under: Self.key) == 2)
  }

  @Test func `only a few of thousands of records with the same secret are candidates, the most similar first`() throws {
    let count = 3000
    var candidates = ImportCandidates()
    let records = Self.identifiers(count)
    for id in records { candidates.enter(id, under: Self.key) }
    // Each has a value of its own, and groups of a hundred share another.
    let likenesses = (0..<count).map { [[UInt8]("\($0)".utf8), [UInt8]("of \($0 / 100)".utf8)] }
    let likeness = Dictionary(uniqueKeysWithValues: zip(records, likenesses))
    var (opened, compared) = (0, 0)
    for id in records {
      let found = try candidates.find(
        under: [Self.key], like: { likeness[id] ?? [] },
        likenesses: {
          opened += 1
          return likeness[$0] ?? []
        })
      #expect(found.first == id)
      #expect(Set(found).count == found.count)
      compared += found.count
    }
    // Each was read once, and compared with 33 at most instead of 3 000.
    #expect(opened == count)
    #expect(compared <= count * (2 * ImportCandidates.most + 1))
    // A record with no resemblance is compared with a few as well.
    let found = try candidates.find(under: [Self.key], like: { [[0]] }, likenesses: { _ in unneeded() })
    #expect(found == Array(records.prefix(ImportCandidates.most)))
  }

  private func unneeded() -> [[UInt8]] {
    Issue.record("an unneeded likeness was requested")
    return []
  }
}
