// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging

/// The person's decisions about providers, and what follows from them.
extension Broker {
  /// What is installed, in the person's order, enabled or not.
  var installedInOrder: [ProviderBundle] { settings.ordered(installed) }

  /// The provider that a new passkey is offered to first, then the others that could make it.
  var providersForNewPasskeys: [String] {
    let able = order.filter { providers[$0]?.bundle.capabilities.passkeys == true }
    guard let chosen = settings.defaultForPasskeys, able.contains(chosen) else { return able }
    return [chosen] + able.filter { $0 != chosen }
  }

  /// Describes every installed provider, in the person's order.
  func providerSettings() -> [ProviderSettingsValue] {
    let makesPasskeys = providersForNewPasskeys.first
    return installedInOrder.map { bundle in
      let provider = providers[bundle.identifier]
      let notice = settings.notice(for: bundle.identifier)
      let faults = provider?.faultCount(at: environment.now(), limits: environment.limits) ?? 0
      return ProviderSettingsValue(
        identifier: bundle.identifier, name: bundle.displayName, folder: bundle.folder ?? "",
        capabilities: bundle.capabilities.declaredKeys, isEnabled: provider != nil, position: order.firstIndex(of: bundle.identifier),
        state: provider?.state ?? (bundle.isReadable ? "disabled" : "unreadable"), faults: faults,
        isDefaultForPasskeys: bundle.identifier == makesPasskeys,
        findings: BundleInspection.findings(about: bundle) + (provider?.findings ?? []), needs: bundle.needs.declaredKeys,
        sandbox: environment.sandbox(bundle).rawValue,
        notice: notice.map { ProviderNoticeValue(reason: $0.reason, time: $0.time) },
        lastFault: faults > 0 ? provider?.lastFault : notice?.fault)
    }
  }

  /// Carries out one decision of the person.
  ///
  /// - Throws: `providerUnknown`, `badRequest` for a default that cannot make passkeys or is off, `settingsNotSaved`; nothing has changed then.
  func decide(_ change: ProviderSettingsChange) throws(ClientFailure) {
    let identifier = change.identifier
    guard let bundle = installed.first(where: { $0.identifier == identifier }) else { throw ClientFailure(.providerUnknown) }
    guard bundle.isReadable else { throw ClientFailure(.badRequest, detail: "unreadableBundle") }
    var decided = settings
    if let isEnabled = change.enabled { decided.turn(identifier, on: isEnabled, among: installedInOrder) }
    if let position = change.position {
      guard position >= 0 else { throw ClientFailure(.badRequest) }
      decided.move(identifier, to: position, among: installedInOrder)
    }
    switch change.defaultForPasskeys {
    case true?:
      guard bundle.capabilities.passkeys, decided.isEnabled(bundle) else { throw ClientFailure(.badRequest, detail: "makesNoPasskeys") }
      decided.defaultForPasskeys = identifier
    case false?:
      if decided.defaultForPasskeys == identifier { decided.defaultForPasskeys = nil }
    case nil: break
    }
    do throws(BrokerError) {
      // A file that could not be read is not written over: the person's decisions are in it.
      guard settingsAreReadable else { throw BrokerError(.unreadableSettings, subject: "") }
      try environment.settings.save(decided)
    } catch {
      environment.logger.error("settings not saved", metadata: ["code": "\(error.code.name)"])
      throw ClientFailure(.settingsNotSaved, detail: error.code.name)
    }
    settings = decided
    applySettings()
  }

  /// How the enabled providers stand, and those that were turned off for their faults.
  func providerStates() -> [ProviderStatusValue] {
    installedInOrder.compactMap { bundle in
      if let provider = providers[bundle.identifier] {
        let sandbox = environment.sandbox(bundle)
        return ProviderStatusValue(
          name: bundle.displayName, state: provider.state, unconfined: sandbox.isMissing ? sandbox.rawValue : nil)
      }
      return settings.notice(for: bundle.identifier).map { _ in ProviderStatusValue(name: bundle.displayName, state: "disabled") }
    }
  }

  /// Turns a provider off for a reason of the broker's own; where that cannot be kept, it holds until the broker ends.
  func turnOff(_ identifier: String, notice: ProviderSettings.Notice) {
    settings.turn(identifier, on: false, among: installedInOrder, notice: notice)
    if settingsAreReadable { try? environment.settings.save(settings) }
    applySettings()
  }

  /// Brings the running providers in line with what is installed and decided.
  func applySettings() {
    let enabled = installedInOrder.filter(settings.isEnabled)
    order = enabled.map(\.identifier)
    for identifier in providers.keys.sorted() where !order.contains(identifier) { withdrawProvider(identifier) }
    for bundle in enabled where providers[bundle.identifier] == nil {
      providers[bundle.identifier] = HostedProvider(bundle: bundle)
      startProvider(bundle.identifier)
    }
  }

  /// Looks again which providers are installed, beside the broker: an open settings window asks every few seconds.
  func refreshInstalled() async {
    guard let look = environment.installedProviders else { return }
    let found = await SlowWork.files.run(look)
    guard found != installed else { return }
    installed = found
    applySettings()
  }
}

extension ClientRequest {
  /// Whether its answer depends on which bundles there are at the moment.
  var isAboutInstalledProviders: Bool {
    switch self {
    case .providers, .setProvider: true
    default: false
    }
  }
}
