// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalTransport
import SecretMemory
import Synchronization
import Testing
import VaultProtocol
import passfold_sync

/// The vault's end of the conversation, at its own socket, played step by step.
final class PlayedVault: Sendable {
  /// A conversation with a carrier that has introduced itself.
  final class Conversation {
    private let connection: LocalConnection
    private var frames: AsyncStream<SocketFrame>.Iterator

    init(_ connection: LocalConnection) async throws {
      self.connection = connection
      frames = connection.frames.makeAsyncIterator()
      let hello = try MessageCoding.decode(VaultHello.self, from: try #require(await frames.next()).json)
      #expect(hello.role == .sync)
      send(VaultReply(id: 0, answer: .done))
    }

    /// The carrier's next step and its secret part, or nil when it has hung up.
    func step() async throws -> (id: Int, step: VaultCall.CarryStep, secret: [UInt8])? {
      guard let frame = await frames.next() else { return nil }
      let request = try MessageCoding.decode(VaultRequest.self, from: frame.json)
      guard case .carry(let step) = request.call else { throw Surprise() }
      return (request.id, step, frame.secret.map { $0.withBytes { Array($0) } } ?? [])
    }

    /// Expects a step of the given kind.
    func expect(_ kind: VaultCall.CarryStep.Kind) async throws -> (id: Int, step: VaultCall.CarryStep, secret: [UInt8]) {
      let step = try #require(try await step())
      try #require(step.step.kind == kind)
      return step
    }

    func send(_ reply: VaultReply, secret: some Collection<UInt8> = []) {
      guard let json = try? MessageCoding.encode(reply) else { return }
      connection.send(SocketFrame(json: json, secret: secret.isEmpty ? nil : SharedSecret(copying: secret)))
    }

    func close() { connection.close() }
  }

  struct Surprise: Error {}

  let path: String
  private let server: LocalServer

  init() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/carrier-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = folder + "/vault.sock"
    server = try LocalServer.listen(at: path)
  }

  deinit { server.close() }

  /// Waits for a carrier.
  func conversation() async throws -> Conversation {
    for await connection in server.connections { return try await Conversation(connection) }
    throw Surprise()
  }
}

/// Time that stands still: each wait is recorded, and continues when the test allows it.
final class StandingTime: Sendable {
  private let state = Mutex<(now: ContinuousClock.Instant, waiting: [CheckedContinuation<Void, Never>])>((.now, []))
  private let (begun, begin) = AsyncStream.makeStream(of: Duration.self)

  func environment(_ connect: @escaping @Sendable () throws(LocalTransportError) -> LocalConnection) -> CarryEnvironment {
    CarryEnvironment(
      connect: connect, now: { self.state.withLock { $0.now } },
      wait: { duration in
        await withCheckedContinuation { continuation in
          self.state.withLock { $0.waiting.append(continuation) }
          self.begin.yield(duration)
        }
        try Task.checkCancellation()
      }, random: { 1 })
  }

  func pass(_ duration: Duration) { state.withLock { $0.now += duration } }

  /// The length of the next wait, which then continues.
  func wait() async -> Duration? {
    for await duration in begun {
      pass(duration)
      state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }.forEach { $0.resume() }
      return duration
    }
    return nil
  }
}

/// Answers each task as the test says, and keeps the tasks that it received.
final class ScriptedCarrier: Carrier {
  let tasks = Mutex<[CarriedTask]>([])
  private let answer: @Sendable () async -> CarryOutcome

  init(_ answer: @escaping @Sendable () async -> CarryOutcome) { self.answer = answer }

  func carry(_ task: CarriedTask) async -> CarryOutcome {
    tasks.withLock { $0.append(task) }
    return await answer()
  }
}
