// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import FoundationEssentials
import SyncModel
import SyncServerStore

extension SyncServer {
  private static let mostEntriesPerAnswer = 64

  /// Returns the log's entries starting at a number: `{1: [entry], 2: total number of entries}`.
  /// - Throws: `rateLimited`, `unavailable`.
  package func log(from sequence: UInt64, for caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.pull, of: caller.account.bytes, configuration.pullRate, at: environment.now())
    let entries = try await entries(from: sequence, of: caller)
    let account = try await presentAccount(of: caller)
    return Answer([1: .array(entries.map(CBORValue.bytes)), 2: .unsigned(account.logCount)])
  }

  /// Appends `{1: entry}` to the log if it follows the current end: `{1: cursor}`.
  /// - Throws: `rateLimited`, `malformed`, `unsupportedVersion`, `logInvalid`, `staleLog` with the entries that the author did not know,
  ///   `staleParent` if its author did not see the last commit, `quotaExceeded`, `accountClosed`, `unavailable`.
  package func appendToLog(_ body: some SentBody, by caller: Caller) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.push, of: caller.account.bytes, configuration.pushRate, at: now)
    let message = try await Message(body, keys: 1...1, longest: ServerConfiguration.longestEntry)
    let bytes = try read { try message.fields.bytes(1) }
    let entry = try read { try MembershipLogEntry(decoding: bytes) }
    guard entry.sequence < configuration.logLimit else { throw SyncServerError(.quotaExceeded) }
    return try await logs.inTurn(of: caller.account) { () async throws(SyncServerError) in
      try await append(entry, bytes, by: caller, at: now)
    }
  }

  private func append(
    _ entry: MembershipLogEntry, _ bytes: [UInt8], by caller: Caller, at now: Date
  ) async throws(SyncServerError) -> Answer {
    // The log is not loaded for an entry that cannot be the next one.
    let account = try await presentAccount(of: caller)
    var end: MembershipLogEnd?
    if entry.sequence == account.logCount, entry.previous == account.logHead {
      var next = try await presentEnd(of: caller, at: account.logCount)
      try read { try next.follow(entry) }
      guard next.account == caller.account else { throw SyncServerError(.mismatch) }
      guard next.deviceCount <= configuration.deviceLimit else { throw SyncServerError(.quotaExceeded) }
      end = next
    } else if try await !isThere(entry, of: caller, among: account.logCount) {
      throw SyncServerError(.staleLog, entries: try await entries(from: entry.sequence, of: caller))
    }
    // For a repeat, the store returns the first reply and ignores the state after the entry.
    let appending = LogAppending(
      account: caller.account, sequence: entry.sequence, previous: entry.previous, entry: StoredLogEntry(hash: entry.hash, body: bytes),
      members: end.map { Self.stored($0.signers) } ?? [], epoch: end?.epoch ?? account.epoch,
      commitHead: entry.commitHeadSeen ?? StoredPosition.beginning.hash, byteLimit: configuration.byteLimit)
    switch try await stored({ try await store.append(appending, at: now) }) {
    case .appended(let sequence):
      if let end { logs.keep(end) }
      // Announce a repeat, too: the server that accepted the first may have ended before it announced it.
      sessions.forget(caller.account)
      announce(caller.account)
      return Answer([1: .bytes(Cursor(sequence: sequence).bytes)])
    case .stale: throw SyncServerError(.staleLog, entries: try await entries(from: entry.sequence, of: caller))
    case .staleHead(let head): throw SyncServerError(.staleParent, head: CommitPosition(number: head.number, hash: head.hash))
    case .quotaExceeded: throw SyncServerError(.quotaExceeded)
    case .closed: throw SyncServerError(.accountClosed)
    }
  }

  /// Whether the log already has the entry in its position.
  private func isThere(_ entry: MembershipLogEntry, of caller: Caller, among count: UInt64) async throws(SyncServerError) -> Bool {
    guard entry.sequence < count else { return false }
    let bodies = try await stored { try await store.log(of: caller.account, from: entry.sequence, most: 1) }
    return try read { try bodies.contains { try MembershipLogEntry(decoding: $0).hash == entry.hash } }
  }

  /// Returns the log's end after this many entries. Entries not verified here yet are loaded and verified page by page.
  private func presentEnd(of caller: Caller, at count: UInt64) async throws(SyncServerError) -> MembershipLogEnd {
    var end = logs[caller.account].flatMap { $0.count <= count ? $0 : nil }
    while end?.count ?? 0 < count {
      let first = end?.count ?? 0
      let most = Int(clamping: min(count - first, UInt64(Self.mostEntriesPerAnswer)))
      let bodies = try await stored { try await store.log(of: caller.account, from: first, most: most) }
      guard !bodies.isEmpty else { throw SyncServerError(.unavailable) }
      let entries = try read { try bodies.map { try MembershipLogEntry(decoding: $0) } }
      if var known = end {
        for entry in entries { try read { try known.follow(entry) } }
        end = known
      } else {
        // An account starts with two entries.
        end = MembershipLogEnd(of: try read { try MembershipLog(verifying: entries) })
      }
    }
    guard let end else { throw SyncServerError(.sessionEnded) }
    logs.keep(end)
    return end
  }

  func entries(from sequence: UInt64, of caller: Caller) async throws(SyncServerError) -> [[UInt8]] {
    try await stored { try await store.log(of: caller.account, from: sequence, most: Self.mostEntriesPerAnswer) }
  }

  /// Returns the account of a session, which exists as long as its sessions do.
  func presentAccount(of caller: Caller) async throws(SyncServerError) -> StoredAccount {
    guard let account = try await stored({ try await store.account(caller.account) }) else { throw SyncServerError(.sessionEnded) }
    return account
  }
}
