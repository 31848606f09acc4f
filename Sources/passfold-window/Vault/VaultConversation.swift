// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import LocalTransport
import SecretMemory
import Synchronization
import VaultProtocol

/// A conversation with the vault: its questions are asked one after another, and its answers arrive on the main thread.
///
/// A question that waits for a prompt holds up only its own conversation.
@MainActor
final class VaultConversation {
  /// The outcome of a question.
  enum Reply: Sendable {
    case answer(VaultAnswer, SharedSecret?)
    case failure(VaultFailure)
    /// The vault does not answer, and Passfold could not be started.
    case silence
  }

  private struct Question: Sendable {
    let call: VaultCall
    let secret: SharedSecret?
    let isUnattended: Bool
    let hearProgress: (@MainActor @Sendable (VaultAnswer.Progress) -> Void)?
    let hear: @MainActor @Sendable (Reply) -> Void
  }

  private let questions: AsyncStream<Question>.Continuation
  private let door = Mutex<Door>(.closed)

  /// The state of the connection.
  private enum Door: Sendable {
    case closed
    case open(VaultClient)
    case left
  }

  init() {
    let (stream, questions) = AsyncStream.makeStream(of: Question.self)
    self.questions = questions
    Task.detached { await self.serve(stream) }
  }

  /// Closes the connection, which ends the question in progress and its prompt; nothing can be asked afterwards.
  func end() {
    questions.finish()
    door.withLock { door in
      if case .open(let client) = door { client.close() }
      door = .left
    }
  }

  /// Asks a question.
  ///
  /// - Parameters:
  ///   - isUnattended: Whether the user must not be prompted: if a prompt would be needed, the answer is a failure.
  ///   - hearProgress: Called with the progress of long work.
  func ask(
    _ call: VaultCall, secret: SharedSecret? = nil, isUnattended: Bool = false,
    hearProgress: (@MainActor @Sendable (VaultAnswer.Progress) -> Void)? = nil, hear: @escaping @MainActor @Sendable (Reply) -> Void
  ) {
    questions.yield(Question(call: call, secret: secret, isUnattended: isUnattended, hearProgress: hearProgress, hear: hear))
  }

  private nonisolated func serve(_ questions: AsyncStream<Question>) async {
    for await question in questions {
      let reply: Reply
      do {
        let open = try await client()
        let hearProgress = question.hearProgress.map { hear in
          { @Sendable (progress: VaultAnswer.Progress) in MainLoop.post { hear(progress) } }
        }
        let (answer, secret) = try await open.ask(
          question.call, secret: question.secret, isUnattended: question.isUnattended, hearProgress: hearProgress)
        reply = .answer(answer, secret)
      } catch let failure as VaultFailure {
        reply = .failure(failure)
      } catch {
        // The next question connects to a restarted vault.
        door.withLock { door in
          guard case .open(let client) = door else { return }
          client.close()
          door = .closed
        }
        reply = .silence
      }
      MainLoop.post { question.hear(reply) }
    }
  }

  private nonisolated func client() async throws -> VaultClient {
    // A vault that has ended since is not asked, so that no action is requested twice: another one is running, or the broker starts it.
    if case .open(let client) = door.withLock({ $0 }), !client.isOver { return client }
    let client = try await Self.connect()
    let isLeft = door.withLock { door in
      if case .left = door { return true }
      door = .open(client)
      return false
    }
    if isLeft { client.close() }
    return client
  }

  /// Introduces this program before it holds a secret and hides itself from other processes; the vault's prompts then name it by its path.
  private nonisolated static func connect() async throws -> VaultClient {
    let connection = try open()
    return try await ProcessHardening.whileVisible {
      let client = try VaultClient(over: connection, hello: VaultHello(role: .window))
      try await client.introduced()
      return client
    }
  }

  private nonisolated static func open() throws -> LocalConnection {
    let folder = RuntimeFolder()
    if let connection = try? LocalConnection.connect(toSocketAt: folder.vaultSocket) { return connection }
    // The broker starts the vault.
    let launcher = BrokerLauncher(folder: folder)
    LocalConnection.adopt(descriptor: try launcher.connect()).close()
    return LocalConnection.adopt(descriptor: try launcher.waitForSocket(folder.vaultSocket))
  }
}
