// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging

/// When a provider's process runs: from the broker's start until its identity store is filled, then whenever it is asked.
///
/// A process that nobody needs is ended; one that fails is brought back by the next request, and after three faults the provider is
/// turned off (security design, rule D3).
extension Broker {
  /// Starts a provider that does not run; a failure to start counts as a fault.
  func startProvider(_ identifier: String) {
    guard let provider = providers[identifier], provider.link == nil else { return }
    guard !BundleInspection.isOpenToEverybody(provider.bundle) else {
      environment.logger.error("provider not started: others can write its bundle", metadata: ["provider": "\(identifier)"])
      return noteFault(of: identifier, "openBundle")
    }
    let generation = nextGeneration
    nextGeneration += 1
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

  /// Brings back providers that failed; one that rests is started when it is asked.
  func wakeProviders() {
    for identifier in order where providers[identifier]?.hasFailed == true { startProvider(identifier) }
  }

  /// Ends a provider that answered wrongly or hangs, and counts the fault when its end is heard.
  func punish(_ identifier: String) {
    guard let provider = providers[identifier], !provider.isPunished, let link = provider.link else { return }
    environment.logger.error("provider ended for a fault", metadata: ["provider": "\(identifier)"])
    providers[identifier]?.isPunished = true
    link.kill()
  }

  /// Takes note that a provider's process ended without having been told to.
  func providerEnded(_ identifier: String) {
    let wasPunished = providers[identifier]?.isPunished == true
    let end = providers[identifier]?.link?.ending
    providers[identifier]?.ended()
    environment.logger.warning("provider ended", metadata: ["provider": "\(identifier)"])
    for call in calls(at: identifier) { providerEnded(call) }
    let reason = wasPunished ? "misbehaved" : end?.signal == nil ? "exited" : "signaled"
    noteFault(of: identifier, reason, number: wasPunished ? nil : end?.signal ?? end?.status, lastLine: end?.lastLine)
    wakeProviders()
    goOnIfProvidersArrived()
  }

  /// Takes a provider out of service: its process ends, and so does what it was asked.
  func withdrawProvider(_ identifier: String) {
    let calls = calls(at: identifier)
    for call in calls { providerEnded(call) }
    pendingStoreFrames[identifier] = nil
    providers.removeValue(forKey: identifier)?.link?.kill()
    goOnIfProvidersArrived()
  }

  private func calls(at identifier: String) -> [Int] {
    requests.filter { $0.value.provider == identifier }.keys.sorted()
  }

  private func noteFault(of identifier: String, _ reason: String, number: Int? = nil, lastLine: String? = nil) {
    let now = environment.now()
    let fault = ProviderFaultValue(reason: reason, number: number, lastLine: lastLine, time: now.timeIntervalSince1970)
    guard providers[identifier]?.noteFault(fault, at: now, limits: environment.limits) == environment.limits.faults else { return }
    environment.logger.error("provider turned off after repeated faults", metadata: ["provider": "\(identifier)"])
    turnOff(identifier, notice: ProviderSettings.Notice(reason: "faults", time: now.timeIntervalSince1970, fault: fault))
  }

  // MARK: Idleness

  private func watchForIdleness(of identifier: String, generation: Int) {
    guard let provider = providers[identifier], !provider.bundle.needs.servesSession else { return }
    Task { [weak self, environment] in
      repeat {
        try await environment.wait(environment.limits.idle)
      } while await self?.restIfIdle(identifier, generation: generation) == false
    }
  }

  /// Ends a process that nothing was asked of for a while; its identities stay, and the next request starts it again.
  ///
  /// - Returns: True when there is nothing left to watch.
  private func restIfIdle(_ identifier: String, generation: Int) -> Bool {
    guard let provider = providers[identifier], provider.generation == generation, provider.link != nil else { return true }
    // An unlocked provider would come back locked; it locks itself when its own time has come.
    guard environment.now().timeIntervalSince(provider.lastActivity) >= environment.limits.idle.inSeconds, provider.isReady,
      provider.lockState != .unlocked, calls(at: identifier).isEmpty
    else { return false }
    environment.logger.info("provider ended, it is idle", metadata: ["provider": "\(identifier)"])
    pendingStoreFrames[identifier] = nil
    providers[identifier]?.rested()
    provider.link?.kill()
    return true
  }
}

extension Duration {
  /// The length in seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
