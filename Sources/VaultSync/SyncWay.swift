// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory

/// The routes for all members and devices that want to become one: requests, logins, and mailboxes.
struct SyncWay: Sendable {
  /// The maximum number of waits for a rate limit in one call.
  private static let mostPauses = 200
  /// The longest that is waited before one request. Whoever is to wait longer had rather be told.
  static let longestPause = Duration.seconds(60)

  let exchange: SyncExchange
  let pause: @Sendable (Duration) async throws -> Void

  /// Sends a request. If there were too many, waits as long as the other side asks for.
  ///
  /// - Parameters:
  ///   - pauses: Whether it waits; else whoever asked hears for how long to wait.
  ///   - patience: The longest time that is waited for, at most a minute.
  func send(_ request: SyncRequest, pauses: Bool = true, patience: Duration = Self.longestPause) async throws -> (
    status: Int, body: [UInt8]
  ) {
    for _ in 0..<Self.mostPauses {
      let response = try await exchange.perform(request)
      guard response.status == 429 else { return (response.status, response.body) }
      let isLong = response.retryAfter ?? .zero > min(patience, Self.longestPause)
      guard pauses, !isLong, !request.waitsForNews else { throw VaultSyncError(.rateLimited, retryAfter: response.retryAfter) }
      try await pause(max(response.retryAfter ?? .seconds(1), .milliseconds(100)))
    }
    throw VaultSyncError(.rateLimited)
  }

  static func refusal(_ answer: (status: Int, body: [UInt8])) throws -> VaultSyncError {
    let code = try SyncRefusal(answer.body).code
    switch code {
    case "login_refused", "session_ended": return VaultSyncError(.loginRefused, detail: code)
    case "quota_exceeded": return VaultSyncError(.quotaExceeded, detail: code)
    case "account_closed": return VaultSyncError(.accountClosed, detail: code)
    case "unsupported_version": return VaultSyncError(.programTooOld, detail: code)
    default: return VaultSyncError(.refused, detail: code)
    }
  }

  /// Whether the other side placed a submitted log entry; false if another came first.
  /// - Throws: The error for the refusal; `mayBeDone` if no reply says that it was not placed.
  nonisolated(nonsending) static func isPlaced(_ ask: () async throws -> (status: Int, body: [UInt8])) async throws -> Bool {
    do {
      let answer = try await ask()
      if answer.status == 409 { return false }
      if answer.status == 200 { return true }
      var refusal = try refusal(answer)
      refusal.mayBeDone = answer.status >= 500
      throw refusal
    } catch {
      var refusal = VaultSyncError(error)
      if [.unreachable, .answerMalformed, .canceled].contains(refusal.code) { refusal.mayBeDone = true }
      throw refusal
    }
  }

  static func encode(_ map: CBORMap) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }

  /// Starts a session as a member (docs/protocols/sync-server.md, section 3).
  /// - Returns: The session's token, and the other side's time in milliseconds since 1970.
  func login(
    as member: DeviceIdentifier, account: AccountIdentifier, sign: (ServerStatement) throws -> [UInt8]
  ) async throws -> (token: SharedSecret, time: UInt64) {
    let (nonce, time) = try await challenge(as: member, account: account)
    let signature = try sign(
      ServerStatement(.login, origin: exchange.place, account: account, member: member, challenge: nonce, milliseconds: time))
    let answered = try await send(
      SyncRequest(
        "POST", "/v1/session",
        body: Self.encode([
          1: .bytes(account.bytes), 2: .bytes(member.bytes), 3: .bytes(nonce), 4: .unsigned(time), 5: .bytes(signature),
        ])))
    guard answered.status == 200 else { throw try Self.refusal(answered) }
    return (SharedSecret(copying: try SyncAnswer(answered.body, keys: 1...2).bytes(1, count: 32)), time)
  }

  /// Requests the challenge to sign.
  func challenge(as member: DeviceIdentifier, account: AccountIdentifier) async throws -> (nonce: [UInt8], time: UInt64) {
    let asked = try await send(
      SyncRequest("POST", "/v1/session/challenge", body: Self.encode([1: .bytes(account.bytes), 2: .bytes(member.bytes)])))
    guard asked.status == 200 else { throw try Self.refusal(asked) }
    let challenge = try SyncAnswer(asked.body, keys: 1...2)
    return (try challenge.bytes(1, count: ServerStatement.challengeByteCount), try challenge.unsigned(2))
  }
}
