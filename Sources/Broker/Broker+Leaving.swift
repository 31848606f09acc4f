// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Logging

/// Locking when the user leaves the computer.
extension Broker {
  /// Makes the providers that serve the session forget their keys, and waits for confirmation.
  ///
  /// - Parameter briefly: Whether the user is away only for a while, so that a PIN is sufficient afterwards.
  /// - Returns: False if one did not confirm in time; that one is ended, and its keys are gone with its memory.
  @discardableResult
  package func lockProviders(briefly: Bool = false) async -> Bool {
    var isDone = true
    for provider in providers.inOrder where provider.bundle.needs.servesSession {
      guard let link = provider.link else { continue }
      let identifier = provider.bundle.identifier
      if await ask(identifier, link, { briefly ? .lockBriefly(question: $0) : .lock(question: $0) }) { continue }
      environment.logger.error("provider ended, it did not lock in time", metadata: ["provider": "\(identifier)"])
      // Its keys are gone with its memory; it restarts locked.
      link.kill()
      isDone = false
    }
    return isDone
  }

  /// Whether this broker and its providers may end without a loss, to be restarted by the next request: no client is connected, no other
  /// provider runs or is unlocked, and the session's server reports that its memory holds nothing that must be kept.
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

  /// Asks the session's server and waits for its answer; false if there is none in time.
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

  /// Handles the answer of the provider that was asked, which may be late; an answer by any other is a fault.
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
