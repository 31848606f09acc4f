// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization

/// Logs that this server has checked, so that an entry that is appended is checked alone and not with all before it.
///
/// A log never changes but by growing, so what is kept here may be too short and is never wrong.
final class VerifiedLogs: Sendable {
  /// Entries of all logs that are kept; one is about 3 KB, and 40 KB where it has wraps for 32 devices.
  private static let mostEntries = 4_000

  private struct State {
    var logs: [AccountIdentifier: MembershipLog] = [:]
    /// The accounts, the one that was used longest ago first.
    var order: [AccountIdentifier] = []
    var entryCount = 0
  }
  private let state = Mutex(State())

  subscript(account: AccountIdentifier) -> MembershipLog? { state.withLock { $0.logs[account] } }

  func keep(_ log: MembershipLog) {
    guard log.entries.count <= Self.mostEntries / 4 else { return }
    state.withLock { state in
      if let former = state.logs[log.account] {
        guard former.entries.count < log.entries.count else { return }
        state.entryCount -= former.entries.count
        state.order.removeAll { $0 == log.account }
      }
      state.logs[log.account] = log
      state.order.append(log.account)
      state.entryCount += log.entries.count
      while state.entryCount > Self.mostEntries, let oldest = state.order.first {
        state.entryCount -= state.logs.removeValue(forKey: oldest)?.entries.count ?? 0
        state.order.removeFirst()
      }
    }
  }
}
