// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import Glibc
import Synchronization

/// Notifications between the nodes of one database about changed accounts, by LISTEN and NOTIFY on a separate connection (design: section
/// 3.14).
///
/// Changes within a tenth of a second are sent together. The receiver reads the database, and waiting requests check again within a minute
/// anyway, so a lost notification costs only time.
final class PostgreSQLAnnouncements: Sendable {
  static let channel = "passfold_changes"
  /// The maximum number of names in one notification, whose text PostgreSQL limits to 8 000 bytes.
  private static let mostPerText = 350
  /// The maximum number of accounts kept for sending without a connection; further ones are dropped.
  private static let mostPending = 100_000
  private static let gathering: Duration = .milliseconds(100)

  private let core = Core()
  private let address: PostgreSQLAddress

  init(_ address: PostgreSQLAddress) { self.address = address }

  deinit { core.close() }

  func tell(_ account: AccountIdentifier) {
    start()
    core.tell(account)
  }

  func heard() -> AsyncStream<AccountIdentifier> {
    let (stream, continuation) = AsyncStream<AccountIdentifier>.makeStream(bufferingPolicy: .bufferingNewest(Self.mostPending))
    core.listen(continuation)
    start()
    return stream
  }

  private func start() {
    guard core.beginOnce() else { return }
    let thread = Thread { [core, address] in Self.run(core, address) }
    thread.name = "announcements"
    thread.start()
  }

  private static func run(_ core: Core, _ address: PostgreSQLAddress) {
    while !core.isClosed {
      if let connection = try? PostgreSQLConnection(address, prepares: false), (try? connection.execute("LISTEN \(channel)")) != nil {
        try? exchange(core, connection)
      }
      core.forget()
      core.waitForEnd(milliseconds: 1_000)
    }
    core.release()
  }

  /// Sends and receives until the connection is lost.
  private static func exchange(_ core: Core, _ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    while !core.isClosed {
      core.wait(for: connection.socket)
      let due = core.due()
      for start in stride(from: 0, to: due.count, by: mostPerText) {
        let text = Data(due[start..<min(start + mostPerText, due.count)].flatMap(\.bytes)).base64EncodedString()
        try connection.execute("NOTIFY \(channel), '\(text)'")
      }
      for notification in try connection.notifications() where notification.backend != connection.backend {
        core.hear(names(in: notification.text))
      }
    }
  }

  private static func names(in text: String) -> [AccountIdentifier] {
    guard let data = Data(base64Encoded: text) else { return [] }
    let bytes = Array(data)
    return stride(from: 0, to: bytes.count, by: 16).compactMap { AccountIdentifier(Array(bytes[$0..<min($0 + 16, bytes.count)])) }
  }

  /// The state shared by the thread and its callers.
  private final class Core: Sendable {
    private struct State {
      var pending: Set<AccountIdentifier> = []
      var since: ContinuousClock.Instant?
      var listeners: [AsyncStream<AccountIdentifier>.Continuation] = []
      var hasBegun = false
      var isClosed = false
    }
    private let state = Mutex(State())
    /// The pipe's reading and writing end. A byte in the pipe ends the thread's waiting.
    private let ends: (Int32, Int32)

    init() {
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      self.ends = (ends[0], ends[1])
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Returns whether the thread still has to be started.
    func beginOnce() -> Bool {
      state.withLock { state in
        defer { state.hasBegun = true }
        return !state.hasBegun
      }
    }

    func tell(_ account: AccountIdentifier) {
      let isFirst = state.withLock { state in
        guard state.pending.count < PostgreSQLAnnouncements.mostPending else { return false }
        state.pending.insert(account)
        guard state.since == nil else { return false }
        state.since = .now
        return true
      }
      if isFirst { wake() }
    }

    func listen(_ listener: AsyncStream<AccountIdentifier>.Continuation) { state.withLock { $0.listeners.append(listener) } }

    func hear(_ accounts: [AccountIdentifier]) {
      let listeners = state.withLock { $0.listeners }
      for account in accounts { for listener in listeners { listener.yield(account) } }
    }

    /// Returns the accounts that were collected for long enough.
    func due() -> [AccountIdentifier] {
      state.withLock { state in
        guard let since = state.since, .now - since >= PostgreSQLAnnouncements.gathering else { return [] }
        defer {
          state.pending = []
          state.since = nil
        }
        return Array(state.pending)
      }
    }

    func forget() {
      state.withLock { state in
        state.pending = []
        state.since = nil
      }
    }

    /// Waits until something is received, due, or to be sent.
    func wait(for socket: Int32) {
      let since = state.withLock { $0.since }
      let rest = since.map { PostgreSQLAnnouncements.gathering - (.now - $0) }
      poll([socket, ends.0], milliseconds: rest.map { max(0, Int32($0 / .milliseconds(1)) + 1) } ?? -1)
    }

    func waitForEnd(milliseconds: Int32) {
      guard !isClosed else { return }
      poll([ends.0], milliseconds: milliseconds)
    }

    private func poll(_ files: [Int32], milliseconds: Int32) {
      var waited = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = Glibc.poll(&waited, nfds_t(waited.count), milliseconds)
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(ends.0, &bytes, bytes.count) > 0 {}
    }

    private func wake() {
      var byte: UInt8 = 1
      _ = write(ends.1, &byte, 1)
    }

    func close() {
      let (hasBegun, listeners) = state.withLock { state in
        state.isClosed = true
        return (state.hasBegun, state.listeners)
      }
      for listener in listeners { listener.finish() }
      // The thread may be waiting at the pipe, and closes it when it ends.
      if hasBegun { wake() } else { release() }
    }

    func release() {
      _ = Glibc.close(ends.0)
      _ = Glibc.close(ends.1)
    }
  }
}
