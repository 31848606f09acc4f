// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices
package import BrokerProtocol
package import LocalTransport
package import SecretMemory
internal import Synchronization

/// The provider's end of its connection to the broker: messages out in order, and the identity store's questions with their answers.
package final class BrokerConversation: IdentityStoreBacking, Sendable {
  private struct Questions {
    var last = 0
    var hasEnded = false
    var waiting: [Int: CheckedContinuation<IdentityStoreReply, Never>] = [:]
  }

  private let connection: LocalConnection
  private let questions = Mutex(Questions())

  /// Speaks over `connection`, whose frames somebody else reads.
  package init(connection: LocalConnection) {
    self.connection = connection
  }

  /// Sends a message and its secret part.
  ///
  /// - Returns: False when the message does not fit in a frame; nothing is sent then.
  @discardableResult
  package func send(_ message: ProviderMessage, secret: SharedSecret? = nil) -> Bool {
    guard (secret?.byteCount ?? 0) <= SocketFrameLimits.secret, let json = try? MessageCoding.encode(message) else { return false }
    connection.send(SocketFrame(json: json, secret: secret))
    return true
  }

  /// Carries out a store operation, in several messages where one does not hold all identities.
  package func perform(_ operation: IdentityStoreOperation) async -> IdentityStoreReply {
    let parts = IdentityStoreParts.split(operation)
    var reply = IdentityStoreReply.done
    for part in parts {
      reply = await ask(part)
      if case .failed = reply { return reply }
    }
    return reply
  }

  /// Takes the broker's answer; one that was not asked for is dropped.
  package func receive(_ reply: IdentityStoreReply, to question: Int) {
    questions.withLock { $0.waiting.removeValue(forKey: question) }?.resume(returning: reply)
  }

  /// Fails everything that waits: the connection has ended.
  package func end() {
    let waiting = questions.withLock { questions in
      questions.hasEnded = true
      defer { questions.waiting = [:] }
      return questions.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: Self.connectionLost) }
  }

  private func ask(_ operation: IdentityStoreOperation) async -> IdentityStoreReply {
    await withCheckedContinuation { continuation in
      let question: Int? = questions.withLock { questions in
        guard !questions.hasEnded else { return nil }
        questions.last += 1
        questions.waiting[questions.last] = continuation
        return questions.last
      }
      guard let question else { return continuation.resume(returning: Self.connectionLost) }
      if !send(.store(request: question, operation: operation)) { receive(Self.connectionLost, to: question) }
    }
  }

  /// `ASCredentialIdentityStoreError.Code.internalError`.
  private static var connectionLost: IdentityStoreReply { .failed(code: ASCredentialIdentityStoreError.Code.internalError.rawValue) }
}
