// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import SyncModel
import SyncServerStore

extension SyncServer {
  /// Returns the changes after a cursor: `{1: cursor, 2: more, 3: [commit], 4: [[number, wrap, body]], 5: log entries, 6: [number, hash]}`.
  ///
  /// - Parameter limit: The maximum number of versions and commits, 1 to 500; the versions of one commit are never split.
  /// - Throws: `rateLimited`, `malformed` for a limit out of range, `unavailable`.
  package func changes(after cursor: Cursor, limit: Int, for caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.pull, of: caller.account.bytes, configuration.pullRate, at: environment.now())
    guard (1...ServerConfiguration.mostPerMessage).contains(limit) else { throw SyncServerError(.malformed) }
    let limits = PageLimits(count: limit, byteCount: ServerConfiguration.pageByteCount)
    guard let page = try await stored({ try await store.changes(of: caller.account, after: cursor.sequence, within: limits) }) else {
      throw SyncServerError(.sessionEnded)
    }
    return Answer([
      1: .bytes(Cursor(sequence: page.sequence).bytes), 2: .boolean(page.hasMore), 3: .array(page.commits.map(CBORValue.bytes)),
      4: .array(page.versions.map { .array([.unsigned($0.number), .bytes($0.wrap), .bytes($0.body)]) }),
      5: .unsigned(page.account.logCount), 6: CommitPosition(number: page.account.head.number, hash: page.account.head.hash).value,
    ])
  }

  /// Returns the latest checkpoint: `{1: signed header, 2: number, 3: cursor, 4: [[record, version, purpose, hash, author, number]], 5:
  /// more}`.
  ///
  /// - Parameters:
  ///   - number: The number of the checkpoint whose previous page was read; nil for the first page.
  ///   - record: The last record of the previous page.
  /// - Throws: `rateLimited`, `notFound` if there is none, `staleCheckpoint`, `unavailable`.
  package func checkpoint(number: UInt64?, after record: RecordName?, for caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.pull, of: caller.account.bytes, configuration.pullRate, at: environment.now())
    let outcome = try await stored {
      try await store.checkpoint(of: caller.account, number: number, after: record, most: Self.mostCoveredVersions)
    }
    switch outcome {
    case .none: throw SyncServerError(.notFound)
    case .stale: throw SyncServerError(.staleCheckpoint)
    case .page(let page):
      let versions = page.versions.map { version in
        CBORValue.array([
          .bytes(version.record.bytes), .unsigned(version.revision), .unsigned(UInt64(version.purpose)), .bytes(version.bodyHash),
          .bytes(version.author.bytes), .unsigned(version.number),
        ])
      }
      return Answer([
        1: .bytes(page.header), 2: .unsigned(page.number), 3: .bytes(Cursor(sequence: page.sequence).bytes), 4: .array(versions),
        5: .boolean(page.hasMore),
      ])
    }
  }

  private static let mostCoveredVersions = 5_000

  /// Waits until there are changes after a cursor, or some time has passed: `{1: cursor of the last change}`.
  /// - Throws: `rateLimited` if too many requests wait, `accountClosed` if nothing will come any more, `unavailable`.
  package func events(after cursor: Cursor, for caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.pull, of: caller.account.bytes, configuration.pullRate, at: environment.now())
    let entered = waiters.enter(caller.account, mostPerAccount: configuration.waitsPerAccount, most: configuration.waits)
    guard let waiter = entered else { throw SyncServerError(.rateLimited, retryAfter: .seconds(30)) }
    defer { waiters.leave(waiter) }
    // Looked up after registering, so that no announcement in between is missed.
    var account = try await presentAccount(of: caller)
    if account.sequence <= cursor.sequence, account.erasure == nil {
      await news(waiter)
      account = try await presentAccount(of: caller)
    }
    // A device that has read everything and writes nothing would never learn of it otherwise.
    guard account.erasure == nil || account.sequence > cursor.sequence else { throw SyncServerError(.accountClosed) }
    return Answer([1: .bytes(Cursor(sequence: account.sequence).bytes)])
  }

  private func news(_ waiter: ChangeWaiters.Waiter) async {
    // Waits have different lengths; otherwise clients synchronised by a restart would stay synchronised.
    let spread = UInt64(configuration.waitSeconds.count)
    let chance = environment.randomBytes(2).reduce(0) { $0 << 8 | UInt64($1) }
    let wait = Duration.seconds(configuration.waitSeconds.lowerBound + Int(chance % spread))
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in waiter.news { return } }
      group.addTask { try? await environment.pause(wait) }
      await group.next()
      group.cancelAll()
    }
  }
}
