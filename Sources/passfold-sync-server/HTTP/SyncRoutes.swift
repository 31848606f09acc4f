// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
package import Hummingbird
package import Logging
package import SyncServer

/// The interface of docs/protocols/sync-server.md over HTTP: paths, headers and bodies become calls of the rules, and back.
package struct SyncRoutes: Sendable {
  typealias Call = @Sendable (Request, SyncContext) async throws(SyncServerError) -> Answer

  private let server: SyncServer
  private let isBehindProxy: Bool
  private let logger: Logger
  private let metrics = Metrics()
  private let bodies: RequestBodies

  /// Serves the rules.
  /// - Parameters:
  ///   - isBehindProxy: Whether a web server before this one writes `X-Forwarded-For`.
  ///   - bodyTime: How long the sending of a body may take.
  package init(server: SyncServer, isBehindProxy: Bool, logger: Logger, bodyTime: Duration = .seconds(60)) {
    self.server = server
    self.isBehindProxy = isBehindProxy
    self.logger = logger
    bodies = RequestBodies(time: bodyTime)
  }

  /// The operator's page alone, for a listener that devices do not reach.
  package func metricsRouter() -> Router<SyncContext> {
    let router = Router(context: SyncContext.self)
    router.get("/metrics") { _, _ in await metricsPage() }
    return router
  }

  /// Every route for devices, and `/health`.
  package func router() -> Router<SyncContext> {
    let router = Router(context: SyncContext.self)
    router.get("/health") { _, _ in
      Response(status: .ok, headers: [.contentType: "text/plain"], body: .init(byteBuffer: .init(string: "ok\n")))
    }
    add(router, .post, "/v1/accounts") { request, context throws(SyncServerError) in
      try await server.foundAccount(try await bodies.read(request), from: network(request, context))
    }
    add(router, .post, "/v1/accounts/carried") { request, context throws(SyncServerError) in
      try await server.carryAccount(
        try await bodies.read(request, longest: ServerConfiguration.longestPush), from: network(request, context))
    }
    add(router, .post, "/v1/session/challenge") { request, context throws(SyncServerError) in
      try server.challenge(try await bodies.read(request), from: network(request, context))
    }
    add(router, .post, "/v1/session") { request, context throws(SyncServerError) in
      try await server.login(try await bodies.read(request), from: network(request, context))
    }
    add(router, .get, "/v1/log") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.log(from: try request.number("from") ?? 0, for: caller)
    }
    add(router, .post, "/v1/log") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.appendToLog(try await bodies.read(request), by: caller)
    }
    add(router, .post, "/v1/commits") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.push(try await bodies.read(request, longest: ServerConfiguration.longestPush), by: caller)
    }
    add(router, .post, "/v1/rewraps") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.rewrap(try await bodies.read(request), by: caller)
    }
    add(router, .get, "/v1/changes") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      let limit = try request.number("limit").map { Int(clamping: $0) }
      return try await server.changes(after: try request.cursor(), limit: limit ?? ServerConfiguration.mostPerMessage, for: caller)
    }
    add(router, .get, "/v1/checkpoint") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.checkpoint(number: try request.number("number"), after: try request.identifier("after"), for: caller)
    }
    add(router, .get, "/v1/events") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.events(after: try request.cursor(), for: caller)
    }
    add(router, .delete, "/v1/account") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.closeAccount(try await bodies.read(request), by: caller)
    }
    addMailboxes(to: router)
    addBlobs(to: router)
    return router
  }

  private func addMailboxes(to router: Router<SyncContext>) {
    add(router, .put, "/v1/mailbox/{id}") { request, context throws(SyncServerError) in
      let (name, slot) = try request.mailbox(context)
      guard slot == 0 else {
        return try await server.put(try await bodies.read(request), into: slot, of: name, from: network(request, context))
      }
      let caller = try await caller(request)
      return try await server.makeMailbox(name, try await bodies.read(request), by: caller)
    }
    add(router, .get, "/v1/mailbox/{id}") { request, context throws(SyncServerError) in
      let (name, slot) = try request.mailbox(context)
      return try await server.take(from: slot, of: name, from: network(request, context))
    }
  }

  private func addBlobs(to router: Router<SyncContext>) {
    add(router, .put, "/v1/blobs/{id}") { request, context throws(SyncServerError) in
      let caller = try await caller(request)
      let (blob, first) = (try request.blob(context), try request.number("from") ?? 0)
      return try await server.putChunks(
        try await bodies.read(request, longest: ServerConfiguration.longestPart), from: first, of: blob, by: caller)
    }
    add(router, .get, "/v1/blobs/{id}") { request, context throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.chunks(of: try request.blob(context), from: try request.number("from") ?? 0, for: caller)
    }
    add(router, .get, "/v1/blobs") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.blobs(after: try request.identifier("after"), for: caller)
    }
    add(router, .delete, "/v1/blobs") { request, _ throws(SyncServerError) in
      let caller = try await caller(request)
      return try await server.removeBlobs(try await bodies.read(request), by: caller)
    }
  }

  private func add(_ router: Router<SyncContext>, _ method: HTTPRequest.Method, _ path: RouterPath, _ call: @escaping Call) {
    let name = "\(method.rawValue) \(path)"
    router.on(path, method: method) { request, context in
      do throws(SyncServerError) {
        let answer = try await call(request, context)
        metrics.count(name, "ok")
        return answer.isEmpty ? Response(status: .noContent, headers: [.cacheControl: "no-store"]) : Self.response(.ok, answer)
      } catch {
        metrics.count(name, error.code.description)
        // Route and code are all that is told: no account, no device and no address.
        if error.code == .unavailable { logger.error("the database failed", metadata: ["route": "\(name)"]) }
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

  /// Whose session the request's `Authorization: Bearer` names.
  private func caller(_ request: Request) async throws(SyncServerError) -> Caller {
    let scheme = "Bearer "
    guard let header = request.headers[.authorization], header.hasPrefix(scheme),
      let token = Hexadecimal.bytes(header.dropFirst(scheme.count)),
      token.count == 32
    else { throw SyncServerError(.sessionEnded) }
    return try await server.caller(token: token)
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
