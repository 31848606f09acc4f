// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import SyncServer
import Testing

@Suite("The sync server's files")
struct BlobTests {
  private static let full = [UInt8](repeating: 1, count: BlobShape.sealedChunkByteCount)

  private static func blob(_ byte: UInt8 = 9) throws -> BlobName { try #require(BlobName([UInt8](repeating: byte, count: 16))) }

  private static func part(_ chunks: [[UInt8]], of count: UInt64) -> [UInt8] {
    encode([1: .unsigned(count), 2: .array(chunks.map(CBORValue.bytes))])
  }

  @Test("only well-formed chunks are accepted, and they are served unchanged")
  func form() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    let caller = try await world.join(person)
    let name = try Self.blob()
    #expect(await refusal { _ = try await world.server.chunks(of: name, from: 0, for: caller) } == .notFound)
    let last = [UInt8](repeating: 2, count: 17)
    for (chunks, count, first) in [
      ([], 2, 0), ([last], 2, 0), ([Self.full], 1, 1), ([Self.full, Self.full], 1, 0), ([Self.full], 0, 0),
      ([Self.full], UInt64(BlobShape.mostChunks) + 1, 0), ([Array(last.dropLast())], 1, 0), ([Self.full + [0]], 1, 0),
      ([Self.full], 1, .max),
    ] as [([[UInt8]], UInt64, UInt64)] {
      let found = await refusal { _ = try await world.server.putChunks(Self.part(chunks, of: count), from: first, of: name, by: caller) }
      #expect(found == .malformed, "\(chunks.map(\.count)) of \(count) from \(first)")
    }
    let five = [[UInt8]](repeating: Self.full, count: 5)
    #expect(await refusal { _ = try await world.server.putChunks(Self.part(five, of: 9), from: 0, of: name, by: caller) } == .tooLarge)
    #expect(try await world.server.putChunks(Self.part([Self.full], of: 2), from: 0, of: name, by: caller).unsigned(1) == 1)
    #expect(
      await refusal { _ = try await world.server.putChunks(Self.part([Self.full], of: 3), from: 1, of: name, by: caller) } == .mismatch)
    #expect(try await world.server.putChunks(Self.part([last], of: 2), from: 1, of: name, by: caller).unsigned(1) == 2)
    let served = try await world.server.chunks(of: name, from: 0, for: caller)
    #expect(try served.unsigned(1) == 2)
    #expect(try served.array(2) == [.bytes(Self.full), .bytes(last)])
    let listed = try await world.server.blobs(after: nil, for: caller)
    #expect(try listed.array(1) == [.array([.bytes(name.bytes), 2, 2])])
    #expect(try listed.value(2) == .boolean(false))
  }

  @Test("one account's files are invisible to another, and the recovery key may only read")
  func strangers() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    let caller = try await world.join(person)
    let name = try Self.blob()
    _ = try await world.server.putChunks(Self.part([Self.full], of: 1), from: 0, of: name, by: caller)
    let stranger = try await world.join(try Person())
    #expect(await refusal { _ = try await world.server.chunks(of: name, from: 0, for: stranger) } == .notFound)
    #expect(try await world.server.blobs(after: nil, for: stranger).array(1).isEmpty)
    let removal = encode([1: .bytes(CommitPosition.beginning.hash), 2: .array([.bytes(name.bytes)])])
    #expect(try await world.server.removeBlobs(removal, by: stranger).unsigned(1) == 0)
    let paper = try await world.login(person, as: person.recovery)
    #expect(try await world.server.chunks(of: name, from: 0, for: paper).unsigned(1) == 1)
    #expect(
      await refusal { _ = try await world.server.putChunks(Self.part([Self.full], of: 1), from: 0, of: name, by: paper) } == .notAllowed)
    #expect(await refusal { _ = try await world.server.removeBlobs(removal, by: paper) } == .notAllowed)
  }

  @Test("a file is removed only for a device that has seen the last commit")
  func removal() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let name = try Self.blob()
    _ = try await world.server.putChunks(Self.part([Self.full], of: 1), from: 0, of: name, by: caller)
    let push = try person.commit([try person.seal("one", as: 1)])
    _ = try await world.server.push(push.body, by: caller)
    func removal(_ head: [UInt8]) -> [UInt8] { encode([1: .bytes(head), 2: .array([.bytes(name.bytes)])]) }
    #expect(await refusal { _ = try await world.server.removeBlobs(removal(CommitPosition.beginning.hash), by: caller) } == .staleParent)
    #expect(try await world.server.removeBlobs(removal(push.position.hash), by: caller).unsigned(1) == 1)
    #expect(await refusal { _ = try await world.server.chunks(of: name, from: 0, for: caller) } == .notFound)
  }

  @Test("files leave room for commits in the quota, and parts have a separate rate limit")
  func limits() async throws {
    let world = try await ServerWorld {
      $0.byteLimit = 160_000
      $0.blobRate = .init(3, per: .seconds(60))
    }
    var person = try Person()
    let caller = try await world.join(person)
    for (name, found) in [(1, nil), (2, nil), (3, .quotaExceeded), (4, .rateLimited)] as [(UInt8, SyncServerError.Code?)] {
      let blob = try Self.blob(name)
      #expect(await refusal { _ = try await world.server.putChunks(Self.part([Self.full], of: 1), from: 0, of: blob, by: caller) } == found)
    }
    _ = try await world.server.push(try person.commit([try person.seal("one", as: 1)]).body, by: caller)
    #expect(try await world.server.blobs(after: nil, for: caller).array(1).count == 2)
  }

  @Test("a waiting device is notified when a file is complete, and not before")
  func news() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    let caller = try await world.join(person)
    let name = try Self.blob()
    let before = try await world.server.changes(after: .beginning, limit: 1, for: caller).cursor(1)
    _ = try await world.server.putChunks(Self.part([Self.full], of: 2), from: 0, of: name, by: caller)
    #expect(try await world.server.changes(after: before, limit: 1, for: caller).cursor(1) == before)
    async let heard = world.server.events(after: before, for: caller)
    while world.server.waiterCount == 0 { await Task.yield() }
    _ = try await world.server.putChunks(Self.part([Self.full], of: 2), from: 1, of: name, by: caller)
    #expect(try await heard.cursor(1) != before)
    let page = try await world.server.changes(after: before, limit: 1, for: caller)
    #expect(try page.array(3).isEmpty && page.array(4).isEmpty && page.cursor(1) != before)
  }
}
