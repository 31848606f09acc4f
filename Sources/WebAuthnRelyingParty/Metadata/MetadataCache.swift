// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The storage of metadata between runs. The service provides it, and also fetches the metadata itself.
public struct MetadataStore: Sendable {
  /// The stored data: the blob as fetched and its number, which is kept after the blob's certificates expire.
  public struct Record: Hashable, Sendable {
    /// The number of the newest blob ever accepted.
    public let number: Int
    /// The blob itself.
    public let token: [UInt8]

    /// Creates a record from stored values.
    public init(number: Int, token: [UInt8]) {
      self.number = number
      self.token = token
    }
  }

  /// Loads the stored record; nil if there is none.
  public let load: @Sendable () async throws -> Record?
  /// Stores a record in place of the previous one.
  public let save: @Sendable (Record) async throws -> Void

  /// Creates a store from two closures.
  public init(load: @escaping @Sendable () async throws -> Record?, save: @escaping @Sendable (Record) async throws -> Void) {
    self.load = load
    self.save = save
  }
}

/// Keeps the newest metadata: rejects older blobs and tells when to fetch.
public actor MetadataCache {
  private let store: MetadataStore
  private let anchors: [AttestationCertificate]
  private let hostName: String
  private var current: MetadataBlob?
  private var lastNumber: Int?
  private var isRestored = false

  /// The metadata in use; nil until ``restore(now:)`` or ``take(_:now:)`` has found some.
  public var blob: MetadataBlob? { current }

  /// Creates a cache without metadata.
  public init(store: MetadataStore, anchors: [AttestationCertificate], hostName: String = MetadataBlob.hostName) {
    self.store = store
    self.anchors = anchors
    self.hostName = hostName
  }

  /// Loads and verifies the stored metadata. If they no longer verify, they are discarded, but their number still counts.
  ///
  /// - Throws: The store's errors.
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

  /// Returns whether there are no metadata, or the next publication is due.
  public func isFetchDue(at date: Date) -> Bool { current.map { date >= $0.nextUpdate } ?? true }

  /// Verifies fetched metadata and puts them into use. If this fails, the metadata in use remain.
  ///
  /// - Throws: The errors of ``MetadataBlob/init(verifying:anchors:hostName:lastNumber:now:)``, or the store's errors.
  public func take(_ token: [UInt8], now: Date) async throws {
    try await restore(now: now)
    let blob = try MetadataBlob(verifying: token, anchors: anchors, hostName: hostName, lastNumber: lastNumber, now: now)
    current = blob
    lastNumber = blob.number
    try await store.save(MetadataStore.Record(number: blob.number, token: token))
  }
}
