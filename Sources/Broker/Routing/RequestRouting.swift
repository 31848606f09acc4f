// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging
import SecretMemory

/// How requests move between clients and providers once they are under way.
extension Broker {
  /// Sends a request to a provider and starts the clock of its stage.
  func ask(_ identifier: String, call: Int, _ message: ProviderCall, secret: SharedSecret? = nil) {
    if providers[identifier]?.link == nil { startProvider(identifier) }
    guard let link = providers[identifier]?.link else {
      return finish(call, failure: ClientFailure(.providerFailed, detail: providers[identifier]?.bundle.displayName))
    }
    providers[identifier]?.lastActivity = environment.now()
    link.send(message, secret: secret)
    startClock(call)
  }

  private func startClock(_ call: Int) {
    guard let stage = requests[call]?.machine?.stage, stage != .finished else { return }
    let limit = stage == .withoutInteraction ? environment.limits.withoutInteraction : environment.limits.interface
    Task { [weak self, environment] in
      try await environment.wait(limit)
      await self?.timeRanOut(call, stage: stage)
    }
  }

  private func timeRanOut(_ call: Int, stage: CredentialRequestMachine.Stage) {
    guard let name = providerName(of: call), let action = requests[call]?.machine?.timedOut(in: stage, provider: name) else { return }
    perform(action, call: call)
  }

  func completed(_ call: Int, by identifier: String, result: ProviderResult, secret: SharedSecret?) {
    guard let request = requests[call], request.provider == identifier, let expectation = request.expectation,
      requests[call]?.machine?.completed() == .deliver
    else { return }
    environment.logger.info("request completed", metadata: ["call": "\(call)", "provider": "\(identifier)"])
    guard let answer = AnswerCheck.check(result, secret: secret, against: expectation) else {
      finish(call, failure: ClientFailure(.providerFailed, detail: providerName(of: call)))
      return punish(identifier)
    }
    noteFill(answer, request: request, by: identifier)
    if request.mustChoose, case .generated(let passwords) = answer { return offer(passwords, call: call) }
    do throws(ClientFailure) {
      if request.purpose == .authorize {
        try deliverToApp(answer, call: call)
      } else {
        let (answer, secret) = try clientAnswer(answer, to: request)
        deliver(answer, secret: secret, call: call)
      }
    } catch {
      finish(call, failure: error)
    }
  }

  func cancelled(_ call: Int, by identifier: String, domain: String, code: Int, reason: String?) {
    guard let request = requests[call], request.provider == identifier, let name = providerName(of: call) else { return }
    let isRegistration = if case .registration? = request.expectation { true } else { false }
    guard
      let action = requests[call]?.machine?.cancelled(
        domain: domain, code: code, reason: reason, provider: name, isRegistration: isRegistration)
    else { return }
    perform(action, call: call)
  }

  func providerEnded(_ call: Int) {
    guard let name = providerName(of: call), let action = requests[call]?.machine?.providerEnded(provider: name) else { return }
    perform(action, call: call)
  }

  func abandon(_ call: Int, because failure: ClientFailure = ClientFailure(.userCanceled)) {
    if let action = requests[call]?.machine?.abandoned(because: failure) {
      perform(action, call: call)
    } else {
      finish(call, failure: failure)
    }
  }

  private func perform(_ action: CredentialRequestMachine.Action, call: Int) {
    guard let request = requests[call] else { return }
    switch action {
    case .prepareInterface:
      guard let provider = request.provider else { return }
      environment.logger.info("interaction required, preparing the interface", metadata: ["call": "\(call)", "provider": "\(provider)"])
      switch request.expectation {
      case .credential(let value)?: ask(provider, call: call, .prepareInterfaceToProvideCredential(call: call, request: value))
      case .savedPassword(let value)?:
        ask(provider, call: call, .prepareInterfaceForSavePasswordRequest(call: call, request: value), secret: request.secret)
      default: finish(call, failure: ClientFailure(.providerFailed, detail: providerName(of: call)))
      }
    case .fail(let failure):
      finish(call, failure: failure)
    case .abandon(let failure, let faulty):
      if let provider = request.provider {
        providers[provider]?.link?.send(.cancel(call: call), secret: nil)
        if faulty { punish(provider) }
      }
      finish(call, failure: failure)
    case .deliver, .ignore:
      break
    }
  }

  func present(_ view: PresentableViewValue, call: Int, by identifier: String) {
    // Only a request that is at its interface may show anything (Apple: a headless call never shows the controller).
    guard let request = requests[call], request.provider == identifier, request.machine?.stage == .interface else { return }
    requests[call]?.presentedView = view.number
    show(view, of: request)
  }

  func dismiss(_ call: Int, by identifier: String) {
    guard let request = requests[call], request.provider == identifier, request.presentedView != nil else { return }
    requests[call]?.presentedView = nil
    hide(request)
  }

  func viewEvent(_ event: ViewEventValue, call: Int) {
    guard let request = requests[call] else { return }
    if request.provider == nil { return choose(event, call: call) }
    // An event that answers a view which is gone by now is not the person's answer to the one on screen.
    guard let provider = request.provider, request.presentedView == event.view else { return }
    providers[provider]?.link?.send(.viewEvent(call: call, event: event), secret: nil)
  }

  func deliver(_ answer: ClientAnswer, secret: SharedSecret? = nil, call: Int) {
    guard let request = requests.removeValue(forKey: call) else { return }
    endViews(of: request.key)
    clients[request.client]?.calls[request.id] = nil
    tell(answer, secret: secret, client: request.client)
  }

  func finish(_ call: Int, failure: ClientFailure) {
    guard let request = requests.removeValue(forKey: call) else { return }
    endViews(of: request.key)
    clients[request.client]?.calls[request.id] = nil
    switch request.purpose {
    case .get, .create: tell(failure.seenByPage(), id: request.id, client: request.client)
    case .authorize:
      let error = AuthorizationErrorCode(failure, in: request.appMode ?? .modal)
      tell(failure, authorizationError: error, id: request.id, client: request.client)
    case .configure:
      // The decision itself was carried out before.
      tell(.done(id: request.id, detail: failure.code.name), client: request.client)
    case .fill, .setUp, .save, .generate, .insert, .signal: tell(failure, id: request.id, client: request.client)
    }
  }

  func providerName(of call: Int) -> String? {
    requests[call]?.provider.flatMap { providers[$0]?.bundle.displayName }
  }
}
