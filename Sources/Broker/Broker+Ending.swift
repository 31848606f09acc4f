// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Logging
import SecretMemory

/// Ending a request, and answering its client.
extension Broker {
  /// The outcome of a request.
  enum Ending: Sendable {
    case answered(ClientAnswer, SharedSecret?)
    case failed(ClientFailure)
  }

  /// Ends a request for any reason; no other function does. It notifies a provider still working on it, closes its views, and answers the
  /// client.
  func end(_ call: CallNumber, _ ending: Ending) {
    guard let request = requests.end(call) else { return }
    work.removeValue(forKey: call)?.cancel()
    exchanges.end(call)
    if let asking = request.asking, asking.machine.stage != .finished {
      providers[asking.question.provider]?.link?.send(.call(ProviderCall(call, .cancel)), secret: nil)
    }
    if case .credentialExport? = request.asking?.question.subject, let provider = request.asking?.question.provider {
      // Its result is no longer needed, so requests that the provider made in the course of it end too.
      for open in providers[provider]?.client.map({ requests.calls(of: $0) }) ?? [] { end(open, .failed(ClientFailure(.userCanceled))) }
    }
    endViews(of: request.key)
    switch ending {
    case .answered(let answer, let secret): tell(answer, secret: secret, to: request.key)
    case .failed(let failure): tell(failure, of: request.aim, wasAsking: request.asking != nil, to: request.key)
    }
  }

  /// Tells a client the reason that its request failed.
  func tell(_ failure: ClientFailure, of aim: RequestAim, wasAsking: Bool = false, to key: RequestKey) {
    environment.logger.info("request failed", metadata: ["code": "\(failure.code.name)"])
    tell(failure.answer(to: aim, wasAsking: wasAsking), to: key)
  }
}

extension ClientFailure {
  /// Returns the answer to the client of a failed request.
  ///
  /// - Parameter wasAsking: Whether a provider was working on it.
  fileprivate func answer(to aim: RequestAim, wasAsking: Bool) -> ClientAnswer {
    // The user's decision itself was carried out before the provider was asked to set itself up.
    if aim == .configure, wasAsking { return .done(detail: code.name) }
    var failure = aim.isCeremony ? seenByPage() : self
    if aim == .create(isConditional: true), code == .matchedExcludedCredential {
      // A page that asks for a passkey without the user's involvement must not learn which ones exist here.
      failure = ClientFailure(.nothingToOffer, exception: "NotAllowedError")
    }
    var told = RequestFailure(
      code: failure.code.name, exception: failure.exception, detail: failure.detail, association: failure.association)
    if case .authorize(let mode) = aim { told.authorizationError = AuthorizationErrorCode(failure, in: mode).rawValue }
    return .failure(told)
  }
}
