// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport
package import SecretMemory

/// The asking side of one conversation at the management door: one request at a time.
package actor VaultClient {
  private let connection: LocalConnection
  private let whenIntroduced: @Sendable () -> Void
  private var lastID = 0

  /// Introduces itself over a connection whose frames nobody else reads.
  ///
  /// The vault's answer to the hello need not be waited for: a question may follow at once, and is thrown the failure that refuses both.
  ///
  /// - Parameter whenIntroduced: Hears that the vault has seen who this is, where a question was asked before that.
  /// - Throws: `LocalTransportError` when the hello has no form on the wire.
  package init(over connection: LocalConnection, hello: VaultHello, whenIntroduced: @escaping @Sendable () -> Void = {}) throws {
    self.connection = connection
    self.whenIntroduced = whenIntroduced
    connection.send(SocketFrame(json: try MessageCoding.encode(hello)))
  }

  /// Waits until the vault has seen who this is; once, before the first question.
  ///
  /// - Throws: the `VaultFailure` that was answered, or `LocalTransportError` when the vault hung up.
  package func introduced() async throws {
    _ = try await answer(to: 0)
  }

  /// Asks, and waits for the answer as long as it takes; a prompt may stand in between.
  ///
  /// - Parameters:
  ///   - isUnattended: Whether nobody is to be asked anything, as in ``VaultRequest/isUnattended``.
  ///   - hearProgress: Hears how far long work is, now and then; nil asks the vault to say nothing of it.
  /// - Throws: the `VaultFailure` that was answered, or `LocalTransportError` when the vault hung up or answered wrongly.
  package func ask(
    _ call: VaultCall, secret: SharedSecret? = nil, isUnattended: Bool = false,
    hearProgress: (@Sendable (VaultAnswer.Progress) -> Void)? = nil
  ) async throws -> (answer: VaultAnswer, secret: SharedSecret?) {
    lastID += 1
    let request = VaultRequest(id: lastID, call: call, isUnattended: isUnattended, wantsProgress: hearProgress != nil)
    connection.send(SocketFrame(json: try MessageCoding.encode(request), secret: secret))
    return try await answer(to: lastID, hearProgress)
  }

  /// Whether the vault has hung up, so that nothing can be asked here any more.
  package nonisolated var isOver: Bool { connection.isOver }

  /// Hangs up, which ends what is still asked and takes its prompt away.
  package nonisolated func close() { connection.close() }

  private func answer(
    to id: Int, _ hearProgress: (@Sendable (VaultAnswer.Progress) -> Void)? = nil
  ) async throws -> (answer: VaultAnswer, secret: SharedSecret?) {
    for await frame in connection.frames {
      let reply = try MessageCoding.decode(VaultReply.self, from: frame.json)
      if case .failure(let failure) = reply.answer, reply.id == 0 || reply.id == id { throw failure }
      if reply.id == 0 { whenIntroduced() }
      guard reply.id == id else { continue }
      if case .progress(let progress) = reply.answer {
        hearProgress?(progress)
        continue
      }
      return (reply.answer, frame.secret)
    }
    throw LocalTransportError(.endpointFailed)
  }
}
