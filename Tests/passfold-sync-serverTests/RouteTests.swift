// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import SecretMemory
import SyncModel
import SyncServer
import SyncServerStore
import Testing
import passfold_sync_server

@Suite("The sync server's HTTP interface")
struct RouteTests {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)
  private static let origin = "https://sync.example"

  /// Runs the body with a client of an in-process server whose clock stands still.
  private func visit(
    _ body: @Sendable @escaping (any TestClientProtocol, @Sendable @escaping () async throws -> String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sync-routes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try await SyncServer(
      store: try SQLiteSyncStore(path: folder.appending(path: "sync.sqlite").path), configuration: ServerConfiguration(origin: Self.origin),
      environment: ServerEnvironment(now: { Self.start }, randomBytes: ServerEnvironment.live.randomBytes, pause: { _ in }))
    let routes = SyncRoutes(server: server, isBehindProxy: true, logger: Logger(label: "test"))
    try await Application(router: routes.router()).test(.router) { client in
      try await body(client) {
        try await Application(router: routes.metricsRouter()).test(.router) { operatorsClient in
          String(buffer: try await operatorsClient.execute(uri: "/metrics", method: .get).body)
        }
      }
    }
  }

  private static let cbor: HTTPFields = [.contentType: "application/cbor"]

  private static func body(_ map: CBORMap) -> ByteBuffer { ByteBuffer(bytes: CBOREncoder(profile: .deterministic).encode(.map(map))) }

  private static func read(_ response: TestResponse) throws -> CBORMap {
    let value = try CBORDecoder(
      profile: .rfc8949, limits: CBORLimits(maximumByteCount: 8 << 20, maximumDepth: 8, maximumItemCount: 1 << 16)
    )
    .decode(Array(response.body.readableBytesView))
    return try #require(value.mapValue)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { String(UInt16($0) + 256, radix: 16).suffix(2) }.joined() }

  @Test("founds an account, opens a session, accepts a commit and returns its records")
  func journey() async throws {
    try await visit { client, metrics in
      var generator = SystemRandomNumberGenerator()
      let author = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      let key = EpochKey.generate(epoch: 1, using: &generator)
      let log = try MembershipLog.found(
        device: author.member, keys: author.keys, recovery: try RecoveryKey.generate(using: &generator).memberKeys.publicKeys,
        epochKey: key,
        createdMilliseconds: 1, using: &generator)
      let founded = try await client.execute(
        uri: "/v1/accounts", method: .post, headers: Self.cbor,
        body: Self.body([1: .bytes(log.account.bytes), 2: .array(log.entries.map { .bytes($0.encoded) })]))
      #expect(founded.status == .ok)
      #expect(founded.headers[.cacheControl] == "no-store")
      let asked = try Self.read(
        try await client.execute(
          uri: "/v1/session/challenge", method: .post, headers: Self.cbor,
          body: Self.body([1: .bytes(log.account.bytes), 2: .bytes(author.member.bytes)])))
      let challenge = try #require(asked[1]?.bytesValue)
      let time = UInt64(try #require(asked[2]?.integerValue))
      let signature = try author.keys.sign(
        ServerStatement(
          .login, origin: Self.origin, account: log.account, member: author.member, challenge: challenge, milliseconds: time))
      let session = try Self.read(
        try await client.execute(
          uri: "/v1/session", method: .post, headers: Self.cbor,
          body: Self.body([
            1: .bytes(log.account.bytes), 2: .bytes(author.member.bytes), 3: .bytes(challenge), 4: .unsigned(time), 5: .bytes(signature),
          ])))
      var headers = Self.cbor
      headers[.authorization] = "Bearer " + Self.hexadecimal(try #require(session[1]?.bytesValue))
      let name = try #require(RecordName([UInt8](repeating: 5, count: 16)))
      let envelope = try key.seal(
        SecretBytes(copying: "secret".utf8),
        as: RecordFacts(purpose: .record, account: log.account, record: name, revision: 1, author: author.member, clock: 1, schema: 1),
        using: &generator)
      let commit = try CommitChain(account: log.account).makeCommit(of: [CommitItem(envelope)], by: author, log: log, clock: 1)
      let push = Self.body([1: .bytes(commit.encoded), 2: .array([.array([.bytes(envelope.wrap), .bytes(envelope.body)])])])
      let pushed = try await client.execute(uri: "/v1/commits", method: .post, headers: headers, body: push)
      #expect(pushed.status == .ok)
      let cursor = try #require(try Self.read(pushed)[2]?.bytesValue)
      let changes = try Self.read(try await client.execute(uri: "/v1/changes?limit=1", method: .get, headers: headers))
      #expect(changes[3] == .array([.bytes(commit.encoded)]))
      #expect(changes[4] == .array([.array([1, .bytes(envelope.wrap), .bytes(envelope.body)])]))
      let waited = try Self.read(
        try await client.execute(uri: "/v1/events?after=\(Self.hexadecimal(cursor))", method: .get, headers: headers))
      #expect(waited[1] == .bytes(cursor))
      #expect(try await client.execute(uri: "/metrics", method: .get).status == .notFound, "the operator's page is reachable by devices")
      let metrics = try await metrics()
      #expect(metrics.contains("passfold_sync_requests_total{route=\"POST /v1/commits\",outcome=\"ok\"} 1\n"))
      #expect(metrics.contains("passfold_sync_records 1\n"))
      #expect(!metrics.contains(Self.hexadecimal(log.account.bytes)))
    }
  }

  @Test("refuses each invalid request with its status and code")
  func refusals() async throws {
    try await visit { client, _ in
      func answer(
        _ uri: String, _ method: HTTPRequest.Method, _ headers: HTTPFields = Self.cbor, _ body: ByteBuffer? = nil
      ) async throws -> (Int, String?) {
        let response = try await client.execute(uri: uri, method: method, headers: headers, body: body)
        return (response.status.code, try? Self.read(response)[1]?.textValue)
      }
      let rows: [(String, HTTPRequest.Method, HTTPFields, ByteBuffer?, Int, String)] = [
        ("/v1/changes", .get, [:], nil, 401, "session_ended"),
        ("/v1/changes", .get, [.authorization: "Bearer " + String(repeating: "0", count: 64)], nil, 401, "session_ended"),
        ("/v1/changes", .get, [.authorization: "Bearer zz"], nil, 401, "session_ended"),
        ("/v1/commits", .post, Self.cbor, ByteBuffer(), 401, "session_ended"),
        ("/v1/accounts", .post, [.contentType: "application/json"], ByteBuffer(string: "{}"), 400, "malformed"),
        ("/v1/accounts", .post, Self.cbor, ByteBuffer(bytes: [0xbf, 0xff]), 400, "malformed"),
        ("/v1/session/challenge", .post, Self.cbor, ByteBuffer(repeating: 0, count: 256 << 10 | 1), 413, "too_large"),
        ("/v1/mailbox/00?slot=1", .get, [:], nil, 400, "malformed"),
        ("/v1/mailbox/" + String(repeating: "0", count: 32), .get, [:], nil, 400, "malformed"),
        ("/v1/mailbox/" + String(repeating: "0", count: 32) + "?slot=1", .get, [:], nil, 404, "not_found"),
        ("/v1/mailbox/" + String(repeating: "0", count: 32) + "?slot=01", .get, [:], nil, 400, "malformed"),
      ]
      for (uri, method, headers, body, status, code) in rows {
        let (actual, said) = try await answer(uri, method, headers, body)
        #expect(actual == status && said == code, "\(method) \(uri): \(actual) \(said ?? "nothing")")
      }
      #expect(try await answer("/v1/nothing", .get).0 == 404)
      #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
    }
  }

  @Test("limits requests by the address that the proxy appended, which a client cannot choose")
  func networks() async throws {
    try await visit { client, _ in
      func status(_ forwarded: String) async throws -> (Int, String?) {
        var headers = Self.cbor
        if let name = HTTPFields.Element.Name("X-Forwarded-For") { headers[name] = forwarded }
        let response = try await client.execute(uri: "/v1/accounts", method: .post, headers: headers, body: Self.body([:]))
        return (response.status.code, response.headers[.retryAfter])
      }
      var codes: [Int] = []
      for number in 0..<5 { codes.append(try await status("203.0.113.\(number), 2001:db8:1:2:\(number)::1").0) }
      #expect(codes == [400, 400, 400, 400, 400])
      let refused = try await status("198.51.100.1, 2001:db8:1:2:ffff::1")
      #expect(refused == (429, "720"))
      let other = try await status("198.51.100.1, 2001:db8:1:3::1").0
      #expect(other == 400)
    }
  }
}
