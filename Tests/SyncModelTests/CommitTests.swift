// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import SyncModel
import Testing

@Suite("Commits (design: section 3.9)")
struct CommitTests {
  private var account: TestAccount
  private let commit: Commit

  init() throws {
    account = try TestAccount()
    commit = try account.draft([try TestAccount.item(2, 1), try TestAccount.item(1, 7, 3, .tombstone)])
  }

  /// The commit with one field of its map replaced or removed.
  private func altered(_ key: UInt64, _ value: CBORValue?) throws -> [UInt8] {
    let map = try #require(try CBORDecoder(profile: .rfc8949).decode(commit.encoded).mapValue)
    var entries = map.entries.filter { $0.key != .unsigned(key) }
    if let value { entries.append(.init(key: .unsigned(key), value: value)) }
    return CBOREncoder(profile: .deterministic).encode(.map(try #require(CBORMap(entries))))
  }

  @Test("a commit round-trips, with its items in the order of their record names")
  func roundTrip() throws {
    #expect(commit.items.map(\.record) == [try TestAccount.record(1), try TestAccount.record(2)])
    let read = try Commit(decoding: commit.encoded)
    #expect(read == commit)
    #expect(read.encoded == commit.encoded)
    #expect(read.position == commit.position)
    #expect(commit.position.number == 1)
    #expect(commit.header.parent == CommitPosition.beginning.hash)
  }

  @Test("a header without its items has the commit's hash and signature")
  func bareHeader() throws {
    let read = try SignedCommitHeader(decoding: commit.signedHeader.encoded)
    #expect(read == commit.signedHeader)
    #expect(read.position == commit.position)
    #expect(refusal { _ = try SignedCommitHeader(decoding: commit.encoded) }?.code == .malformed)
    #expect(refusal { _ = try Commit(decoding: commit.signedHeader.encoded) }?.code == .malformed)
  }

  @Test("any encoding other than the canonical one is refused: truncated, extended or with a longer integer")
  func strictness() throws {
    let bytes = commit.encoded
    for count in bytes.indices { #expect(refusal { _ = try Commit(decoding: Array(bytes.prefix(count))) } != nil) }
    #expect(refusal { _ = try Commit(decoding: bytes + [0]) }?.code == .malformed)
    // The version as a two-byte integer.
    #expect(bytes.starts(with: [0xAD, 0x01, 0x01]))
    #expect(refusal { _ = try Commit(decoding: [0xAD, 0x01, 0x18, 0x01] + bytes.dropFirst(3)) }?.code == .malformed)
    #expect(refusal { _ = try Commit(decoding: altered(15, .unsigned(0))) }?.code == .malformed)
    #expect(refusal { _ = try Commit(decoding: altered(1, .unsigned(2))) }?.code == .unsupportedVersion)
  }

  @Test("a flipped bit makes the commit unreadable, or another one that the chain refuses", arguments: 0..<8)
  func flips(bit: Int) throws {
    for index in commit.encoded.indices {
      var bytes = commit.encoded
      bytes[index] ^= 1 << UInt8(bit)
      guard let read = try? Commit(decoding: bytes) else { continue }
      #expect(read != commit)
      let error = refusal {
        var chain = account.chain
        try chain.follow(read, log: account.log, as: account.onlooker)
      }
      #expect(error != nil)
    }
  }

  @Test(
    "fields with impossible values are refused",
    arguments: [
      (3, CBORValue.unsigned(0)), (4, .bytes([])), (4, .bytes([UInt8](repeating: 1, count: 32))), (6, .unsigned(0)),
      (7, .array([.unsigned(1)])), (7, .array([.unsigned(1), .bytes([1])])), (8, .unsigned(1 << 32)), (10, .bytes([1])),
      (12, .array([.unsigned(1)])), (13, .unsigned(1)), (13, .array([.array([])])), (14, .bytes([])), (11, .text("1")),
    ] as [(UInt64, CBORValue)])
  func impossible(key: UInt64, value: CBORValue) throws {
    #expect(refusal { _ = try Commit(decoding: altered(key, value)) }?.code == .malformed)
  }

  @Test("a later commit needs a number, and a checkpoint a complete root and optionally what it forgets")
  mutating func impossibleLater() throws {
    try account.commit()
    func code(_ commit: Commit, _ key: UInt64, _ value: CBORValue) throws -> SyncModelError.Code? {
      let map = try #require(try CBORDecoder(profile: .rfc8949).decode(commit.encoded).mapValue)
      let entries = map.entries.filter { $0.key != .unsigned(key) } + [CBORMap.Entry(key: .unsigned(key), value: value)]
      let bytes = CBOREncoder(profile: .deterministic).encode(.map(try #require(CBORMap(entries))))
      return refusal { _ = try Commit(decoding: bytes) }?.code
    }
    let draft = try account.draft()
    #expect(try code(draft, 3, .unsigned(0)) == .malformed)
    #expect(try code(draft, 3, .unsigned(2)) == nil)
    let root = CBORValue.bytes([UInt8](repeating: 1, count: 32))
    #expect(try code(draft, 12, .array([.unsigned(1), root])) == nil)
    #expect(try code(draft, 12, .array([.unsigned(1), root, .unsigned(1)])) == nil)
    let wrong: [[CBORValue]] = [
      [], [.unsigned(1)], [.unsigned(1), .bytes([1])], [root, .unsigned(1)], [.unsigned(1), root, .unsigned(0)],
      [.unsigned(1), root, .unsigned(2)], [.unsigned(1), root, .unsigned(1), .unsigned(1)], [.unsigned(1), root, .text("1")],
    ]
    for parts in wrong { #expect(try code(draft, 12, .array(parts)) == .malformed) }
  }

  @Test("every field of the header is required", arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14] as [UInt64])
  func missing(key: UInt64) throws {
    #expect(refusal { _ = try Commit(decoding: altered(key, nil)) }?.code == .malformed)
  }

  @Test("items that do not match the header, a repeated record and a wrong order are refused")
  func items() throws {
    func value(_ items: [CommitItem]) -> CBORValue {
      .array(
        items.map {
          .array([.bytes($0.record.bytes), .unsigned($0.revision), .unsigned(UInt64($0.purpose.rawValue)), .bytes($0.bodyHash)])
        })
    }
    #expect(refusal { _ = try Commit(decoding: altered(13, value([]))) }?.code == .itemsMismatch)
    #expect(refusal { _ = try Commit(decoding: altered(13, value(Array(commit.items.reversed())))) }?.code == .malformed)
    #expect(refusal { _ = try Commit(decoding: altered(13, value(commit.items + [commit.items[1]]))) }?.code == .malformed)
    #expect(refusal { _ = try account.draft([TestAccount.item(1, 1), TestAccount.item(1, 2)]) }?.code == .itemsUnfit)
  }

  @Test("an item needs a complete body hash")
  func shortHash() throws {
    for count in [0, 31, 33] {
      let item = CommitItem(
        record: try TestAccount.record(1), revision: 1, purpose: .record, bodyHash: [UInt8](repeating: 1, count: count))
      let commit = try resigned(self.commit, items: [item], by: account.first)
      #expect(refusal { _ = try Commit(decoding: commit.encoded) }?.code == .malformed)
    }
  }

  @Test("a commit has at most 500 items")
  func many() throws {
    func items(_ count: Int) throws -> [CommitItem] {
      try (0..<count).map { number in
        let name = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 14)
        return CommitItem(
          record: try #require(RecordName(name)), revision: .max, purpose: .record, bodyHash: [UInt8](repeating: 1, count: 32))
      }
    }
    let full = try account.draft(try items(500))
    #expect(try Commit(decoding: full.encoded) == full)
    #expect(refusal { _ = try account.draft(try items(501)) }?.code == .itemsUnfit)
  }

  @Test("an item has the record, revision and body hash of its envelope")
  func envelopes() throws {
    var generator = SystemRandomNumberGenerator()
    let key = EpochKey.generate(epoch: 1, using: &generator)
    let facts = RecordFacts(
      purpose: .record, account: account.log.account, record: try TestAccount.record(9), revision: 4, author: account.first.member,
      clock: 1, schema: 1)
    let envelope = try key.seal(.init(copying: [1, 2, 3]), as: facts, using: &generator)
    let item = CommitItem(envelope)
    #expect(item.record == facts.record)
    #expect(item.revision == 4)
    #expect(item.bodyHash == envelope.bodyHash)
  }
}
