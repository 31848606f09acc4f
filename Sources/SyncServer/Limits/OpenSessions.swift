// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import Synchronization

/// A cache of recently used sessions, so that not every request queries the database.
///
/// A log entry accepted by this server, or announced by another, removes the account's sessions. Without a notification they expire after
/// half a minute (design: section 3.12). A write checks its author against the database in any case.
final class OpenSessions: Sendable {
  private static let life: TimeInterval = 30
  private static let most = 50_000

  private struct Entry {
    let caller: Caller
    let end: Date
  }
  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    var hashes: [AccountIdentifier: Set<[UInt8]>] = [:]
    /// A counter of removals, so that a session read before a removal is not stored after it.
    var generation: UInt64 = 0
  }
  private let state = Mutex(State())

  /// Returns the caller of a token, and the generation for storing another one.
  func caller(tokenHash: [UInt8], at now: Date) -> (caller: Caller?, generation: UInt64) {
    state.withLock { state in
      guard let entry = state.entries[tokenHash], entry.end > now, entry.end.timeIntervalSince(now) <= Self.life else {
        return (nil, state.generation)
      }
      return (entry.caller, state.generation)
    }
  }

  /// Stores a caller that was looked up, unless a session was removed since.
  func keep(_ caller: Caller, tokenHash: [UInt8], until expiry: Date, at now: Date, generation: UInt64) {
    state.withLock { state in
      guard state.generation == generation else { return }
      if state.entries.count >= Self.most {
        state.entries = [:]
        state.hashes = [:]
      }
      state.entries[tokenHash] = Entry(caller: caller, end: min(expiry, now.addingTimeInterval(Self.life)))
      state.hashes[caller.account, default: []].insert(tokenHash)
    }
  }

  func forget(_ account: AccountIdentifier) {
    state.withLock { state in
      state.generation += 1
      for hash in state.hashes.removeValue(forKey: account) ?? [] { state.entries[hash] = nil }
    }
  }
}
