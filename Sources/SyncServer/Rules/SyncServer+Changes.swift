// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import SyncModel
import SyncServerStore

extension SyncServer {
  /// What changed after a cursor: `{1: cursor, 2: more, 3: [commit], 4: [[number, wrap, body]], 5: log entries, 6: [number, hash]}`.
  ///
  /// - Parameter limit: How many versions and commits are wanted at most, 1 to 500; what one commit brought is never divided.
  /// - Throws: `rateLimited`, `malformed` for a limit outside of its bounds, `unavailable`.
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

  /// The latest checkpoint: `{1: signed header, 2: number, 3: cursor, 4: [[record, version, purpose, hash, author, number]], 5: more}`.
  ///
  /// - Parameters:
  ///   - number: That of the checkpoint whose former page was read; nil for the first page.
  ///   - record: The last record of the former page.
  /// - Throws: `rateLimited`, `notFound` where there is none, `staleCheckpoint`, `unavailable`.
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
  /// - Throws: `rateLimited` where too many wait, `accountClosed` where nothing comes any more, `unavailable`.
  package func events(after cursor: Cursor, for caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.pull, of: caller.account.bytes, configuration.pullRate, at: environment.now())
    let entered = waiters.enter(caller.account, mostPerAccount: configuration.waitsPerAccount, most: configuration.waits)
    guard let waiter = entered else { throw SyncServerError(.rateLimited, retryAfter: .seconds(30)) }
    defer { waiters.leave(waiter) }
    // Looked up after taking the place: what is announced in between is heard.
    var account = try await presentAccount(of: caller)
    if account.sequence <= cursor.sequence, account.erasure == nil {
      await news(waiter)
      account = try await presentAccount(of: caller)
    }
    // A device that has read everything and writes nothing would never hear of it.
    guard account.erasure == nil || account.sequence > cursor.sequence else { throw SyncServerError(.accountClosed) }
    return Answer([1: .bytes(Cursor(sequence: account.sequence).bytes)])
  }

  private func news(_ waiter: ChangeWaiters.Waiter) async {
    // Not all at once, or those whom a restart brought together would come together for ever.
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
