// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import FoundationEssentials

/// The providers: which are installed, what the person decided about them, and how the enabled ones stand.
///
/// A value that starts nothing; the broker brings processes in line with it.
package struct Providers: Sendable {
  /// Every installed provider, enabled or not.
  var installed: [ProviderBundle]
  /// The person's decisions about them.
  private(set) var settings: ProviderSettings
  /// Whether those decisions could be read; if not, they are not written over.
  package let areSettingsReadable: Bool
  private var hosted: [String: HostedProvider] = [:]
  /// The enabled providers by identifier, in the person's order.
  package private(set) var order: [String] = []
  private var lastNumber = 0

  /// Takes what is installed and how it is set; nil for decisions that cannot be read, where the defaults hold.
  package init(installed: [ProviderBundle], settings: ProviderSettings?) {
    self.installed = installed
    self.settings = settings ?? ProviderSettings()
    areSettingsReadable = settings != nil
  }

  /// An enabled provider.
  subscript(identifier: String) -> HostedProvider? {
    get { hosted[identifier] }
    set { hosted[identifier] = newValue }
  }

  /// The enabled providers in the person's order.
  var inOrder: [HostedProvider] { order.compactMap { hosted[$0] } }

  /// The first enabled provider that can do something, by its identifier.
  func first(where isAble: (HostedProvider) -> Bool) -> String? { inOrder.first(where: isAble)?.bundle.identifier }

  /// What is installed, in the person's order, enabled or not.
  var installedInOrder: [ProviderBundle] { settings.ordered(installed) }

  /// The provider that a new passkey is offered to first, then the others that could make it.
  package var ableToCreatePasskeys: [String] {
    let able = order.filter { hosted[$0]?.bundle.capabilities.passkeys == true }
    guard let chosen = settings.defaultForPasskeys, able.contains(chosen) else { return able }
    return [chosen] + able.filter { $0 != chosen }
  }

  /// The provider that makes a new passkey: the person's choice for them, else the first that can.
  var creatorOfPasskeys: HostedProvider? {
    ableToCreatePasskeys.lazy.compactMap { hosted[$0] }.first(where: \.makesPasskeys)
  }

  /// Whether a provider that signs in was started a moment ago and has yet to say what it could fill.
  func isExpectingSignIns(at now: Date, limits: BrokerLimits) -> Bool {
    hosted.values.contains { provider in
      (provider.bundle.capabilities.passkeys || provider.bundle.capabilities.passwords) && provider.isArriving(at: now, limits: limits)
    }
  }

  /// A number that nothing has had before: for a process, or for a sign of life.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Decisions

  /// The decisions as they would be after one more.
  ///
  /// - Throws: `providerUnknown`, or `badRequest` for a default that cannot make passkeys or is off, and for a provider to be turned on without
  ///   agreement to what it reaches as its bundle declares it now.
  package func decided(_ change: ProviderSettingsChange) throws(ClientFailure) -> ProviderSettings {
    let identifier = change.identifier
    guard let bundle = installed.first(where: { $0.identifier == identifier }) else { throw ClientFailure(.providerUnknown) }
    guard bundle.isReadable else { throw ClientFailure(.badRequest, detail: "unreadableBundle") }
    var decided = settings
    if let isEnabled = change.enabled {
      // What was shown to the person is what they agreed to, and a bundle may have become another since.
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

  /// The decisions as they are when a provider is turned off for a reason of the broker's own.
  func turnedOff(_ identifier: String, notice: ProviderSettings.Notice) -> ProviderSettings {
    var decided = settings
    decided.turn(identifier, on: false, among: installedInOrder, notice: notice)
    return decided
  }

  /// Puts decisions, and what is installed now, into force.
  ///
  /// - Returns: The providers to withdraw, which are still there, and those to start.
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

  // MARK: For people

  /// Describes every installed provider, in the person's order.
  func described(at now: Date, in environment: BrokerEnvironment) -> [ProviderSettingsValue] {
    let makesPasskeys = ableToCreatePasskeys.first
    return installedInOrder.map { bundle in
      let provider = hosted[bundle.identifier]
      let notice = settings.notice(for: bundle.identifier)
      let faults = provider?.faultCount(at: now, limits: environment.limits) ?? 0
      // A provider that is turned off is not blamed for what it would not reach.
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

  /// How the enabled providers stand, and those that were turned off for their faults.
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
