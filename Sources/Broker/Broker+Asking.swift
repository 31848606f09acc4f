// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging
import SecretMemory

/// A request that a provider works on, with its time limits, its completion and its failure.
extension Broker {
  /// Asks a provider, which is started if it is not running.
  func ask(_ question: ProviderQuestion, call: CallNumber) {
    let provider = question.provider
    renewIfPlacesChanged(provider)
    if providers[provider]?.link == nil { startProvider(provider) }
    guard providers[provider]?.link != nil else {
      return end(call, .failed(ClientFailure(.providerFailed, detail: providers[provider]?.bundle.displayName)))
    }
    _ = requests.update(call) { $0.ask(question) }
    let way = question.stage == .interface ? "preparing the interface" : "trying without interaction"
    environment.logger.info("\(way)", metadata: ["call": "\(call)", "provider": "\(provider)"])
    let (payload, secret) = question.opening
    put(payload, secret: secret, of: call, to: provider)
  }

  /// Sends a question to a provider, and starts its time limit. A question too long for a frame ends the request, and is not the provider's
  /// fault.
  private func put(_ payload: ProviderCall.Payload, secret: SharedSecret?, of call: CallNumber, to provider: String) {
    guard send(payload, secret: secret, of: call, to: provider) else {
      return end(call, .failed(ClientFailure(.badRequest, detail: "tooLong")))
    }
    startStageClock(call)
  }

  /// Sends a message about a request to a provider; false if it is too long for a frame.
  @discardableResult
  func send(_ payload: ProviderCall.Payload, secret: SharedSecret? = nil, of call: CallNumber, to provider: String) -> Bool {
    providers[provider]?.lastActivity = environment.now()
    return providers[provider]?.link?.send(.call(ProviderCall(call, payload)), secret: secret) ?? true
  }

  private func startStageClock(_ call: CallNumber) {
    guard let asking = requests[call]?.asking, asking.machine.stage != .finished else { return }
    let stage = asking.machine.stage
    let limits = environment.limits
    let limit = stage == .withoutInteraction ? limits.withoutInteraction : asking.question.ceremonyTime ?? limits.interface
    Task { [weak self, environment] in
      try await environment.wait(limit)
      await self?.stageTimeRanOut(call, stage: stage)
    }
  }

  private func stageTimeRanOut(_ call: CallNumber, stage: CredentialRequestMachine.Stage) {
    move(call) { machine, name in machine.timedOut(in: stage, provider: name) }
  }

  /// Handles a provider's completion of a request.
  func completed(_ call: CallNumber, by identifier: String, result: ProviderResult, secret: SharedSecret?) {
    guard let request = requests[call], let asking = request.asking, asking.question.provider == identifier,
      requests.update(call, { $0.updateAsking { $0.machine.completed() } }) == .deliver
    else { return }
    environment.logger.info("request completed", metadata: ["call": "\(call)", "provider": "\(identifier)"])
    let name = providers[identifier]?.bundle.displayName
    let answer: CheckedAnswer?
    do throws(UnfillableContent) {
      answer = try AnswerCheck.check(result, secret: secret, against: asking.question.subject)
    } catch {
      return end(call, .failed(ClientFailure(.notFillable, detail: error.rawValue)))
    }
    guard let checked = answer else {
      end(call, .failed(ClientFailure(.providerFailed, detail: name)))
      return punish(identifier)
    }
    if case .credentialImport(_, _, let isPreview) = asking.question.subject {
      // It claims to keep, or to have reported, data that it has not fetched.
      guard exchanges.isTaken(in: call) else { return end(call, .failed(ClientFailure(.providerFailed, detail: name))) }
      if isPreview { return endPreview(in: call) }
    }
    let delivery = AnswerDelivery(
      aim: request.aim, question: asking.question, provider: name, isInJSON: clients[request.key.client]?.role == .browser,
      isUnasked: asking.machine.stage == .withoutInteraction)
    if case .newPasswords(_, brokerChooses: true) = asking.question.subject, case .generated(let passwords) = checked,
      let provider = providers[identifier]
    {
      let picker = BrokerPicker.ofNewPasswords(passwords, of: provider) { kind, password in
        delivery.step(.generated([(kind: kind, password: password)]))
      }
      return perform(picker, for: call)
    }
    if case .password(let user, _) = checked {
      let fill = RecentFills.Fill(
        at: place(request.key.client, request.page), hosts: asking.question.passwordHosts, user: user, provider: identifier)
      suggestions.recentFills.note(fill, at: environment.now())
    }
    perform(delivery.step(checked), for: call)
  }

  /// Handles a provider's cancellation of a request.
  func cancelled(_ call: CallNumber, by identifier: String, domain: String, code: Int, reason: String?) {
    guard let question = requests[call]?.asking?.question, question.provider == identifier else { return }
    let isRegistration = if case .registration = question.subject { true } else { false }
    move(call) { machine, name in
      machine.cancelled(domain: domain, code: code, reason: reason, provider: name, isRegistration: isRegistration)
    }
  }

  /// Handles the end of the process of the provider that works on a request.
  func providerEnded(_ call: CallNumber) {
    move(call) { machine, name in machine.providerEnded(provider: name) }
  }

  /// Advances the provider's part of a request and carries out the consequences.
  private func move(
    _ call: CallNumber, _ event: (inout CredentialRequestMachine, String) -> CredentialRequestMachine.Action
  ) {
    guard let question = requests[call]?.asking?.question, let name = providers[question.provider]?.bundle.displayName,
      let action = requests.update(call, { $0.updateAsking { event(&$0.machine, name) } }).flatMap(\.self)
    else { return }
    switch action {
    case .prepareInterface:
      environment.logger.info(
        "interaction required, preparing the interface", metadata: ["call": "\(call)", "provider": "\(question.provider)"])
      guard let (payload, secret) = question.withInterface else {
        return end(call, .failed(ClientFailure(.providerFailed, detail: name)))
      }
      put(payload, secret: secret, of: call, to: question.provider)
    case .fail(let failure): end(call, .failed(failure))
    case .abandon(let failure, let seemsToHang):
      send(.cancel, of: call, to: question.provider)
      if seemsToHang { expectSign(of: question.provider) }
      end(call, .failed(failure))
    case .deliver, .ignore: break
    }
  }
}
