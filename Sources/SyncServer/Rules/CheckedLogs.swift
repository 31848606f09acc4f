// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization

/// The verified ends of logs, so that an appended entry is verified without all earlier ones.
///
/// A log changes only by growing, so a cached end may be too short but is never wrong. One entry per account is verified at a time: a log
/// that has to be verified from its beginning is loaded once, however many requests need it.
final class CheckedLogs: Sendable {
  /// The maximum number of ends. An end has wraps for at most 33 members, some 45 KB, and usually for four.
  private static let mostEnds = 1_000
  /// The maximum number of entries of all logs with a cached end. Each leaves some 200 bytes: an old member, or an epoch's key under the
  /// next.
  private static let mostEntries: UInt64 = 200_000

  private struct State {
    var ends: [AccountIdentifier: MembershipLogEnd] = [:]
    /// The accounts, least recently cached first.
    var order: [AccountIdentifier] = []
    var entryCount: UInt64 = 0
    /// The waiting tasks, by the accounts that are in use.
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

  /// Runs an operation after all earlier ones for the account.
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
