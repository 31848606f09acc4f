// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The record envelope")
struct RecordEnvelopeTests {
  struct File: Decodable {
    let account: HexBytes
    let record: HexBytes
    let author: HexBytes
    let clock: String
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let randomFrom: UInt64?
    let purpose: UInt8?
    let revision: UInt64?
    let content: HexBytes?
    let body: HexBytes
    let wrap: HexBytes
    let bodyHash: HexBytes?
    let result: String
    var testDescription: String { id }
  }

  static func epochKey() -> EpochKey {
    var generator = CountingGenerator(from: 0x20)
    return EpochKey.generate(epoch: 1, using: &generator)
  }

  @Test(
    "opens or refuses each frozen envelope as its vector says",
    arguments: try VaultVectors.load(File.self, from: "envelopes").cases)
  func vectors(vector: Case) throws {
    let file = try VaultVectors.load(File.self, from: "envelopes")
    let account = try #require(AccountIdentifier(file.account.bytes))
    let record = try #require(RecordName(file.record.bytes))
    do {
      let envelope = try RecordEnvelope(body: vector.body.bytes, wrap: vector.wrap.bytes)
      let content = try Self.epochKey().open(envelope, account: account, record: record)
      #expect(vector.result == "opens")
      #expect(content.withBytes { Array($0) } == vector.content?.bytes)
      #expect(envelope.bodyHash == vector.bodyHash?.bytes)
      #expect(envelope.body == vector.body.bytes)
    } catch {
      #expect(error.code.description == vector.result)
    }
  }

  @Test(
    "is encrypted to the same bytes from the same randomness",
    arguments: try VaultVectors.load(File.self, from: "envelopes").cases.filter { $0.randomFrom != nil })
  func resealing(vector: Case) throws {
    let file = try VaultVectors.load(File.self, from: "envelopes")
    let facts = RecordFacts(
      purpose: try #require(vector.purpose.flatMap(RecordPurpose.init(rawValue:))),
      account: try #require(AccountIdentifier(file.account.bytes)),
      record: try #require(RecordName(file.record.bytes)), revision: try #require(vector.revision),
      author: try #require(DeviceIdentifier(file.author.bytes)), clock: try #require(UInt64(file.clock, radix: 16)), schema: 1)
    var generator = CountingGenerator(from: try #require(vector.randomFrom))
    let content = SecretBytes(copying: try #require(vector.content).bytes)
    let envelope = try Self.epochKey().seal(content, as: facts, using: &generator)
    #expect(envelope.body == vector.body.bytes)
    #expect(envelope.wrap == vector.wrap.bytes)
    #expect(envelope.facts == facts)
    #expect(envelope.epoch == 1)
  }

  /// An envelope and the facts needed to open it.
  private func sealed(byteCount: Int, purpose: RecordPurpose = .record) throws -> RecordEnvelope {
    var generator = SystemRandomNumberGenerator()
    let facts = RecordFacts(
      purpose: purpose, account: .random(using: &generator), record: .random(using: &generator), revision: 1,
      author: .random(using: &generator), clock: 1, schema: 1)
    return try Self.epochKey().seal(SecretBytes(byteCount: byteCount), as: facts, using: &generator)
  }

  @Test(
    "is padded to one of a few lengths",
    arguments: [(0, 1024), (1023, 1024), (1024, 2048), (2047, 2048), (4095, 4096), (4096, 4352), (65_536, 67_584)])
  func paddedLengths(content: Int, padded: Int) throws {
    let envelope = try sealed(byteCount: content)
    #expect(envelope.body.count == 93 + padded + 16)
    let opened = try Self.epochKey().open(envelope, account: envelope.facts.account, record: envelope.facts.record)
    #expect(opened.byteCount == content)
  }

  @Test("refuses content above 64 KiB and tombstones above 255 bytes")
  func tooLong() throws {
    #expect(throws: CredentialCryptographyError.self) { try sealed(byteCount: 65_537) }
    #expect(throws: CredentialCryptographyError.self) { try sealed(byteCount: 256, purpose: .tombstone) }
    #expect(try sealed(byteCount: 255, purpose: .tombstone).body.count == 93 + 256 + 16)
  }

  @Test("is refused after a bit flip in any byte of its body or wrapped key")
  func bitFlips() throws {
    let envelope = try sealed(byteCount: 10)
    for position in 0..<(envelope.body.count + envelope.wrap.count) {
      var body = envelope.body
      var wrap = envelope.wrap
      if position < body.count { body[position] ^= 1 << UInt8(position % 8) } else { wrap[position - body.count] ^= 0x10 }
      #expect(throws: CredentialCryptographyError.self, "byte \(position)") {
        let altered = try RecordEnvelope(body: body, wrap: wrap)
        _ = try Self.epochKey().open(altered, account: envelope.facts.account, record: envelope.facts.record).byteCount
      }
    }
  }
}
