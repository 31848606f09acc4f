// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
package import Hummingbird
package import Logging
package import SyncServer

/// The interface of docs/protocols/sync-server.md over HTTP: it maps paths, headers and bodies to calls of the rules, and results back.
package struct SyncRoutes: Sendable {
  typealias Call = @Sendable (Request, SyncContext, ReceivedBody) async throws(SyncServerError) -> Answer

  private let server: SyncServer
  private let isBehindProxy: Bool
  private let logger: Logger
  private let metrics = Metrics()
  private let budget = BodyBudget()
  private let bodyTime: Duration

  /// Creates the routes.
  /// - Parameters:
  ///   - isBehindProxy: Whether a web server in front of this one writes `X-Forwarded-For`.
  ///   - bodyTime: The maximum time for sending a body.
  package init(server: SyncServer, isBehindProxy: Bool, logger: Logger, bodyTime: Duration = .seconds(60)) {
    self.server = server
    self.isBehindProxy = isBehindProxy
    self.logger = logger
    self.bodyTime = bodyTime
  }

  /// Returns only the operator's page, for a listener that devices do not reach.
  package func metricsRouter() -> Router<SyncContext> {
    let router = Router(context: SyncContext.self)
    router.get("/metrics") { _, _ in await metricsPage() }
    return router
  }

  /// Returns every route for devices, and `/health`.
  package func router() -> Router<SyncContext> {
    let router = Router(context: SyncContext.self)
    router.get("/health") { _, _ in
      Response(status: .ok, headers: [.contentType: "text/plain"], body: .init(byteBuffer: .init(string: "ok\n")))
    }
    add(router, .post, "/v1/accounts") { request, context, body throws(SyncServerError) in
      try await server.foundAccount(body, from: network(request, context))
    }
    add(router, .post, "/v1/accounts/carried") { request, context, body throws(SyncServerError) in
      try await server.carryAccount(body, from: network(request, context))
    }
    add(router, .post, "/v1/session/challenge") { request, context, body throws(SyncServerError) in
      try await server.challenge(body, from: network(request, context))
    }
    add(router, .post, "/v1/session") { request, context, body throws(SyncServerError) in
      try await server.login(body, from: network(request, context))
    }
    add(router, .get, "/v1/log") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.log(from: try request.number("from") ?? 0, for: caller)
    }
    add(router, .post, "/v1/log") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.appendToLog(body, by: caller)
    }
    add(router, .post, "/v1/commits") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.push(body, by: caller)
    }
    add(router, .post, "/v1/rewraps") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.rewrap(body, by: caller)
    }
    add(router, .get, "/v1/changes") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      let limit = try request.number("limit").map { Int(clamping: $0) }
      return try await server.changes(after: try request.cursor(), limit: limit ?? ServerConfiguration.mostPerMessage, for: caller)
    }
    add(router, .get, "/v1/checkpoint") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.checkpoint(number: try request.number("number"), after: try request.identifier("after"), for: caller)
    }
    add(router, .get, "/v1/events") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.events(after: try request.cursor(), for: caller)
    }
    add(router, .delete, "/v1/account") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.closeAccount(body, by: caller)
    }
    addMailboxes(to: router)
    addBlobs(to: router)
    return router
  }

  private func addMailboxes(to router: Router<SyncContext>) {
    add(router, .put, "/v1/mailbox/{id}") { request, context, body throws(SyncServerError) in
      let (name, slot) = try request.mailbox(context)
      guard slot == 0 else {
        return try await server.put(body, into: slot, of: name, from: network(request, context))
      }
      let caller = try await caller(request, body)
      return try await server.makeMailbox(name, body, by: caller)
    }
    add(router, .get, "/v1/mailbox/{id}") { request, context, body throws(SyncServerError) in
      let (name, slot) = try request.mailbox(context)
      return try await server.take(from: slot, of: name, from: network(request, context))
    }
  }

  private func addBlobs(to router: Router<SyncContext>) {
    add(router, .put, "/v1/blobs/{id}") { request, context, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      let (blob, first) = (try request.blob(context), try request.number("from") ?? 0)
      return try await server.putChunks(body, from: first, of: blob, by: caller)
    }
    add(router, .get, "/v1/blobs/{id}") { request, context, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.chunks(of: try request.blob(context), from: try request.number("from") ?? 0, for: caller)
    }
    add(router, .get, "/v1/blobs") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.blobs(after: try request.identifier("after"), for: caller)
    }
    add(router, .delete, "/v1/blobs") { request, _, body throws(SyncServerError) in
      let caller = try await caller(request, body)
      return try await server.removeBlobs(body, by: caller)
    }
  }

  private func add(_ router: Router<SyncContext>, _ method: HTTPRequest.Method, _ path: RouterPath, _ call: @escaping Call) {
    let name = "\(method.rawValue) \(path)"
    router.on(path, method: method) { request, context in
      let body = ReceivedBody(request, from: network(request, context), budget: budget, time: bodyTime)
      defer { body.release() }
      do throws(SyncServerError) {
        let answer = try await call(request, context, body)
        metrics.count(name, "ok")
        return answer.isEmpty ? Response(status: .noContent, headers: [.cacheControl: "no-store"]) : Self.response(.ok, answer)
      } catch {
        metrics.count(name, error.code.description)
        // Route and codes are all that is told: no account, no device and no address.
        if error.code == .unavailable {
          logger.error("the database failed", metadata: ["route": "\(name)", "reason": "\(error.databaseFailure ?? "unknown")"])
        }
        var response = Self.response(error.status, Answer(error))
        if let wait = error.retryAfter { response.headers[.retryAfter] = String(wait.components.seconds) }
        if error.endsConnection { response.headers[.connection] = "close" }
        return response
      }
    }
  }

  private static func response(_ status: HTTPResponse.Status, _ answer: Answer) -> Response {
    Response(
      status: status, headers: [.contentType: "application/cbor", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: answer.encoded)))
  }

  /// Returns the caller of the session in `Authorization: Bearer`; the body then belongs to that account.
  private func caller(_ request: Request, _ body: ReceivedBody) async throws(SyncServerError) -> Caller {
    let scheme = "Bearer "
    guard let header = request.headers[.authorization], header.hasPrefix(scheme),
      let token = Hexadecimal.bytes(header.dropFirst(scheme.count)),
      token.count == 32
    else { throw SyncServerError(.sessionEnded) }
    let caller = try await server.caller(token: token)
    body.belongs(to: caller.account)
    return caller
  }

  private func network(_ request: Request, _ context: SyncContext) -> String {
    guard isBehindProxy, let name = HTTPFields.Element.Name("X-Forwarded-For") else { return context.peer }
    return ClientNetwork.forwarded(request.headers[values: name].last) ?? context.peer
  }

  private func metricsPage() async -> Response {
    let statistics = try? await server.statistics()
    let text = metrics.text(waiters: server.waiterCount, statistics: statistics)
    return Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4"], body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
