// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
package import BrokerProtocol
package import LocalTransport
package import SecretMemory
internal import Synchronization

/// The provider's end of its connection to the broker. Sends messages in order, and matches the identity store's questions with their
/// answers.
package final class BrokerConversation: IdentityStoreBacking, BrokerAsking, Sendable {
  private struct Question {
    let continuation: CheckedContinuation<IdentityStoreReply, Never>
    /// The identities received before the last page of a list.
    var identities: [CredentialIdentityValue] = []
  }

  private struct Questions {
    private var last = 0
    var hasEnded = false
    var waiting: [QuestionNumber: Question] = [:]
    var programs: [QuestionNumber: CheckedContinuation<String?, Never>] = [:]
    var fingers: [QuestionNumber: CheckedContinuation<FingerAnswer, Never>] = [:]
    var lastRequest = 0
    var requests: [RequestNumber: CheckedContinuation<Result<BrokerClient.Reply, BrokerClientError>, Never>] = [:]

    mutating func next() -> QuestionNumber {
      last += 1
      return QuestionNumber(rawValue: last)
    }
  }

  /// A request, for as long as it is being worked on.
  private struct Followed {
    weak var request: ProviderRequest?
  }

  private let connection: LocalConnection
  private let questions = Mutex(Questions())
  private let followed = Mutex<[CallNumber: Followed]>([:])

  /// Creates a conversation over `connection`, whose frames are read elsewhere.
  package init(connection: LocalConnection) {
    self.connection = connection
  }

  /// Sends a message and its secret part.
  ///
  /// - Returns: False if the message does not fit in a frame. Nothing is sent then.
  @discardableResult
  package func send(_ message: ProviderMessage, secret: SharedSecret? = nil) -> Bool {
    guard (secret?.byteCount ?? 0) <= SocketFrameLimits.secret, let json = try? MessageCoding.encode(message) else { return false }
    connection.send(SocketFrame(json: json, secret: secret))
    return true
  }

  /// Registers a request to be notified immediately when the broker cancels it, even after its answer has been sent.
  func follow(_ request: ProviderRequest) {
    followed.withLock { followed in
      followed = followed.filter { $0.value.request != nil }
      followed[request.call] = Followed(request: request)
    }
  }

  /// Cancels the request that the broker gave up.
  func receive(cancellationOf call: CallNumber) {
    followed.withLock { $0[call]?.request }?.giveUp()
  }

  /// Waits until the broker has received everything sent so far and its earlier messages have been read. Returns false if the conversation
  /// ended first.
  func hearBack() async -> Bool {
    // A question that changes nothing.
    if case .state = await perform(.state) { true } else { false }
  }

  /// Performs a store operation, in several frames if the identities do not fit into one. The frames take effect together. An identity with a
  /// field that is too long for the store is left out alone.
  package func perform(_ operation: IdentityStoreOperation) async -> IdentityStoreReply {
    guard let frames = try? IdentityStoreFrame.frames(of: operation.withoutUnfit) else { return Self.failed }
    return await withCheckedContinuation { continuation in
      let question: QuestionNumber? = questions.withLock { questions in
        guard !questions.hasEnded else { return nil }
        let question = questions.next()
        questions.waiting[question] = Question(continuation: continuation)
        return question
      }
      guard let question else { return continuation.resume(returning: Self.failed) }
      for frame in frames where !send(.store(request: question, frame: frame)) {
        return receive(.failed(code: ASCredentialIdentityStoreError.Code.internalError.rawValue), to: question)
      }
    }
  }

  /// Handles a frame of the broker's answer. Frames that answer no open question are dropped.
  package func receive(_ frame: IdentityStoreReplyFrame, to question: QuestionNumber) {
    switch frame {
    case .page(let page):
      let identities = try? page.identities()
      questions.withLock { $0.waiting[question]?.identities += identities ?? [] }
    case .identities(let page):
      let identities = try? page.identities()
      guard let asked = questions.withLock({ $0.waiting.removeValue(forKey: question) }) else { return }
      asked.continuation.resume(returning: .identities(asked.identities + (identities ?? [])))
    case .state(let isEnabled, let incremental):
      answer(question, .state(isEnabled: isEnabled, supportsIncrementalUpdates: incremental))
    case .done: answer(question, .done)
    case .failed(let code): answer(question, .failed(code: code))
    }
  }

  /// Returns the program that a process runs.
  package func program(ofProcess process: Int32) async -> String? {
    await withCheckedContinuation { continuation in
      let question: QuestionNumber? = questions.withLock { questions in
        guard !questions.hasEnded else { return nil }
        let question = questions.next()
        questions.programs[question] = continuation
        return question
      }
      guard let question else { return continuation.resume(returning: nil) }
      send(.identify(question: question, process: process))
    }
  }

  /// Handles the broker's answer to ``program(ofProcess:)``. An answer to no open question is dropped.
  package func receive(program: String?, to question: QuestionNumber) {
    questions.withLock { $0.programs.removeValue(forKey: question) }?.resume(returning: program)
  }

  /// Asks about the user's fingerprint. If the calling task is cancelled, the answer is `unavailable` and the reader is released.
  package func finger(_ request: FingerRequest) async -> FingerAnswer {
    guard let question = questions.withLock({ $0.hasEnded ? nil : $0.next() }) else { return .unavailable }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAsked = questions.withLock { questions in
          guard !questions.hasEnded, !Task.isCancelled else { return false }
          questions.fingers[question] = continuation
          // Sent while the lock is held, so that a stop message follows it and is sent only once.
          send(.finger(question: question, request))
          return true
        }
        if !isAsked { continuation.resume(returning: .unavailable) }
      }
    } onCancel: {
      guard let waiting = questions.withLock({ $0.fingers.removeValue(forKey: question) }) else { return }
      send(.finger(question: question, .stop))
      waiting.resume(returning: .unavailable)
    }
  }

  /// Handles the broker's answer to ``finger(_:)``. An answer to no open question is dropped.
  package func receive(_ answer: FingerAnswer, toFinger question: QuestionNumber) {
    questions.withLock { $0.fingers.removeValue(forKey: question) }?.resume(returning: answer)
  }

  /// Sends a request as an app does. From a provider, the broker accepts only requests that belong to credential exchange.
  package func ask(
    _ request: ClientRequest, secret: SharedSecret?
  ) async throws(BrokerClientError) -> BrokerClient.Reply {
    let id = questions.withLock { questions in
      questions.lastRequest += 1
      return RequestNumber(rawValue: questions.lastRequest)
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = questions.withLock { questions in
          guard !questions.hasEnded else { return false }
          questions.requests[id] = continuation
          return true
        }
        guard isOpen else { return continuation.resume(returning: .failure(BrokerClientError(.brokerEnded))) }
        guard send(.request(.request(id: id, request)), secret: secret) else {
          return receive(.failure(BrokerClientError(.requestTooLarge)), toRequest: id)
        }
        // A task that was cancelled earlier does not call its cancellation handler again.
        if Task.isCancelled { send(.request(.cancel(id: id))) }
      }
    } onCancel: {
      send(.request(.cancel(id: id)))
    }
    return try result.get()
  }

  /// Handles the broker's answer to ``ask(_:secret:)``. An answer to no open question is dropped.
  package func receive(_ reply: ClientReply, secret: SharedSecret?) {
    guard !reply.answer.leavesRequestOpen else { return }
    if case .failure(let failure) = reply.answer {
      receive(.failure(BrokerClientError(failure)), toRequest: reply.id)
    } else {
      receive(.success(BrokerClient.Reply(answer: reply.answer, secret: secret)), toRequest: reply.id)
    }
  }

  private func receive(_ result: Result<BrokerClient.Reply, BrokerClientError>, toRequest id: RequestNumber) {
    questions.withLock { $0.requests.removeValue(forKey: id) }?.resume(returning: result)
  }

  private func answer(_ question: QuestionNumber, _ reply: IdentityStoreReply) {
    questions.withLock { $0.waiting.removeValue(forKey: question) }?.continuation.resume(returning: reply)
  }

  /// Fails all waiting operations when the connection has ended.
  package func end() {
    let (waiting, programs, fingers, requests) = questions.withLock { questions in
      questions.hasEnded = true
      defer { (questions.waiting, questions.programs, questions.fingers, questions.requests) = ([:], [:], [:], [:]) }
      return (questions.waiting.values, questions.programs.values, questions.fingers.values, questions.requests.values)
    }
    for request in requests { request.resume(returning: .failure(BrokerClientError(.brokerEnded))) }
    for question in waiting { question.continuation.resume(returning: Self.failed) }
    for question in programs { question.resume(returning: nil) }
    for question in fingers { question.resume(returning: .unavailable) }
  }

  /// `ASCredentialIdentityStoreError.Code.internalError`.
  private static var failed: IdentityStoreReply { .failed(code: ASCredentialIdentityStoreError.Code.internalError.rawValue) }
}
