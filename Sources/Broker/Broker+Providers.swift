// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging

/// Running providers' processes, and handling their messages. A process runs from the broker's start until its identity store is filled,
/// and then whenever it is needed.
///
/// An idle process is ended. One that fails is restarted by the next request, and after three faults the provider is turned off (security
/// design, rule D3). The vault then waits before each start instead.
extension Broker {
  // MARK: What a process says

  /// Handles one event of a provider's process; the next is delivered after this one was handled.
  func receive(_ event: ProviderEvent, from identifier: String, generation: Int) async {
    guard let provider = providers[identifier], provider.generation == generation else { return }
    let now = environment.now()
    providers[identifier]?.lastActivity = now
    if case .message(let message, _) = event {
      guard !provider.isPunished else { return }
      providers[identifier]?.gaveSign()
      guard ends(message, requestAt: identifier) || providers[identifier]?.maySay(message, at: now) == true else {
        return punish(identifier)
      }
    }
    switch event {
    case .ended: processEnded(identifier)
    case .message(.ready, _): providers[identifier]?.becameReady()
    case .message(.lockState(let state), _):
      providers[identifier]?.lockState = state
      // It could not say more before it was unlocked; afterwards it is about to.
      if state != .unlocked { providerArrived(identifier) }
    case .message(.store(let operation, let frame), _):
      await storeFrame(frame, operation: operation, of: identifier, generation: generation)
    case .message(.findings(let findings), _):
      providers[identifier]?.findings = findings.prefix(64).map(DisplayText.line)
    case .message(.complete(let call, let result), let secret):
      completed(call, by: identifier, result: result, secret: secret)
    case .message(.cancelRequest(let call, let domain, let code, let reason), _):
      cancelled(call, by: identifier, domain: domain, code: code, reason: reason)
    case .message(.present(let call, let view), _):
      present(DisplayText.view(view, from: provider.bundle.displayName), call: call, by: identifier)
    case .message(.dismiss(let call), _): dismiss(call, by: identifier)
    case .message(.grants(let sessions), _):
      guard provider.bundle.needs.servesSession else { return punish(identifier) }
      surfaces.trust(sessions, at: now)
    case .message(.carries(let carries), _):
      guard provider.bundle.needs.servesSession else { return punish(identifier) }
      environment.carry(carries)
    case .message(.pong, _): break
    case .message(.rest(let question, let mayEnd), _): answerLocking(question, by: identifier, mayEnd)
    case .message(.hasLocked(let question), _): answerLocking(question, by: identifier, true)
    case .message(.finger(let question, let request), _): readFinger(request, question: question, of: identifier)
    case .message(.request(let message), let secret): await hear(message, secret: secret, from: identifier)
    case .message(.identify(let question, let process), _): identify(process, question: question, of: identifier)
    }
  }

  /// Whether a message ends a provider's request; there are no more such messages than requests.
  private func ends(_ message: ProviderMessage, requestAt identifier: String) -> Bool {
    switch message {
    case .complete(let call, _), .cancelRequest(let call, _, _, _): requests[call]?.asking?.question.provider == identifier
    default: false
    }
  }

  /// Notes that a provider has reported its identities.
  private func providerArrived(_ identifier: String) {
    providers[identifier]?.arrived()
    goOnIfProvidersArrived()
  }

  /// Handles a frame of a provider's store operation; the last one carries out the operation on all its pages, or on none.
  ///
  /// The work runs outside the broker: only that provider's next messages wait.
  private func storeFrame(_ frame: IdentityStoreFrame, operation: QuestionNumber, of identifier: String, generation: Int) async {
    if case .page(let page) = frame {
      if !storePages.keep(page, of: operation, by: identifier, limits: environment.limits) { punish(identifier) }
      return
    }
    guard let former = providers[identifier]?.store else { return }
    let pages = storePages.take(operation, by: identifier)
    let limit = environment.limits.storeBytes
    let (store, replies) = await SerialWorker.stores.run {
      var store = former
      let replies = store.perform(frame, after: pages, byteLimit: limit)
      return (store, replies)
    }
    guard providers[identifier]?.generation == generation else { return }
    providers[identifier]?.store = store
    for reply in replies { providers[identifier]?.link?.send(.storeReply(request: operation, frame: reply), secret: nil) }
    if replies == [.done] { providerArrived(identifier) }
    // Many pages leave much freed memory; the last of the providers filling their stores at the same time returns it.
    guard !pages.isEmpty, storePages.isEmpty else { return }
    SerialWorker.stores.start(environment.giveMemoryBack)
  }

  /// Names a caller to the provider that serves the session: it has a separate door, and cannot identify callers from its sandbox. A
  /// request by a provider that does not serve the session is a fault.
  private func identify(_ process: Int32, question: QuestionNumber, of identifier: String) {
    guard let provider = providers[identifier], provider.bundle.needs.servesSession else { return punish(identifier) }
    provider.link?.send(.identified(question: question, program: environment.inspectProcess(process)?.programName), secret: nil)
  }

  /// Notifies every enabled provider that supports signals; their handling is not reported to anyone.
  func report(_ signal: CredentialSignal) {
    for provider in providers.inOrder where provider.bundle.capabilities.credentialUpdate {
      let identifier = provider.bundle.identifier
      if provider.link == nil { startProvider(identifier) }
      providers[identifier]?.lastActivity = environment.now()
      providers[identifier]?.link?.send(.report(signal), secret: nil)
    }
  }

  // MARK: When it runs

  /// Starts a provider that is not running; a failure to start counts as a fault.
  func startProvider(_ identifier: String) {
    guard let provider = providers[identifier], provider.link == nil,
      !provider.isHeld(at: environment.now(), limits: environment.limits)
    else { return }
    guard !BundleInspection.isOpenToEverybody(provider.bundle) else {
      environment.logger.error("provider not started: others can write its bundle", metadata: ["provider": "\(identifier)"])
      return noteFault(of: identifier, "openBundle")
    }
    let generation = providers.nextNumber()
    do {
      let link = try environment.startProvider(provider.bundle) { [weak self] event in
        await self?.receive(event, from: identifier, generation: generation)
      }
      providers[identifier]?.started(link, generation: generation, at: environment.now())
      watchForIdleness(of: identifier, generation: generation)
    } catch {
      environment.logger.error("provider did not start", metadata: ["provider": "\(identifier)"])
      noteFault(of: identifier, "notStarted")
    }
  }

  /// Restarts providers that failed, and resting ones whose own folder has changed: their app left something there, with which only they
  /// can fill their store. Any other resting provider is started by its next request.
  ///
  /// - Parameter isRequested: Whether a client's request wants them: a held provider is then started when its pause is over.
  func wakeProviders(isRequested: Bool = true) {
    let now = environment.now()
    for provider in providers.inOrder where provider.hasFailed {
      if !provider.isHeld(at: now, limits: environment.limits) {
        startProvider(provider.bundle.identifier)
      } else if isRequested {
        startAfterPause(provider.bundle.identifier)
      }
    }
    for provider in providers.inOrder {
      guard provider.link == nil, let known = provider.folderState, environment.folderState(provider.bundle) != known else { continue }
      providers[provider.bundle.identifier]?.heardOfNews()
      startProvider(provider.bundle.identifier)
    }
  }

  /// Ends a provider that answered wrongly or hangs, and counts the fault when its end is reported.
  func punish(_ identifier: String) {
    guard let provider = providers[identifier], !provider.isPunished, let link = provider.link else { return }
    environment.logger.error("provider ended for a fault", metadata: ["provider": "\(identifier)"])
    providers[identifier]?.isPunished = true
    link.kill()
  }

  /// Requires a sign of life from a provider that let the time of a call run out. The timeout alone is no fault: the computer may be slow,
  /// or have been asleep, and many calls may wait for each other. A provider that says nothing for as long as ``BrokerLimits/silence``
  /// hangs, and is ended.
  func expectSign(of identifier: String) {
    guard let provider = providers[identifier], let link = provider.link, !provider.isPunished, provider.awaitedSign == nil else { return }
    let sign = providers.nextNumber()
    providers[identifier]?.awaitedSign = sign
    link.send(.ping, secret: nil)
    Task { [weak self, environment] in
      try await environment.wait(environment.limits.silence)
      await self?.silenceRanOut(of: identifier, sign: sign)
    }
  }

  private func silenceRanOut(of identifier: String, sign: Int) {
    if providers[identifier]?.awaitedSign == sign { punish(identifier) }
  }

  /// Handles the unexpected end of a provider's process.
  private func processEnded(_ identifier: String) {
    endRequests(ofProcess: identifier)
    storePages.forget(identifier)
    stopFinger(of: identifier)
    if providers[identifier]?.bundle.needs.servesSession == true {
      surfaces.trust([], at: environment.now())
      // There is nothing to transfer; it will report again when it is back.
      environment.carry(false)
    }
    let wasPunished = providers[identifier]?.isPunished == true
    let end = providers[identifier]?.link?.ending
    providers[identifier]?.ended()
    environment.logger.warning("provider ended", metadata: ["provider": "\(identifier)"])
    for call in requests.calls(at: identifier) { providerEnded(call) }
    let reason = wasPunished ? "misbehaved" : end?.signal == nil ? "exited" : "signaled"
    noteFault(of: identifier, reason, number: wasPunished ? nil : end?.signal ?? end?.status, lastLine: end?.lastLine)
    wakeProviders(isRequested: false)
    goOnIfProvidersArrived()
  }

  /// Withdraws a provider: its process ends, and so do its requests.
  private func withdrawProvider(_ identifier: String) {
    for call in requests.calls(at: identifier) { providerEnded(call) }
    endRequests(ofProcess: identifier)
    storePages.forget(identifier)
    stopFinger(of: identifier)
    let link = providers[identifier]?.link
    if providers[identifier]?.bundle.needs.servesSession == true { environment.carry(false) }
    providers[identifier] = nil
    link?.kill()
    goOnIfProvidersArrived()
  }

  private func noteFault(of identifier: String, _ reason: String, number: Int? = nil, lastLine: String? = nil) {
    let now = environment.now()
    let fault = ProviderFaultValue(reason: reason, number: number, lastLine: lastLine, time: now.timeIntervalSince1970)
    let count = providers[identifier]?.noteFault(fault, at: now, limits: environment.limits) ?? 0
    guard count >= environment.limits.faults else { return }
    // Without the vault, the user reaches nothing of what is in it: not even the command would find it.
    guard identifier != ProviderSettingsValue.vault else { return hold(identifier, at: now) }
    guard count == environment.limits.faults else { return }
    environment.logger.error("provider turned off after repeated faults", metadata: ["provider": "\(identifier)"])
    let decided = providers.turnedOff(
      identifier, notice: ProviderSettings.Notice(reason: "faults", time: now.timeIntervalSince1970, fault: fault))
    if providers.areSettingsReadable {
      do {
        try environment.settings.save(decided)
      } catch {
        environment.logger.error(
          "cannot store that a provider is turned off; it is enabled again when the broker restarts",
          metadata: ["provider": "\(identifier)", "error": "\(error)"])
      }
    }
    applySettings(decided)
  }

  /// Leaves the vault ended for a while after repeated faults.
  private func hold(_ identifier: String, at now: Date) {
    environment.logger.error("provider waits before its next start, after repeated faults", metadata: ["provider": "\(identifier)"])
    providers[identifier]?.hold(from: now)
  }

  /// Starts a held provider when its pause is over, because a request wants it.
  private func startAfterPause(_ identifier: String) {
    guard providers[identifier]?.isAwaited == false else { return }
    providers[identifier]?.isAwaited = true
    Task { [weak self, environment] in
      try await environment.wait(environment.limits.pause)
      await self?.pauseIsOver(for: identifier)
    }
  }

  private func pauseIsOver(for identifier: String) {
    providers[identifier]?.isAwaited = false
    startProvider(identifier)
  }

  private func watchForIdleness(of identifier: String, generation: Int) {
    guard let provider = providers[identifier], !provider.bundle.needs.servesSession else { return }
    Task { [weak self, environment] in
      repeat {
        try await environment.wait(environment.limits.idle)
      } while await self?.restIfIdle(identifier, generation: generation) == false
    }
  }

  /// Ends a process that had no requests for a while; its identities stay, and the next request restarts it.
  ///
  /// - Returns: True if there is nothing left to monitor.
  private func restIfIdle(_ identifier: String, generation: Int) -> Bool {
    guard let provider = providers[identifier], provider.generation == generation, provider.link != nil else { return true }
    // An unlocked provider would restart locked; it locks itself when its own time is over.
    guard environment.now().timeIntervalSince(provider.lastActivity) >= environment.limits.idle / .seconds(1), provider.isReady,
      provider.lockState != .unlocked, provider.awaitedSign == nil, requests.calls(at: identifier).isEmpty, !isAsking(identifier)
    else { return false }
    environment.logger.info("provider ended, it is idle", metadata: ["provider": "\(identifier)"])
    endRequests(ofProcess: identifier)
    storePages.forget(identifier)
    providers[identifier]?.rested(folderState: environment.folderState(provider.bundle))
    provider.link?.kill()
    return true
  }

  /// Ends an idle process whose sandbox has other places than exist now, so that the next one gets the current ones.
  func renewIfPlacesChanged(_ identifier: String) {
    guard let provider = providers[identifier], !provider.bundle.access.isEmpty, let link = provider.link, !link.seesItsPlaces,
      requests.calls(at: identifier).isEmpty, !isAsking(identifier)
    else { return }
    environment.logger.info("provider ended, its places have changed", metadata: ["provider": "\(identifier)"])
    endRequests(ofProcess: identifier)
    storePages.forget(identifier)
    providers[identifier]?.rested(folderState: environment.folderState(provider.bundle))
    link.kill()
  }

  // MARK: The user's decisions

  /// The state of all installed providers, and whether the decisions about them could be read.
  var describedProviders: ClientAnswer {
    .providers(providers.described(at: environment.now(), in: environment), isUnreadable: !providers.areSettingsReadable)
  }

  /// Carries out a decision of the user. A newly enabled provider that wants to be set up then shows its interface (Apple:
  /// `ShowsConfigurationUI`), and the answer waits for its end. The decision applies whatever the outcome.
  ///
  /// - Throws: `providerUnknown`, `badRequest` or `settingsNotSaved`; nothing has changed then.
  func decide(_ change: ProviderSettingsChange) throws(ClientFailure) -> RequestStep {
    let wasEnabled = providers[change.identifier] != nil
    let decided = try providers.decided(change)
    do throws(BrokerError) {
      // A file that could not be read is not overwritten, because it contains the user's decisions.
      guard providers.areSettingsReadable else { throw BrokerError(.unreadableSettings, subject: "") }
      try environment.settings.save(decided)
    } catch {
      environment.logger.error("settings not saved", metadata: ["code": "\(error.code.name)"])
      throw ClientFailure(.settingsNotSaved, detail: error.code.name)
    }
    applySettings(decided)
    guard !wasEnabled, providers[change.identifier]?.bundle.capabilities.showsConfigurationUI == true else { return .answer(.done()) }
    return .ask(ProviderQuestion(provider: change.identifier, subject: .configuration, stage: .interface))
  }

  /// Applies the installed bundles and decisions to the running providers.
  func applySettings(_ decided: ProviderSettings? = nil) {
    let (withdrawn, added) = providers.apply(decided)
    for identifier in withdrawn { withdrawProvider(identifier) }
    for identifier in added { startProvider(identifier) }
  }

  /// Looks up the installed providers again, outside the broker: an open settings window asks every few seconds.
  func refreshInstalled() async {
    guard let look = environment.installedProviders else { return }
    let found = await SerialWorker.files.run(look)
    guard found != providers.installed else { return }
    providers.installed = found
    applySettings()
  }
}

extension ClientRequest {
  /// Whether its answer depends on the currently installed bundles.
  var isAboutInstalledProviders: Bool {
    switch self {
    case .providers, .setProvider: true
    default: false
    }
  }
}
