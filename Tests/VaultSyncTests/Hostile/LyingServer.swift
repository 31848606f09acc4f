// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import Synchronization
import VaultSync

/// An in-memory server that serves an account truthfully unless it is given lies.
final class LyingServer: Sendable {
  static let origin = "https://hostile.example"
  /// The maximum number of answered requests, so that an endless loop fails a test instead of hanging it.
  static let mostRequests = 2_000

  /// Changes to answers before they are sent.
  struct Lies: Sendable {
    /// The maximum number of commits in a page.
    var pageSize: Int?
    var changes: (@Sendable (inout ServedChanges) throws -> Void)?
    var checkpoint: (@Sendable (inout ServedCheckpoint) throws -> Void)?
    /// Changes a whole answer, after the other changes.
    var answer: (@Sendable (SyncRequest, SyncResponse) throws -> SyncResponse)?
    /// Answers a request before it is processed; nil processes it.
    var instead: (@Sendable (SyncRequest) throws -> SyncResponse?)?
  }
  private struct State {
    var account = ServedAccount()
    var lies = Lies()
    var history: [ServedAccount] = []
    var requests: [String] = []
    var mailbox: [String: [UInt8]] = [:]
    var mailboxChanges = 0
    var isOver = false
  }

  private let state = Mutex(State())

  init(_ account: ServedAccount = ServedAccount(), lies: Lies = Lies()) {
    state.withLock {
      $0.account = account
      $0.lies = lies
    }
  }

  var account: ServedAccount { state.withLock { $0.account } }
  /// Every state of the account, from the first.
  var history: [ServedAccount] { state.withLock { $0.history } }
  var requests: [String] { state.withLock { $0.requests } }
  func forgetRequests() { state.withLock { $0.requests = [] } }

  /// Switches to another state and other lies.
  func become(_ account: ServedAccount, lies: Lies = Lies()) {
    state.withLock {
      $0.account = account
      $0.lies = lies
    }
  }

  var exchange: SyncExchange {
    SyncExchange(place: Self.origin) { [self] request throws(VaultSyncError) in
      do {
        return try answer(request)
      } catch {
        throw error as? VaultSyncError ?? VaultSyncError(.unreachable)
      }
    }
  }

  func answer(_ request: SyncRequest) throws -> SyncResponse {
    let (lies, count) = state.withLock { state in
      state.requests.append("\(request.method) \(request.path.prefix { $0 != "?" })")
      return (state.lies, state.requests.count)
    }
    guard count <= Self.mostRequests else { throw VaultSyncError(.unreachable, detail: "asked without end") }
    if let answer = try lies.instead?(request) { return answer }
    let answer = try truth(request, lies)
    return try lies.answer?(request, answer) ?? answer
  }

  private static func ok(_ map: CBORMap) -> SyncResponse { SyncResponse(status: 200, body: encoded(map)) }

  static func refusal(_ status: Int, _ code: String) -> SyncResponse { SyncResponse(status: status, body: encoded([1: .text(code)])) }

  private func truth(_ request: SyncRequest, _ lies: Lies) throws -> SyncResponse {
    let parts = request.path.split(separator: "?", maxSplits: 1).map(String.init)
    let query = Dictionary(
      uniqueKeysWithValues: (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1)
        return (String(sides[0]), String(sides[1]))
      })
    let body = try request.body.map { try CanonicalFields(decoding: $0, atMost: 5 << 20) } ?? CanonicalFields(CBORMap())
    if parts[0].hasPrefix("/v1/mailbox/") { return mailbox(request.method, "\(parts[0])/\(query["slot"] ?? "")", body) }
    switch "\(request.method) \(parts[0])" {
    case "POST /v1/accounts":
      for element in try body.array(2) { append(element.bytesValue ?? []) }
      return Self.ok([1: .bytes(account.cursor(0))])
    case "POST /v1/session/challenge": return Self.ok([1: .bytes([UInt8](repeating: 3, count: 32)), 2: 1_800_000_000_000])
    case "POST /v1/session": return Self.ok([1: .bytes([UInt8](repeating: 5, count: 32)), 2: 1_900_000_000_000])
    case "GET /v1/log":
      let log = account.log
      let from = Int(query["from"] ?? "") ?? 0
      return Self.ok([1: .array(log.dropFirst(from).prefix(64).map(CBORValue.bytes)), 2: .unsigned(UInt64(log.count))])
    case "POST /v1/log":
      let bytes = try body.bytes(1)
      let entry = try MembershipLogEntry(decoding: bytes)
      let log = account.log
      if log.last == bytes { return Self.ok([1: .bytes(account.cursor(0))]) }
      guard entry.sequence == UInt64(log.count) else { return Self.refusal(409, "stale_log") }
      append(bytes)
      return Self.ok([1: .bytes(account.cursor(0))])
    case "POST /v1/commits": return try push(body)
    case "POST /v1/rewraps":
      for element in try body.array(2) { rewrap(element.arrayValue ?? []) }
      return Self.ok([1: 0])
    case "GET /v1/changes":
      var changes = account.changes(after: Routes.bytes(query["after"] ?? ""), atMost: lies.pageSize ?? Int(query["limit"] ?? "") ?? 500)
      try lies.changes?(&changes)
      return Self.ok(changes.map)
    case "GET /v1/checkpoint":
      guard let checkpoint = account.checkpoint else { return Self.refusal(404, "not_found") }
      var served = ServedCheckpoint(header: checkpoint.header, number: checkpoint.number, covered: checkpoint.covered)
      try lies.checkpoint?(&served)
      return Self.ok(served.map)
    default: return Self.refusal(404, "not_found")
    }
  }

  private func append(_ entry: [UInt8]) {
    state.withLock { state in
      state.account.append(entry)
      state.history.append(state.account)
    }
  }

  private func push(_ body: CanonicalFields) throws -> SyncResponse {
    let commit = try Commit(decoding: try body.bytes(1))
    let envelopes = try body.array(2).map { element in
      try RecordEnvelope(body: element.arrayValue?.last?.bytesValue ?? [], wrap: element.arrayValue?.first?.bytesValue ?? [])
    }
    return state.withLock { state in
      if state.account.head != commit.position {
        guard commit.header.parent == state.account.head.hash else { return Self.refusal(409, "stale_parent") }
        guard commit.header.log.sequence + 1 == UInt64(state.account.log.count) else { return Self.refusal(409, "stale_epoch") }
        state.account.take(commit, envelopes)
        state.history.append(state.account)
      }
      return Self.ok([
        1: .array([.unsigned(commit.position.number), .bytes(commit.position.hash)]), 2: .bytes(state.account.cursor(state.account.place)),
      ])
    }
  }

  private func rewrap(_ parts: [CBORValue]) {
    guard parts.count == 3, let record = parts[0].bytesValue, let wrap = parts[2].bytesValue else { return }
    state.withLock { $0.account.versions[record]?.wrap = wrap }
  }

  /// Whether one side of an enrolment has ended, so that the other waits in vain.
  var isOver: Bool {
    get { state.withLock { $0.isOver } }
    set { state.withLock { $0.isOver = newValue } }
  }

  /// Waits until a mailbox changes, or no change will come.
  func mailboxMoves(_ meanwhile: () async throws -> Void = {}) async throws {
    let before = state.withLock { $0.mailboxChanges }
    // The change may just have happened.
    for _ in 0..<20_000 where state.withLock({ $0.mailboxChanges == before && !$0.isOver }) {
      try await meanwhile()
      await Task.yield()
    }
  }

  private func mailbox(_ method: String, _ slot: String, _ body: CanonicalFields) -> SyncResponse {
    state.withLock { state in
      state.mailboxChanges += method == "PUT" ? 1 : 0
      if method == "PUT" {
        state.mailbox[slot] = (try? body.bytes(1)) ?? []
        return SyncResponse(status: 204, body: [])
      }
      guard let message = state.mailbox.removeValue(forKey: slot) else { return SyncResponse(status: 204, body: []) }
      return Self.ok([1: .bytes(message)])
    }
  }
}
