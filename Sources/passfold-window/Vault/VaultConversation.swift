// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import LocalTransport
import SecretMemory
import Synchronization
import VaultProtocol

/// One conversation with the vault; its questions wait for each other, and its answers come on the main thread.
///
/// A question that has a prompt in its way holds up its own conversation alone.
@MainActor
final class VaultConversation {
  /// What came of a question.
  enum Reply: Sendable {
    case answer(VaultAnswer, SharedSecret?)
    case failure(VaultFailure)
    /// Nobody answers at the vault's door, and Passfold could not be started.
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

  /// Where the conversation stands.
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

  /// Hangs up, which ends what is asked and takes its prompt away; nothing can be asked after that.
  func end() {
    questions.finish()
    door.withLock { door in
      if case .open(let client) = door { client.close() }
      door = .left
    }
  }

  /// Asks.
  ///
  /// - Parameters:
  ///   - isUnattended: Whether nobody is to be asked anything: where a prompt would come, the answer is a failure.
  ///   - hearProgress: Hears how far long work is, now and then.
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
        // The next question finds a vault that was started anew.
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
    // Of a vault that ended meanwhile nothing is asked, so that no act is asked for twice: there is another one, or the broker starts it.
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

  /// Introduces this program, which the vault's prompts then call by its path, before it holds a secret and is closed to everybody.
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
