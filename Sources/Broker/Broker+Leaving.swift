// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Logging

/// What happens when the person leaves the computer.
extension Broker {
  /// Has the providers that serve the session forget their keys, and waits for their word.
  ///
  /// - Parameter briefly: Whether the person is away for a while only, so that a PIN may do afterwards.
  /// - Returns: False where one has not given it in time; that one is ended, and its keys go with its memory.
  @discardableResult
  package func lockProviders(briefly: Bool = false) async -> Bool {
    var isDone = true
    for provider in providers.inOrder where provider.bundle.needs.servesSession {
      guard let link = provider.link else { continue }
      let identifier = provider.bundle.identifier
      if await ask(identifier, link, { briefly ? .lockBriefly(question: $0) : .lock(question: $0) }) { continue }
      environment.logger.error("provider ended, it did not lock in time", metadata: ["provider": "\(identifier)"])
      // Its keys go with its memory; it comes back locked.
      link.kill()
      isDone = false
    }
    return isDone
  }

  /// Whether this broker and its providers may end, to be started again by whoever asks next, without a loss to anybody: nobody is connected,
  /// no provider of others runs or is unlocked, and whoever serves the session says that its memory holds nothing that has to last.
  package func mayEnd() async -> Bool {
    guard clients.isEmpty, finger == nil, lockings.isEmpty else { return false }
    for provider in providers.inOrder {
      guard let link = provider.link else { continue }
      guard provider.bundle.needs.servesSession, provider.isReady, provider.lockState != .unlocked,
        await ask(provider.bundle.identifier, link, { .mayEnd(question: $0) })
      else { return false }
    }
    return clients.isEmpty
  }

  /// Asks whoever serves the session and waits for its word; false where it does not come in time.
  private func ask(_ identifier: String, _ link: any ProviderLink, _ message: (QuestionNumber) -> BrokerMessage) async -> Bool {
    lastLocking += 1
    let question = QuestionNumber(rawValue: lastLocking)
    let patience = Task { [environment, weak self] in
      try await environment.wait(environment.limits.locking)
      await self?.lockingFailed(question)
    }
    defer { patience.cancel() }
    return await withCheckedContinuation { continuation in
      lockings[question] = (identifier, continuation)
      link.send(message(question), secret: nil)
    }
  }

  /// Takes the word of the provider that was asked, which may come too late; that of any other is a fault.
  func answerLocking(_ question: QuestionNumber, by identifier: String, _ answer: Bool) {
    guard providers[identifier]?.bundle.needs.servesSession == true, lockings[question].map({ $0.provider == identifier }) ?? true else {
      return punish(identifier)
    }
    lockings.removeValue(forKey: question)?.answer.resume(returning: answer)
  }

  private func lockingFailed(_ question: QuestionNumber) {
    lockings.removeValue(forKey: question)?.answer.resume(returning: false)
  }
}
