// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport
import SecretMemory
import Synchronization
import VaultProtocol

/// Listens for the command-line tool (docs/protocols/vault-management.md) and passes its requests to the desk.
package struct ManagementDoor: Sendable {
  /// The maximum number of unanswered requests of one connection.
  private static let openRequestLimit = 16
  /// The time limit for a client's hello (security design, rule D1).
  private static let helloLimit = Duration.seconds(10)

  private let desk: ManagementDesk
  private let session: VaultSession
  private let time: SessionTime
  private let system: Int32?
  private let identify: @Sendable (Int32) async -> String?

  /// Creates a door for one session.
  ///
  /// - Parameters:
  ///   - previews: The reports of previewed imports from other providers, set by the code that shows them to the user.
  ///   - system: The process that started this one and is the only one that may act for browsers; nil allows none.
  ///   - identify: Returns the program that a process runs, for the prompts that it causes; nil for a process that hides it.
  ///   - report: Receives the terminal sessions that have a grant, at every change.
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

  /// Serves all clients, until the server closes or the task is cancelled.
  package func serve(_ server: LocalServer) async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await state in await session.changes() where state != .unlocked { await desk.closeGrants() }
      }
      for await connection in server.connections { group.addTask { await converse(over: connection) } }
      group.cancelAll()
    }
  }

  /// Holds one conversation, from its hello until the client disconnects.
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
        // A request may be processed before the name is known; only code that shows or records it waits for it.
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
      // One after another: each request waits for the previous one, and all of them end when the client disconnects.
      let before = last
      let task = Task {
        await before?.value
        let (answer, secret) =
          Task.isCancelled ? (.failure(VaultFailure(.canceled)), nil) : await desk.answer(request.call, secret: frame.secret, from: asker)
        // Once the client has the answer, it may reuse the number.
        open.finish(request.id)
        Self.send(answer, secret: secret, to: request.id, over: connection)
      }
      open.begin(request.id, task)
      last = task
    }
    open.cancelAll()
    await last?.value
  }

  /// Returns the caller that introduces itself in the first frame.
  ///
  /// - Throws: `unsupportedProtocol` for anything but a hello of this version; `badRequest` for a caller that cannot be identified.
  private func introduction(in frame: SocketFrame, over connection: LocalConnection) throws(VaultFailure) -> ManagementCaller {
    guard let hello = try? MessageCoding.decode(VaultHello.self, from: frame.json), hello.protocolVersion == VaultHello.protocolVersion
    else { throw VaultFailure(.unsupportedProtocol) }
    guard let caller = ManagementCaller(hello: hello, connection: connection, system: system, identify: identify) else {
      throw VaultFailure(.badRequest)
    }
    return caller
  }

  /// Returns the caller with the properties of one request.
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

/// The unanswered requests of one connection.
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
      // A quick answer may come before the request is registered here.
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
