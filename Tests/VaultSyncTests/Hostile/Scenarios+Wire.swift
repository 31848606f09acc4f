// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SyncModel
import Testing
import VaultSync

enum SyncResponseAltering {
  /// An answer with another value under one key.
  static func altered(_ answer: SyncResponse, _ key: UInt64, _ change: (CBORValue) -> CBORValue) -> SyncResponse {
    SyncResponse(status: answer.status, body: (try? Forger.altered(answer.body, key, change)) ?? answer.body)
  }
}

/// Malformed answers, and untrue ones.
extension HostileScenario {
  static let wires: [HostileScenario] = encodings + statuses + sessions

  /// The change applies to a page of changes, the log or a login, depending on the seed.
  private static func encoding(_ name: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> HostileScenario {
    HostileScenario(name, .refusal(.answerMalformed)) { run in
      let path = try run.pick(["/v1/changes", "/v1/log", "/v1/session", "/v1/session/challenge"])
      run.lies.answer = { request, answer in
        request.path.prefix { $0 != "?" } == path ? SyncResponse(status: answer.status, body: change(answer.body)) : answer
      }
    }
  }

  private static func map(_ bytes: [UInt8], _ change: ([CBORMap.Entry]) -> [CBORMap.Entry]) -> [UInt8] {
    guard case .map(let map)? = try? CBORDecoder(profile: .rfc8949).decode(bytes) else { return bytes }
    return encoded(CBORMap(change(map.entries)) ?? CBORMap())
  }

  private static let encodings: [HostileScenario] = [
    encoding("An empty answer") { _ in [] },
    encoding("A web page in place of an answer") { _ in Array("<html>Sign in to this network</html>".utf8) },
    encoding("An answer with trailing data") { $0 + [0] },
    encoding("A truncated answer") { Array($0.dropLast()) },
    encoding("An answer in a non-canonical encoding") { bytes in [bytes.first ?? 0, 0x18] + bytes.dropFirst() },
    encoding("An answer with an unknown key") { bytes in
      map(bytes) { $0 + [CBORMap.Entry(key: 9, value: 1)] }
    },
    encoding("An answer with a missing key") { bytes in map(bytes) { $0.dropLast() } },
    encoding("An answer with values of the wrong type") { bytes in map(bytes) { $0.map { CBORMap.Entry(key: $0.key, value: "text") } } },
    encoding("An answer nested a thousand levels deep") { _ in [UInt8](repeating: 0x81, count: 1_000) + [0] },
    encoding("An answer with a million elements") { _ in [0x9a, 0, 0x10, 0, 0] + [UInt8](repeating: 0, count: 1 << 20) },
    encoding("An answer that is too long") { _ in
      encoded([1: .bytes([UInt8](repeating: 0, count: (6 << 20) + 1))])
    },
    HostileScenario("A cursor that is too long", .refusal(.answerMalformed)) { run in
      let more = run.number(below: 1_000)
      run.lies.changes = { $0.cursor = [UInt8](repeating: 1, count: 65 + more) }
    },
    HostileScenario(
      "A cursor that is too long in the answer to a commit", .refusal(.answerMalformed), keepsServer: true
    ) { run in
      run.lies.answer = { request, answer in
        guard request.path == "/v1/commits" else { return answer }
        return SyncResponseAltering.altered(answer, 2) { _ in .bytes([UInt8](repeating: 1, count: 70_000)) }
      }
    },
    HostileScenario("A head with a hash of the wrong length", .refusal(.answerMalformed)) { run in
      let count = try run.pick([0, 31, 33])
      run.lies.changes = { $0.head = CommitPosition(number: $0.head.number, hash: [UInt8](repeating: 1, count: count)) }
    },
    HostileScenario("A head with an extra element", .refusal(.answerMalformed)) { run in
      run.lies.answer = { request, answer in
        guard request.path.hasPrefix("/v1/changes") else { return answer }
        return SyncResponseAltering.altered(answer, 6) { .array(($0.arrayValue ?? []) + [1]) }
      }
    },
    HostileScenario("Versions with an extra element", .refusal(.answerMalformed)) { run in
      run.lies.answer = { request, answer in
        guard request.path.hasPrefix("/v1/changes") else { return answer }
        return SyncResponseAltering.altered(answer, 4) { versions in
          .array((versions.arrayValue ?? []).map { .array(($0.arrayValue ?? []) + [1]) })
        }
      }
    },
    HostileScenario("Versions with an element of the wrong type", .refusal(.answerMalformed)) { run in
      let choice = run.number(below: 3)
      run.lies.answer = { request, answer in
        guard request.path.hasPrefix("/v1/changes") else { return answer }
        return SyncResponseAltering.altered(answer, 4) { versions in
          var parts = versions.arrayValue?.first?.arrayValue ?? [1, 2, 3]
          parts[choice] = choice == 0 ? "text" : 1
          return .array([.array(parts)])
        }
      }
    },
  ]

  private static let statuses: [HostileScenario] = [
    HostileScenario("A server failure", .refusal(.refused)) { run in
      run.fail(try run.pick(["/v1/changes", "/v1/log", "/v1/commits", "/v1/session"]), LyingServer.refusal(503, "unavailable"))
    },
    HostileScenario("A server failure with a web page as its body", .refusal(.answerMalformed)) { run in
      run.fail(
        try run.pick(["/v1/changes", "/v1/log", "/v1/commits"]), SyncResponse(status: 502, body: Array("<h1>Bad gateway</h1>".utf8)))
    },
    HostileScenario("A refusal whose code contains control characters", .refusal(.answerMalformed)) { run in
      run.fail("/v1/changes", LyingServer.refusal(400, "\u{1b}]0;gone\u{7}"))
    },
    HostileScenario("A refusal whose code is too long", .refusal(.answerMalformed)) { run in
      run.fail("/v1/changes", LyingServer.refusal(400, String(repeating: "a", count: 65)))
    },
    HostileScenario("A full account", .refusal(.quotaExceeded)) {
      $0.fail("/v1/commits", LyingServer.refusal(507, "quota_exceeded"))
    },
    HostileScenario("A closed account", .refusal(.accountClosed)) {
      $0.fail("/v1/commits", LyingServer.refusal(410, "account_closed"))
    },
    HostileScenario("A version that the server does not support", .refusal(.programTooOld)) {
      $0.fail("/v1/commits", LyingServer.refusal(400, "unsupported_version"))
    },
    HostileScenario("A failure reported for a stored commit", .refusal(.refused), keepsServer: true) { run in
      run.lies.answer = { request, answer in request.path == "/v1/commits" ? LyingServer.refusal(500, "unavailable") : answer }
    },
    HostileScenario("A lost answer to a stored commit", .refusal(.unreachable), keepsServer: true) { run in
      run.lies.answer = { request, answer in
        if request.path == "/v1/commits" { throw VaultSyncError(.unreachable) }
        return answer
      }
    },
    HostileScenario("A commit always reported as overtaken", .refusal(.overtaken)) { run in
      run.fail("/v1/commits", LyingServer.refusal(409, try run.pick(["stale_parent", "stale_epoch"])))
    },
    HostileScenario("A stored commit reported as overtaken", .none, keepsServer: true) { run in
      let count = Remembered(0)
      run.lies.answer = { request, answer in
        request.path == "/v1/commits" && count.next() == 0 ? LyingServer.refusal(409, "stale_parent") : answer
      }
    },
    HostileScenario("A server that switches to another line, as only a folder may", .refusal(.refused)) {
      $0.fail("/v1/changes", LyingServer.refusal(409, "rebased"))
    },
    HostileScenario("A conflict with another code", .refusal(.refused)) { $0.fail("/v1/commits", LyingServer.refusal(409, "taken")) },
    HostileScenario("A wrong position in the answer to a commit", .refusal(.answerMalformed), keepsServer: true) { run in
      let bit = run.number(below: 256)
      run.lies.answer = { request, answer in
        guard request.path == "/v1/commits" else { return answer }
        return SyncResponseAltering.altered(answer, 1) { position in
          var parts = position.arrayValue ?? []
          parts[1] = Forger.flipped(parts[1], bit: bit)
          return .array(parts)
        }
      }
    },
    HostileScenario(
      "A commit reported as stored but discarded", .alarm(.rolledBack), attempts: 2, pushesBefore: true, isFinal: true
    ) { run in
      run.lies.instead = { request in
        guard request.path == "/v1/commits", case .map(let map) = try CBORDecoder(profile: .rfc8949).decode(request.body ?? []) else {
          return nil
        }
        let position = try Commit(decoding: map[1]?.bytesValue ?? []).position
        return SyncResponse(
          status: 200,
          body: encoded([1: .array([.unsigned(position.number), .bytes(position.hash)]), 2: .bytes([1, 0, 0, 0, 0, 0, 0, 9, 9])]))
      }
    },
    HostileScenario("A rate limit that never ends", .refusal(.rateLimited)) { run in
      run.fail(
        try run.pick(["/v1/changes", "/v1/session"]),
        SyncResponse(status: 429, body: encoded([1: "rate_limited"]), retryAfter: .seconds(1 << 40)))
    },
  ]

  private static let sessions: [HostileScenario] = [
    HostileScenario("A session that always ends", .refusal(.loginRefused)) {
      $0.fail("/v1/changes", LyingServer.refusal(401, "session_ended"))
    },
    HostileScenario("A refused login", .refusal(.loginRefused)) {
      $0.fail("/v1/session", LyingServer.refusal(401, "login_refused"))
    },
    HostileScenario("A challenge of the wrong length", .refusal(.answerMalformed)) { run in
      let count = try run.pick([0, 16, 31, 33, 1_000])
      run.fail("/v1/session/challenge", SyncResponse(status: 200, body: encoded([1: .bytes([UInt8](repeating: 1, count: count)), 2: 1])))
    },
    HostileScenario("A token of the wrong length", .refusal(.answerMalformed)) { run in
      let count = try run.pick([0, 16, 31, 33, 1_000])
      run.fail("/v1/session", SyncResponse(status: 200, body: encoded([1: .bytes([UInt8](repeating: 1, count: count)), 2: 1])))
    },
    HostileScenario("A server with a wrong clock", .none, keepsServer: true) { run in
      let time = try run.pick([0, 1, UInt64.max])
      run.lies.answer = { request, answer in
        request.path == "/v1/session/challenge" ? SyncResponseAltering.altered(answer, 2) { _ in .unsigned(time) } : answer
      }
    },
  ]
}

extension HostileRun {
  /// Gives every request for a path the same answer.
  mutating func fail(_ path: String, _ answer: SyncResponse) {
    lies.instead = { $0.path.prefix { $0 != "?" } == path ? answer : nil }
  }
}
