// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport
import SecretMemory
import Synchronization
import VaultProtocol

/// Listens for the command (docs/protocols/vault-management.md) and hands its requests to the desk.
package struct ManagementDoor: Sendable {
  /// Requests that one connection may have waiting.
  private static let openRequestLimit = 16
  /// Time for a client to introduce itself (security design, rule D1).
  private static let helloLimit = Duration.seconds(10)

  private let desk: ManagementDesk
  private let session: VaultSession
  private let time: SessionTime
  private let system: Int32?
  private let identify: @Sendable (Int32) async -> String?

  /// Serves one session.
  ///
  /// - Parameters:
  ///   - previews: What is told of handovers that nobody keeps, by whoever shows them to the person.
  ///   - system: The process that started this one and alone speaks for browsers; nil lets nobody.
  ///   - identify: Tells which program a process runs, for the prompts it brings about; nil for one that hides it.
  ///   - report: Hears which terminal sessions have a grant, at every change.
  package init(
    session: VaultSession, clock: CodeClock, sync: SyncService? = nil, exchange: ExchangePrograms = .installed,
    previews: HandoverPreviews = HandoverPreviews(),
    time: SessionTime = .system, system: Int32? = nil, identify: @escaping @Sendable (Int32) async -> String? = { _ in nil },
    report: @escaping @Sendable ([Int32]) -> Void = { _ in }
  ) {
    self.session = session
    self.time = time
    self.system = system
    self.identify = identify
    desk = ManagementDesk(session: session, clock: clock, sync: sync, exchange: exchange, previews: previews, time: time, report: report)
  }

  /// Serves everybody who connects, until the server closes or the task is cancelled.
  package func serve(_ server: LocalServer) async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await state in await session.changes() where state != .unlocked { await desk.closeGrants() }
      }
      for await connection in server.connections { group.addTask { await converse(over: connection) } }
      group.cancelAll()
    }
  }

  /// Holds one conversation, from its hello until the client hangs up.
  package func converse(over connection: LocalConnection) async {
    await answerAll(over: connection)
    await desk.end(ObjectIdentifier(connection))
  }

  private func answerAll(over connection: LocalConnection) async {
    defer { connection.close() }
    let impatience = Task {
      try await time.sleep(time.now().advanced(by: Self.helloLimit))
      try Task.checkCancellation()
      connection.close()
    }
    defer { impatience.cancel() }
    var caller: ManagementCaller?
    var last: Task<Void, Never>?
    let open = UnansweredCalls()
    defer { open.cancelAll() }
    for await frame in connection.frames {
      guard let caller else {
        let introduced: ManagementCaller
        do throws(VaultFailure) { introduced = try introduction(in: frame, over: connection) } catch {
          return Self.send(.failure(error), to: 0, over: connection)
        }
        caller = introduced
        // A request may be under way before the name is known; only what shows it or writes it down waits for it.
        Task {
          _ = await introduced.program
          impatience.cancel()
          Self.send(.done, to: 0, over: connection)
        }
        continue
      }
      guard let request = try? MessageCoding.decode(VaultRequest.self, from: frame.json) else {
        return Self.send(.failure(VaultFailure(.badRequest)), to: 0, over: connection)
      }
      if request.call == .cancel {
        open.cancel(request.id)
        continue
      }
      guard open.count < Self.openRequestLimit, !open.has(request.id) else {
        return Self.send(.failure(VaultFailure(.badRequest)), to: request.id, over: connection)
      }
      let asker = Self.asker(of: request, caller, over: connection)
      // One after the other: the next waits for the one before, and all of them end when the client hangs up.
      let before = last
      let task = Task {
        await before?.value
        let (answer, secret) =
          Task.isCancelled ? (.failure(VaultFailure(.canceled)), nil) : await desk.answer(request.call, secret: frame.secret, from: asker)
        // Whoever has the answer may use the number again.
        open.finish(request.id)
        Self.send(answer, secret: secret, to: request.id, over: connection)
      }
      open.begin(request.id, task)
      last = task
    }
    open.cancelAll()
    await last?.value
  }

  /// Who says hello in the first frame.
  ///
  /// - Throws: `unsupportedProtocol` for anything but a hello of this version; `badRequest` for a caller that cannot be told.
  private func introduction(in frame: SocketFrame, over connection: LocalConnection) throws(VaultFailure) -> ManagementCaller {
    guard let hello = try? MessageCoding.decode(VaultHello.self, from: frame.json), hello.protocolVersion == VaultHello.protocolVersion
    else { throw VaultFailure(.unsupportedProtocol) }
    guard let caller = ManagementCaller(hello: hello, connection: connection, system: system, identify: identify) else {
      throw VaultFailure(.badRequest)
    }
    return caller
  }

  /// The caller as it asks in one request.
  private static func asker(of request: VaultRequest, _ caller: ManagementCaller, over connection: LocalConnection) -> ManagementCaller {
    var asker = caller
    asker.isUnattended = request.isUnattended
    asker.knownKinds = request.knownKinds ?? []
    asker.conversation = ObjectIdentifier(connection)
    asker.hangUp = { connection.close() }
    if request.wantsProgress {
      asker.hearProgress = { progress in send(.progress(progress), to: request.id, over: connection) }
    }
    return asker
  }

  private static func send(_ answer: VaultAnswer, secret: SharedSecret? = nil, to id: Int, over connection: LocalConnection) {
    guard let json = try? MessageCoding.encode(VaultReply(id: id, answer: answer)) else { return connection.close() }
    connection.send(SocketFrame(json: json, secret: secret))
  }
}

/// The requests of one connection that are not answered yet.
private final class UnansweredCalls: Sendable {
  private struct State {
    var running: [Int: Task<Void, Never>] = [:]
    var finishedEarly: Set<Int> = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.running.count } }

  func has(_ id: Int) -> Bool { state.withLock { $0.running[id] != nil } }

  func begin(_ id: Int, _ task: Task<Void, Never>) {
    state.withLock { state in
      // A quick answer may come before the request is entered here.
      if state.finishedEarly.remove(id) == nil { state.running[id] = task }
    }
  }

  func finish(_ id: Int) {
    state.withLock { state in
      if state.running.removeValue(forKey: id) == nil { state.finishedEarly.insert(id) }
    }
  }

  func cancel(_ id: Int) { state.withLock { $0.running[id] }?.cancel() }

  func cancelAll() { for task in state.withLock({ Array($0.running.values) }) { task.cancel() } }
}
