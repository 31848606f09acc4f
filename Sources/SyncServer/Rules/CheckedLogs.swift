// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization

/// Ends of logs that this server has checked, so that an entry that is appended is checked alone and not with all before it.
///
/// A log never changes but by growing, so what is kept here may be too short and is never wrong. Of an account one entry is judged at a time: a log that
/// has to be checked from its beginning is loaded once, however many ask for it.
final class CheckedLogs: Sendable {
  /// An end has wraps for 33 members at most, some 45 KB, and usually for four.
  private static let mostEnds = 1_000
  /// Entries of all logs whose ends are kept; each leaves some 200 bytes: a member that was, or an epoch's key under the next.
  private static let mostEntries: UInt64 = 200_000

  private struct State {
    var ends: [AccountIdentifier: MembershipLogEnd] = [:]
    /// The accounts, the one whose end was kept longest ago first.
    var order: [AccountIdentifier] = []
    var entryCount: UInt64 = 0
    /// Who waits for a turn, by the accounts that have one now.
    var waiting: [AccountIdentifier: [CheckedContinuation<Void, Never>]] = [:]
  }
  private let state = Mutex(State())

  subscript(account: AccountIdentifier) -> MembershipLogEnd? { state.withLock { $0.ends[account] } }

  func keep(_ end: MembershipLogEnd) {
    state.withLock { state in
      if let former = state.ends[end.account] {
        guard former.count < end.count else { return }
        state.entryCount -= former.count
        state.order.removeAll { $0 == end.account }
      }
      state.ends[end.account] = end
      state.order.append(end.account)
      state.entryCount += end.count
      while state.entryCount > Self.mostEntries || state.ends.count > Self.mostEnds, let oldest = state.order.first {
        state.entryCount -= state.ends.removeValue(forKey: oldest)?.count ?? 0
        state.order.removeFirst()
      }
    }
  }

  /// Does something when all that came before for the account is done.
  func inTurn<Value: Sendable>(
    of account: AccountIdentifier, _ body: () async throws(SyncServerError) -> Value
  ) async throws(SyncServerError) -> Value {
    await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        guard state.waiting[account] != nil else {
          state.waiting[account] = []
          return true
        }
        state.waiting[account]?.append(continuation)
        return false
      }
      if isFirst { continuation.resume() }
    }
    defer {
      let next: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard state.waiting[account]?.isEmpty == false else {
          state.waiting[account] = nil
          return nil
        }
        return state.waiting[account]?.removeFirst()
      }
      next?.resume()
    }
    return try await body()
  }
}
