// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import FoundationEssentials

/// The providers: the installed ones, the user's decisions about them, and the state of the enabled ones.
///
/// This is a value that starts nothing; the broker adapts processes to it.
package struct Providers: Sendable {
  /// Every installed provider, enabled or not.
  var installed: [ProviderBundle]
  /// The user's decisions about them.
  private(set) var settings: ProviderSettings
  /// Whether those decisions could be read; if not, they are not overwritten.
  package let areSettingsReadable: Bool
  private var hosted: [String: HostedProvider] = [:]
  /// The enabled providers by identifier, in the user's order.
  package private(set) var order: [String] = []
  private var lastNumber = 0

  /// Creates a value from the installed bundles and the settings; nil for unreadable settings, for which the defaults apply.
  package init(installed: [ProviderBundle], settings: ProviderSettings?) {
    self.installed = installed
    self.settings = settings ?? ProviderSettings()
    areSettingsReadable = settings != nil
  }

  /// Accesses an enabled provider.
  subscript(identifier: String) -> HostedProvider? {
    get { hosted[identifier] }
    set { hosted[identifier] = newValue }
  }

  /// The enabled providers in the user's order.
  var inOrder: [HostedProvider] { order.compactMap { hosted[$0] } }

  /// Returns the identifier of the first enabled provider with an ability.
  func first(where isAble: (HostedProvider) -> Bool) -> String? { inOrder.first(where: isAble)?.bundle.identifier }

  /// The installed bundles in the user's order, enabled or not.
  var installedInOrder: [ProviderBundle] { settings.ordered(installed) }

  /// The default provider for new passkeys, followed by the others that can create them.
  package var ableToCreatePasskeys: [String] {
    let able = order.filter { hosted[$0]?.bundle.capabilities.passkeys == true }
    guard let chosen = settings.defaultForPasskeys, able.contains(chosen) else { return able }
    return [chosen] + able.filter { $0 != chosen }
  }

  /// The provider that creates a new passkey: the user's choice, or otherwise the first that can.
  var creatorOfPasskeys: HostedProvider? {
    ableToCreatePasskeys.lazy.compactMap { hosted[$0] }.first(where: \.makesPasskeys)
  }

  /// Whether a provider for sign-ins was just started and has yet to report its identities.
  func isExpectingSignIns(at now: Date, limits: BrokerLimits) -> Bool {
    hosted.values.contains { provider in
      (provider.bundle.capabilities.passkeys || provider.bundle.capabilities.passwords) && provider.isArriving(at: now, limits: limits)
    }
  }

  /// Returns a number that was never used before: for a process, or for a sign of life.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Decisions

  /// Returns the decisions after one more.
  ///
  /// - Throws: `providerUnknown`, or `badRequest` for a default provider that cannot create passkeys or is off, and for turning on a
  ///   provider without agreement to the resources that its bundle declares now.
  package func decided(_ change: ProviderSettingsChange) throws(ClientFailure) -> ProviderSettings {
    let identifier = change.identifier
    guard let bundle = installed.first(where: { $0.identifier == identifier }) else { throw ClientFailure(.providerUnknown) }
    guard bundle.isReadable else { throw ClientFailure(.badRequest, detail: "unreadableBundle") }
    var decided = settings
    if let isEnabled = change.enabled {
      // The user agreed to what was shown, and the bundle may have changed since.
      guard !isEnabled || bundle.agreement == nil || change.agreement == bundle.agreement || settings.isEnabled(bundle) else {
        throw ClientFailure(.badRequest, detail: "accessNotAgreed")
      }
      decided.turn(identifier, on: isEnabled, among: installedInOrder, agreement: bundle.agreement)
    }
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
    return decided
  }

  /// Returns the decisions after the broker itself turned off a provider.
  func turnedOff(_ identifier: String, notice: ProviderSettings.Notice) -> ProviderSettings {
    var decided = settings
    decided.turn(identifier, on: false, among: installedInOrder, notice: notice)
    return decided
  }

  /// Applies decisions, and the currently installed bundles.
  ///
  /// - Returns: The providers to withdraw, which are still present, and those to start.
  package mutating func apply(_ decided: ProviderSettings? = nil) -> (withdrawn: [String], added: [String]) {
    if let decided { settings = decided }
    let enabled = installedInOrder.filter(settings.isEnabled)
    order = enabled.map(\.identifier)
    let withdrawn = hosted.keys.sorted().filter { !order.contains($0) }
    var added: [String] = []
    for bundle in enabled where hosted[bundle.identifier] == nil {
      hosted[bundle.identifier] = HostedProvider(bundle: bundle)
      added.append(bundle.identifier)
    }
    return (withdrawn, added)
  }

  // MARK: For display

  /// Describes every installed provider, in the user's order.
  func described(at now: Date, in environment: BrokerEnvironment) -> [ProviderSettingsValue] {
    let makesPasskeys = ableToCreatePasskeys.first
    return installedInOrder.map { bundle in
      let provider = hosted[bundle.identifier]
      let notice = settings.notice(for: bundle.identifier)
      let faults = provider?.faultCount(at: now, limits: environment.limits) ?? 0
      // A provider that is turned off has no such problems.
      let unreached = provider == nil ? [] : environment.accessFindings(bundle)
      return ProviderSettingsValue(
        identifier: bundle.identifier, name: bundle.displayName, folder: bundle.folder ?? "",
        capabilities: bundle.capabilities.declaredKeys, isEnabled: provider != nil, position: order.firstIndex(of: bundle.identifier),
        state: provider?.state ?? stateOfUnused(bundle), faults: faults,
        isDefaultForPasskeys: bundle.identifier == makesPasskeys,
        findings: BundleInspection.findings(about: bundle) + unreached + (provider?.findings ?? []),
        needs: bundle.needs.declaredKeys,
        access: bundle.access.map(ProviderAccessValue.init), agreement: settings.isEnabled(bundle) ? nil : bundle.agreement,
        sandbox: environment.sandbox(bundle).rawValue,
        notice: notice.map { ProviderNoticeValue(reason: $0.reason, time: $0.time) },
        lastFault: faults > 0 ? provider?.lastFault : notice?.fault)
    }
  }

  private func stateOfUnused(_ bundle: ProviderBundle) -> String {
    guard bundle.isReadable else { return "unreadable" }
    return settings.lacksAgreement(bundle) ? "notAgreed" : "disabled"
  }

  /// Returns the states of the enabled providers, and of those turned off for their faults.
  func states(in environment: BrokerEnvironment) -> [ProviderStatusValue] {
    installedInOrder.compactMap { bundle in
      if let provider = hosted[bundle.identifier] {
        let sandbox = environment.sandbox(bundle)
        return ProviderStatusValue(
          name: bundle.displayName, state: provider.state, unconfined: sandbox.isMissing ? sandbox.rawValue : nil,
          makesPasskeys: provider.makesPasskeys)
      }
      if settings.lacksAgreement(bundle) { return ProviderStatusValue(name: bundle.displayName, state: "notAgreed") }
      return settings.notice(for: bundle.identifier).map { _ in ProviderStatusValue(name: bundle.displayName, state: "disabled") }
    }
  }
}

extension ProviderAccessValue {
  fileprivate init(_ access: ProviderAccess) {
    self.init(
      kind: access.kind.rawValue, path: DisplayText.line(access.place ?? access.path), isPlaced: access.place != nil,
      isWritable: access.isWritable, purpose: access.purpose,
      members: access.members.map { Member(kind: $0.kind.rawValue, name: $0.name, object: $0.object, purpose: $0.purpose) })
  }
}
