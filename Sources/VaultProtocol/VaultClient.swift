// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport
package import SecretMemory

/// The client side of one conversation at the management door, with one request at a time.
package actor VaultClient {
  private let connection: LocalConnection
  private let whenIntroduced: @Sendable () -> Void
  private var lastID = 0

  /// Introduces itself over a connection whose frames nothing else reads.
  ///
  /// There is no need to wait for the vault's answer to the hello: a request may follow immediately, and throws the failure that refuses
  /// both.
  ///
  /// - Parameter whenIntroduced: Called when the vault has identified the client, if a request was made before that.
  /// - Throws: `LocalTransportError` if the hello cannot be encoded.
  package init(over connection: LocalConnection, hello: VaultHello, whenIntroduced: @escaping @Sendable () -> Void = {}) throws {
    self.connection = connection
    self.whenIntroduced = whenIntroduced
    connection.send(SocketFrame(json: try MessageCoding.encode(hello)))
  }

  /// Waits until the vault has identified the client; call it at most once, before the first request.
  ///
  /// - Throws: The `VaultFailure` of the answer, or `LocalTransportError` if the vault hung up.
  package func introduced() async throws {
    _ = try await answer(to: 0)
  }

  /// Sends a request, and waits for the answer without a time limit; a prompt may come in between.
  ///
  /// - Parameters:
  ///   - isUnattended: Whether no prompt may be shown, as in ``VaultRequest/isUnattended``.
  ///   - hearProgress: Called periodically with the progress of long work; nil requests no progress.
  /// - Throws: The `VaultFailure` of the answer, or `LocalTransportError` if the vault hung up or answered wrongly.
  package func ask(
    _ call: VaultCall, secret: SharedSecret? = nil, isUnattended: Bool = false,
    hearProgress: (@Sendable (VaultAnswer.Progress) -> Void)? = nil
  ) async throws -> (answer: VaultAnswer, secret: SharedSecret?) {
    lastID += 1
    let request = VaultRequest(id: lastID, call: call, isUnattended: isUnattended, wantsProgress: hearProgress != nil)
    connection.send(SocketFrame(json: try MessageCoding.encode(request), secret: secret))
    return try await answer(to: lastID, hearProgress)
  }

  /// Whether the vault has hung up, so that no more requests are possible.
  package nonisolated var isOver: Bool { connection.isOver }

  /// Hangs up, which ends open requests and closes their prompts.
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
