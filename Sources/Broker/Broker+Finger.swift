// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Reading the user's fingerprint for the session's server, which cannot reach a system service from its sandbox.
extension Broker {
  /// Starts or stops reading. A request by a provider that does not serve the session is a fault.
  func readFinger(_ request: FingerRequest, question: QuestionNumber, of identifier: String) {
    guard let provider = providers[identifier], provider.bundle.needs.servesSession else { return punish(identifier) }
    if request == .stop {
      if finger?.question == question { stopFinger(of: identifier) }
      return
    }
    if let finger {
      stopFinger(of: finger.provider)
      providers[finger.provider]?.link?.send(.finger(question: finger.question, .unavailable), secret: nil)
    }
    let reading = Task { [environment, weak self] in
      let answer = await environment.readFinger(request)
      await self?.fingerWasRead(answer, question: question)
    }
    finger = (question, identifier, reading)
  }

  /// Releases the reader, for a provider that no longer asks.
  func stopFinger(of identifier: String) {
    guard let finger, finger.provider == identifier else { return }
    finger.reading.cancel()
    self.finger = nil
  }

  private func fingerWasRead(_ answer: FingerAnswer, question: QuestionNumber) {
    guard let finger, finger.question == question else { return }
    self.finger = nil
    providers[finger.provider]?.link?.send(.finger(question: question, answer), secret: nil)
  }
}
