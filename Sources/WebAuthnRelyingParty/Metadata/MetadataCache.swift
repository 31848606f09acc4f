// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where metadata are kept between runs; a service passes its own, and fetches by its own means.
public struct MetadataStore: Sendable {
  /// What is kept: the blob as it was fetched, and its number, which outlives the blob's certificates.
  public struct Record: Hashable, Sendable {
    /// The number of the newest blob that was ever taken.
    public let number: Int
    /// The blob itself.
    public let token: [UInt8]

    /// Makes a record as it was kept.
    public init(number: Int, token: [UInt8]) {
      self.number = number
      self.token = token
    }
  }

  /// Reads what was kept; nil when nothing was.
  public let load: @Sendable () async throws -> Record?
  /// Keeps a record in the place of the one before.
  public let save: @Sendable (Record) async throws -> Void

  /// Makes a store of two closures.
  public init(load: @escaping @Sendable () async throws -> Record?, save: @escaping @Sendable (Record) async throws -> Void) {
    self.load = load
    self.save = save
  }
}

/// Keeps the newest metadata: takes none that is older, and says when to fetch.
public actor MetadataCache {
  private let store: MetadataStore
  private let anchors: [AttestationCertificate]
  private let hostName: String
  private var current: MetadataBlob?
  private var lastNumber: Int?
  private var isRestored = false

  /// The metadata in use; nil before ``restore(now:)`` or ``take(_:now:)`` found any.
  public var blob: MetadataBlob? { current }

  /// Begins without metadata.
  public init(store: MetadataStore, anchors: [AttestationCertificate], hostName: String = MetadataBlob.hostName) {
    self.store = store
    self.anchors = anchors
    self.hostName = hostName
  }

  /// Takes up what was kept, verified again; what no longer verifies is let go, but its number is remembered.
  /// - Throws: what the store throws.
  public func restore(now: Date) async throws {
    guard !isRestored else { return }
    let record = try await store.load()
    guard let record, !isRestored else {
      isRestored = true
      return
    }
    isRestored = true
    lastNumber = max(lastNumber ?? record.number, record.number)
    if current == nil {
      current = try? MetadataBlob(verifying: record.token, anchors: anchors, hostName: hostName, lastNumber: lastNumber, now: now)
    }
  }

  /// Whether there are no metadata, or the day of the next publication has come.
  public func isFetchDue(at date: Date) -> Bool { current.map { date >= $0.nextUpdate } ?? true }

  /// Verifies fetched metadata and puts them in use; the ones in use stay when that fails.
  /// - Throws: as ``MetadataBlob/init(verifying:anchors:hostName:lastNumber:now:)``, or what the store throws.
  public func take(_ token: [UInt8], now: Date) async throws {
    try await restore(now: now)
    let blob = try MetadataBlob(verifying: token, anchors: anchors, hostName: hostName, lastNumber: lastNumber, now: now)
    current = blob
    lastNumber = blob.number
    try await store.save(MetadataStore.Record(number: blob.number, token: token))
  }
}
