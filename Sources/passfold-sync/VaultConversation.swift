// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport
package import SecretMemory
package import VaultProtocol

import Synchronization

/// One conversation with the vault's door in the role `sync`. It takes one step at a time, and notices immediately when the vault hangs up.
package final class VaultConversation: Sendable {
  private struct State {
    var lastID = 0
    var waiting: (id: Int, continuation: CheckedContinuation<SocketReply?, Never>)?
    var whenOver: (@Sendable () -> Void)?
    var isOver = false
  }
  /// An answer with its secret part.
  package typealias SocketReply = (answer: VaultAnswer, secret: SharedSecret?)

  private let connection: LocalConnection
  private let state = Mutex(State())

  /// Introduces itself over a connection whose frames nothing else reads.
  ///
  /// - Throws: `LocalTransportError` if the hello cannot be encoded.
  package init(over connection: LocalConnection) throws(LocalTransportError) {
    self.connection = connection
    connection.send(SocketFrame(json: try MessageCoding.encode(VaultHello(role: .sync))))
    Task { [self] in
      for await frame in connection.frames {
        guard let reply = try? MessageCoding.decode(VaultReply.self, from: frame.json), hear(reply, frame.secret) else { break }
      }
      connection.close()
      end()
    }
  }

  /// Takes a step, and waits for the answer without a time limit.
  ///
  /// - Returns: nil if the conversation is over.
  package func ask(_ step: VaultCall.CarryStep, secret: SharedSecret? = nil) async -> SocketReply? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let id = state.withLock { state -> Int? in
          guard !state.isOver, state.waiting == nil else { return nil }
          state.lastID += 1
          state.waiting = (state.lastID, continuation)
          return state.lastID
        }
        guard let id else { return continuation.resume(returning: nil) }
        guard let json = try? MessageCoding.encode(VaultRequest(id: id, call: .carry(step))) else { return close() }
        connection.send(SocketFrame(json: json, secret: secret))
      }
    } onCancel: {
      close()
    }
  }

  /// Works while the vault waits; the work is cancelled when the vault hangs up.
  ///
  /// - Returns: nil if the conversation is over, since the result is then useless.
  package func whileOpen<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result? {
    let task = Task { await work() }
    let isOver = state.withLock { state in
      state.whenOver = { task.cancel() }
      return state.isOver
    }
    if isOver { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return state.withLock { state in
      state.whenOver = nil
      return state.isOver ? nil : result
    }
  }

  /// Hangs up.
  package func close() {
    connection.close()
    end()
  }

  /// Passes an answer to the waiting caller; false for one without a question, and for a refusal.
  private func hear(_ reply: VaultReply, _ secret: SharedSecret?) -> Bool {
    if case .failure = reply.answer { return false }
    // The answer to the hello.
    if reply.id == 0 { return true }
    let waiting = state.withLock { state in
      guard state.waiting?.id == reply.id else { return nil as CheckedContinuation<SocketReply?, Never>? }
      defer { state.waiting = nil }
      return state.waiting?.continuation
    }
    waiting?.resume(returning: (reply.answer, secret))
    return waiting != nil
  }

  private func end() {
    let (waiting, whenOver) = state.withLock { state in
      state.isOver = true
      defer { (state.waiting, state.whenOver) = (nil, nil) }
      return (state.waiting?.continuation, state.whenOver)
    }
    waiting?.resume(returning: nil)
    whenOver?()
  }
}
