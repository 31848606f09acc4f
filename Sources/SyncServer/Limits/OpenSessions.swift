// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import Synchronization

/// Sessions that were looked up a short time ago, so that not every request asks the database whose it is.
///
/// An entry of the log that this server takes, or hears another tell of, ends the account's; what is not heard ends after half a minute (design:
/// section 3.12). A write judges its author by the database in any case.
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
    /// Counts what was forgotten, so that a session that was read before and is kept after it is not.
    var generation: UInt64 = 0
  }
  private let state = Mutex(State())

  /// The caller of a token, and what to keep another one under.
  func caller(tokenHash: [UInt8], at now: Date) -> (caller: Caller?, generation: UInt64) {
    state.withLock { state in
      guard let entry = state.entries[tokenHash], entry.end > now, entry.end.timeIntervalSince(now) <= Self.life else {
        return (nil, state.generation)
      }
      return (entry.caller, state.generation)
    }
  }

  /// Keeps a caller that was looked up, unless something was forgotten since.
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
