// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Logging
import SecretMemory

/// How a request ends, and what its client is told.
extension Broker {
  /// How a request ends.
  enum Ending: Sendable {
    case answered(ClientAnswer, SharedSecret?)
    case failed(ClientFailure)
  }

  /// Ends a request, whatever the reason: the one place where that happens. A provider that still works on it is told, what is on screen
  /// goes, and the client hears how it ended.
  func end(_ call: CallNumber, _ ending: Ending) {
    guard let request = requests.end(call) else { return }
    work.removeValue(forKey: call)?.cancel()
    exchanges.end(call)
    if let asking = request.asking, asking.machine.stage != .finished {
      providers[asking.question.provider]?.link?.send(.call(ProviderCall(call, .cancel)), secret: nil)
    }
    if case .credentialExport? = request.asking?.question.subject, let provider = request.asking?.question.provider {
      // Nobody waits for it any more, so that what the provider asked on its way is over, too.
      for open in providers[provider]?.client.map({ requests.calls(of: $0) }) ?? [] { end(open, .failed(ClientFailure(.userCanceled))) }
    }
    endViews(of: request.key)
    switch ending {
    case .answered(let answer, let secret): tell(answer, secret: secret, to: request.key)
    case .failed(let failure): tell(failure, of: request.aim, wasAsking: request.asking != nil, to: request.key)
    }
  }

  /// Tells a client why its request failed.
  func tell(_ failure: ClientFailure, of aim: RequestAim, wasAsking: Bool = false, to key: RequestKey) {
    environment.logger.info("request failed", metadata: ["code": "\(failure.code.name)"])
    tell(failure.answer(to: aim, wasAsking: wasAsking), to: key)
  }
}

extension ClientFailure {
  /// What the client of a request that failed is told.
  ///
  /// - Parameter wasAsking: Whether a provider worked on it.
  fileprivate func answer(to aim: RequestAim, wasAsking: Bool) -> ClientAnswer {
    // The person's decision itself was carried out before the provider was asked to be set up.
    if aim == .configure, wasAsking { return .done(detail: code.name) }
    var failure = aim.isCeremony ? seenByPage() : self
    if aim == .create(isConditional: true), code == .matchedExcludedCredential {
      // A page that asks for a passkey unasked does not learn which ones exist here.
      failure = ClientFailure(.nothingToOffer, exception: "NotAllowedError")
    }
    var told = RequestFailure(
      code: failure.code.name, exception: failure.exception, detail: failure.detail, association: failure.association)
    if case .authorize(let mode) = aim { told.authorizationError = AuthorizationErrorCode(failure, in: mode).rawValue }
    return .failure(told)
  }
}
