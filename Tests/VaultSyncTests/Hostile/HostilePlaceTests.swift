// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SyncModel
import Testing
import VaultSync

@Suite("A vault moving to a place that lies about the account")
struct HostilePlaceTests {
  /// More requests than any honest place needs.
  private static let mostRequests = 40

  /// Makes a place change its answers about changes, for a device without a cursor or with one that the place does not know.
  private static func lie(
    _ place: MovingWorld.Place, knowsCursors: Bool = false, _ change: @escaping @Sendable (SyncResponse) -> SyncResponse = { $0 }
  ) {
    let count = Remembered(0)
    place.wire.meddle { request, answer in
      if count.next() > mostRequests { throw VaultSyncError(.unreachable, detail: "endless") }
      guard request.path.hasPrefix("/v1/changes") else { return answer }
      if !knowsCursors, request.path.contains("after=") { return LyingServer.refusal(400, "malformed") }
      return change(answer)
    }
  }

  /// The error with which a device's move to a place ends; the device must stay where it is.
  private static func refusal(of device: MovingWorld.Device, going place: MovingWorld.Place, in world: MovingWorld) async -> VaultSyncError?
  {
    let former = try? device.vault.replica()?.state.place
    let error = await VaultSyncTests.refusal {
      _ = try await world.client(of: device.vault, at: place).goOver(from: device.client, formerIsGone: false)
    }
    #expect(former != nil && (try? device.vault.replica()?.state.place) == former)
    return error
  }

  private static func showing(_ commits: [[UInt8]], head: CommitPosition? = nil, _ answer: SyncResponse) -> SyncResponse {
    var answer = SyncResponseAltering.altered(answer, 3) { _ in .array(commits.map(CBORValue.bytes)) }
    answer = SyncResponseAltering.altered(answer, 4) { _ in .array([]) }
    guard let head else { return answer }
    return SyncResponseAltering.altered(answer, 6) { _ in .array([.unsigned(head.number), .bytes(head.hash)]) }
  }

  /// Two devices of an account at one place, and another place with a copy of it.
  private static func beforeMoving() async throws -> (
    world: MovingWorld, first: MovingWorld.Device, second: MovingWorld.Device, there: MovingWorld.Place
  ) {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, second) = try await world.two(at: here)
    return (world, first, second, try await world.copy(of: "here", as: "there"))
  }

  /// A head that is five commits beyond a device's own.
  private static func head(beyond device: MovingWorld.Device) throws -> CommitPosition {
    let own = try #require(try device.vault.replica()).chain.head
    return CommitPosition(number: own.number + 5, hash: [UInt8](repeating: 7, count: own.hash.count))
  }

  @Test("a foreign commit in place of a known one is a fork, whatever head the place claims")
  func foreignCommit() async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, _) = try await world.two(at: here)
    let other = try await world.found("other", at: here)
    try other.vault.add(Sample.password())
    var stranger = try #require(try other.vault.replica())
    let foreign = try #require(try other.vault.prepareCommit(in: &stranger)).commit
    #expect(foreign.position.number < (try #require(try first.vault.replica()).chain.head.number))

    let there = try await world.copy(of: "here", as: "there")
    Self.lie(there) { Self.showing([foreign.encoded], $0) }
    let error = await Self.refusal(of: first, going: there, in: world)
    #expect(error?.code == .placeForked && error?.detail == "forked")
    // The place's true content is the same as the device's.
    Self.lie(there)
    #expect(try await !world.client(of: first.vault, at: there).goOver(from: first.client, formerIsGone: false))
  }

  @Test("a head that the place never shows is a gap, and requests for it end", arguments: [true, false])
  func endlessPages(hasMore: Bool) async throws {
    let (world, first, _, there) = try await Self.beforeMoving()
    let far = try Self.head(beyond: first)
    Self.lie(there, knowsCursors: true) { answer in
      SyncResponseAltering.altered(Self.showing([], head: far, answer), 2) { _ in .boolean(hasMore) }
    }
    let error = await Self.refusal(of: first, going: there, in: world)
    #expect(error?.code == .placeForked && error?.detail == "gap")
  }

  @Test("a place that makes up one version after another is a gap once there are more of them than records")
  func endlessVersions() async throws {
    let (world, first, _, there) = try await Self.beforeMoving()
    let far = try Self.head(beyond: first)
    try first.vault.add(Sample.password())
    var replica = try #require(try first.vault.replica())
    let sample = try #require(try first.vault.prepareCommit(in: &replica)?.envelopes.first)
    let revision = Remembered(1)
    there.wire.meddle { request, answer in
      guard request.path.hasPrefix("/v1/changes") else { return answer }
      var body = sample.body
      // The header's revision (docs/formats/vault.md, "Record envelope").
      body[45] = UInt8(revision.next() % 256)
      let version: [CBORValue] = [1, .bytes(sample.wrap), .bytes(body)]
      let lie = SyncResponseAltering.altered(Self.showing([], head: far, answer), 2) { _ in .boolean(true) }
      return SyncResponseAltering.altered(lie, 4) { _ in .array([.array(version)]) }
    }
    for most in [3, 12] {
      there.wire.forgetRequests()
      let error = await VaultSyncTests.refusal { _ = try await world.client(of: first.vault, at: there).meet(reading: most) }
      #expect(error?.code == .placeForked && error?.detail == "gap")
      // One page for the stored cursor, one for the beginning, and as many further ones as it may make up.
      #expect(there.wire.requests.count { $0 == "GET /v1/changes" } == most + 2)
    }
  }

  @Test("a commit that names a withheld log entry is not followed, and requests for the entry end")
  func withheldEntry() async throws {
    let (world, first, second, there) = try await Self.beforeMoving()
    let moved = world.client(of: second.vault, at: there)
    #expect(try await !moved.goOver(from: second.client, formerIsGone: false))
    let third = try await world.join("third", by: MovingWorld.Device(vault: second.vault, client: moved), at: there)
    try third.vault.add(Sample.password(title: "Bank"))
    _ = try await third.client.synchronise()
    let known = try #require(try first.vault.replica()).log.entries.count
    let count = Remembered(0)
    there.wire.meddle { request, answer in
      if count.next() > Self.mostRequests { throw VaultSyncError(.unreachable, detail: "endless") }
      return request.path == "/v1/log?from=\(known)" ? SyncResponseAltering.altered(answer, 1) { _ in .array([]) } : answer
    }
    let error = await Self.refusal(of: first, going: there, in: world)
    #expect(error?.code == .placeForked && error?.detail == "log")
    there.wire.meddle(nil)
    #expect(try await !world.client(of: first.vault, at: there).goOver(from: first.client, formerIsGone: false))
  }

  @Test("a refusal that is not about the cursor is reported as such")
  func refusedChanges() async throws {
    let (world, first, _, there) = try await Self.beforeMoving()
    there.wire.before { request in
      request.path.hasPrefix("/v1/changes") ? LyingServer.refusal(400, "unsupported_version") : nil
    }
    let error = await Self.refusal(of: first, going: there, in: world)
    #expect(error?.code == .programTooOld)
  }

  @Test("commits before a device's first checkpoint are no fork, and an empty place is behind")
  func beforeTheCheckpoint() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.server, "there"))
    let former = Remembered<[[UInt8]]>([])
    here.wire.meddle { request, answer in
      guard request.path.hasPrefix("/v1/changes") else { return answer }
      former.now += try CanonicalFields(decoding: answer.body, atMost: 1 << 20).array(3).compactMap(\.bytesValue)
      return answer
    }
    let (first, _) = try await world.two(at: here)
    let moved = world.client(of: first.vault, at: there)
    #expect(try await moved.goOver(from: first.client, formerIsGone: false))
    _ = try await moved.synchronise()
    let third = try await world.join("third", by: MovingWorld.Device(vault: first.vault, client: moved), at: there)
    _ = try await third.client.synchronise()
    let chain = try #require(try third.vault.replica()).chain
    let commits = former.now.filter { (try? Commit(decoding: $0).position.number).flatMap(chain.position) == nil }
    try #require(chain.position(0) == nil && !commits.isEmpty)
    let copy = try await world.copy(of: "there", as: "copy")
    let client = world.client(of: third.vault, at: copy)
    // The place has every commit that there ever was.
    Self.lie(copy) { answer in
      SyncResponseAltering.altered(answer, 3) { .array(commits.map(CBORValue.bytes) + ($0.arrayValue ?? [])) }
    }
    #expect(try await client.meet() == .goesOn(cursor: []))
    Self.lie(copy) { Self.showing([], head: .beginning, $0) }
    #expect(try await client.meet() == .behind)
  }
}
