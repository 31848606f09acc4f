// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization

/// The requests waiting for changes of each account. A notification is a hint: the client then reads the changes.
final class ChangeWaiters: Sendable {
  private struct State {
    var waiters: [AccountIdentifier: [UInt64: AsyncStream<Void>.Continuation]] = [:]
    var count = 0
    var next: UInt64 = 0
    var isClosed = false
  }
  /// A registered waiter.
  struct Waiter: Sendable {
    let account: AccountIdentifier
    let number: UInt64
    let news: AsyncStream<Void>
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  /// Registers a waiter; nil if there are too many.
  func enter(_ account: AccountIdentifier, mostPerAccount: Int, most: Int) -> Waiter? {
    let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    return state.withLock { state in
      guard state.count < most, state.waiters[account]?.count ?? 0 < mostPerAccount else { return nil }
      // A stopping server replies to all waiters immediately.
      if state.isClosed { continuation.finish() }
      state.next += 1
      state.count += 1
      state.waiters[account, default: [:]][state.next] = continuation
      return Waiter(account: account, number: state.next, news: news)
    }
  }

  func leave(_ waiter: Waiter) {
    state.withLock { state in
      guard state.waiters[waiter.account]?.removeValue(forKey: waiter.number) != nil else { return }
      state.count -= 1
      if state.waiters[waiter.account]?.isEmpty == true { state.waiters[waiter.account] = nil }
    }
  }

  func announce(of account: AccountIdentifier) {
    for continuation in state.withLock({ $0.waiters[account].map { Array($0.values) } ?? [] }) { continuation.yield() }
  }

  /// Ends all waits, now and from now on.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      return state.waiters.values.flatMap(\.values)
    }
    for continuation in all { continuation.finish() }
  }
}
