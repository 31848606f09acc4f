// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WebAuthnRelyingParty

@Suite("The cache of FIDO metadata")
struct MetadataCacheTests {
  /// A store in memory.
  private final class Shelf: Sendable {
    let record = Mutex<MetadataStore.Record?>(nil)

    var store: MetadataStore {
      MetadataStore(load: { self.record.withLock(\.self) }, save: { saved in self.record.withLock { $0 = saved } })
    }
  }

  private struct StoreFailure: Error {}

  private let now: Date
  private let row: AttestationVectors.Token
  private let anchors: [AttestationCertificate]

  init() throws {
    let vectors = try #require(AttestationVectors.metadata)
    now = vectors.at
    row = try #require(vectors.rows.first)
    anchors = try row.anchors.map { try AttestationCertificate(der: $0) }
  }

  @Test("begins empty and due to fetch, keeps accepted metadata and is due again on the day of the next publication")
  func taking() async throws {
    let shelf = Shelf()
    let cache = MetadataCache(store: shelf.store, anchors: anchors)
    #expect(await cache.blob == nil)
    #expect(await cache.isFetchDue(at: now))
    try await cache.take(Array(row.token.utf8), now: now)
    let nextUpdate = try #require(await cache.blob).nextUpdate
    #expect(await !cache.isFetchDue(at: nextUpdate.addingTimeInterval(-1)))
    #expect(await cache.isFetchDue(at: nextUpdate))
    #expect(shelf.record.withLock { $0?.number } == 42)
  }

  @Test("restores the stored metadata after a restart")
  func restart() async throws {
    let shelf = Shelf()
    try await MetadataCache(store: shelf.store, anchors: anchors).take(Array(row.token.utf8), now: now)
    let cache = MetadataCache(store: shelf.store, anchors: anchors)
    try await cache.restore(now: now)
    #expect(await cache.blob?.number == 42)
  }

  @Test("verifies stored metadata again and drops them if they do not lead to its root")
  func otherRoot() async throws {
    let shelf = Shelf()
    try await MetadataCache(store: shelf.store, anchors: anchors).take(Array(row.token.utf8), now: now)
    let cache = MetadataCache(store: shelf.store, anchors: AttestationCertificate.metadataAnchors)
    try await cache.restore(now: now)
    #expect(await cache.blob == nil)
  }

  @Test("refuses metadata older than any ever accepted, even if the newer ones no longer verify")
  func rollback() async throws {
    let shelf = Shelf()
    shelf.record.withLock { $0 = MetadataStore.Record(number: 43, token: []) }
    let cache = MetadataCache(store: shelf.store, anchors: anchors)
    let error = await #expect(throws: WebAuthnRelyingPartyError.self) { try await cache.take(Array(row.token.utf8), now: now) }
    #expect(error?.code == .metadataRollback)
    #expect(await cache.blob == nil)
  }

  @Test("keeps the metadata in use if fetched ones are refused")
  func refused() async throws {
    let shelf = Shelf()
    let cache = MetadataCache(store: shelf.store, anchors: anchors)
    try await cache.take(Array(row.token.utf8), now: now)
    let spoilt = Array(row.token.utf8.dropLast(4)) + Array("AAAA".utf8)
    let error = await #expect(throws: WebAuthnRelyingPartyError.self) { try await cache.take(spoilt, now: now) }
    #expect(error?.code == .metadataSignature)
    #expect(await cache.blob?.number == 42)
    #expect(shelf.record.withLock { $0?.token } == Array(row.token.utf8))
  }

  @Test("reads the store again after a failure")
  func failingStore() async throws {
    let attempts = Mutex(0)
    let store = MetadataStore(
      load: {
        let attempt = attempts.withLock {
          $0 += 1; return $0
        }
        if attempt == 1 { throw StoreFailure() }
        return MetadataStore.Record(number: 43, token: [])
      }, save: { _ in })
    let cache = MetadataCache(store: store, anchors: anchors)
    await #expect(throws: StoreFailure.self) { try await cache.restore(now: now) }
    let error = await #expect(throws: WebAuthnRelyingPartyError.self) { try await cache.take(Array(row.token.utf8), now: now) }
    #expect(error?.code == .metadataRollback)
  }
}
