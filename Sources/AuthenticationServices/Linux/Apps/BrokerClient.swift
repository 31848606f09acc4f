// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Dispatch
internal import Foundation
internal import LocalEndpoint
package import LocalTransport
package import SecretMemory
internal import Synchronization

/// This program's connection to the broker in the role of an app. It is opened when first needed, and again after it has ended.
package final class BrokerClient: Sendable {
  /// An answer and its secret part.
  package struct Reply: Sendable {
    /// The broker's final message to the request.
    package let answer: ClientAnswer
    /// The frame's secret part.
    package let secret: SecretMemory.SharedSecret?

    /// Creates a reply.
    package init(answer: ClientAnswer, secret: SecretMemory.SharedSecret?) {
      self.answer = answer
      self.secret = secret
    }
  }

  /// A closure that opens a connection. It is called outside the concurrency pool, because it may wait for a broker to start.
  package typealias Connect = @Sendable () throws -> LocalConnection

  private struct State {
    var connection: LocalConnection?
    /// Distinguishes a connection from earlier ones.
    var generation = 0
    var lastRequest = 0
    var waiting: [RequestNumber: CheckedContinuation<Result<Reply, BrokerClientError>, Never>] = [:]
  }

  /// The connection that Apple's API uses: the session's, unless a task was bound to another one.
  @TaskLocal package static var current: BrokerClient = shared

  /// The connection to the session's broker.
  package static let shared = BrokerClient {
    LocalConnection.adopt(descriptor: try BrokerLauncher(installation: .foundBySearchPath()).connect())
  }

  /// Whether a broker is running in this session, or is installed and can be started.
  package static var isReachable: Bool {
    Installation.foundBySearchPath().broker != nil || FileManager.default.fileExists(atPath: RuntimeFolder().brokerSocket)
  }

  private let connect: Connect
  private let state = Mutex(State())

  /// Creates a client that uses connections opened by `connect`.
  package init(connect: @escaping Connect) {
    self.connect = connect
  }

  /// Sends a request to the broker and waits for the final answer. Cancelling the task cancels the request at the broker.
  ///
  /// - Parameter secret: The secret part of the request.
  /// - Throws: ``BrokerClientError``: the broker's failure, or the reason why there was no answer.
  package func ask(_ request: ClientRequest, secret: SecretMemory.SharedSecret? = nil) async throws(BrokerClientError) -> Reply {
    let connection = try await openConnection()
    let id = state.withLock { state in
      state.lastRequest += 1
      return RequestNumber(rawValue: state.lastRequest)
    }
    guard let json = try? MessageCoding.encode(ClientMessage.request(id: id, request)) else {
      throw BrokerClientError(.requestTooLarge)
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          guard state.connection === connection else { return false }
          state.waiting[id] = continuation
          return true
        }
        guard isOpen else { return continuation.resume(returning: .failure(BrokerClientError(.brokerEnded))) }
        connection.send(SocketFrame(json: json, secret: secret))
        // A task that was cancelled earlier does not call its cancellation handler again.
        if Task.isCancelled { Self.cancel(id, over: connection) }
      }
    } onCancel: {
      Self.cancel(id, over: connection)
    }
    return try result.get()
  }

  private static func cancel(_ id: RequestNumber, over connection: LocalConnection) {
    guard let json = try? MessageCoding.encode(ClientMessage.cancel(id: id)) else { return }
    connection.send(SocketFrame(json: json))
  }

  private func openConnection() async throws(BrokerClientError) -> LocalConnection {
    if let connection = state.withLock({ $0.connection }) { return connection }
    let connect = connect
    let opened: Result<LocalConnection, any Error> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Result(catching: connect)) }
    }
    let fresh: LocalConnection
    switch opened {
    case .success(let connection): fresh = connection
    case .failure(let error): throw BrokerClientError(.brokerUnreachable, detail: (error as? LocalEndpointError)?.code.name)
    }
    // Another request may have opened a connection first.
    let (connection, generation) = state.withLock { state -> (LocalConnection, Int?) in
      if let connection = state.connection { return (connection, nil) }
      state.connection = fresh
      state.generation += 1
      return (fresh, state.generation)
    }
    guard let generation else {
      fresh.close()
      return connection
    }
    if let hello = try? MessageCoding.encode(ClientMessage.hello(role: .app, version: 1)) { fresh.send(SocketFrame(json: hello)) }
    Task { [weak self] in
      for await frame in fresh.frames { self?.receive(frame) }
      self?.ended(generation)
    }
    return fresh
  }

  private func receive(_ frame: SocketFrame) {
    guard let reply = try? MessageCoding.decode(ClientReply.self, from: frame.json), !reply.answer.leavesRequestOpen,
      let continuation = state.withLock({ $0.waiting.removeValue(forKey: reply.id) })
    else { return }
    if case .failure(let failure) = reply.answer {
      continuation.resume(returning: .failure(BrokerClientError(failure)))
    } else {
      continuation.resume(returning: .success(Reply(answer: reply.answer, secret: frame.secret)))
    }
  }

  private func ended(_ generation: Int) {
    let waiting = state.withLock { state -> [CheckedContinuation<Result<Reply, BrokerClientError>, Never>] in
      guard state.generation == generation else { return [] }
      state.connection = nil
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: .failure(BrokerClientError(.brokerEnded))) }
  }
}
