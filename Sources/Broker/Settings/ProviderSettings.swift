// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// What the person decided about providers: which may answer, in which order, and which one makes new passkeys.
///
/// What a person has not decided about follows the bundle: see ``ProviderBundle/isEnabledByDefault``.
package struct ProviderSettings: Codable, Hashable, Sendable {
  /// What was decided about one provider; it stays when the provider is not installed for a while.
  package struct Entry: Codable, Hashable, Sendable {
    /// The provider's bundle identifier.
    package var identifier: String
    /// Whether it may run and answer.
    package var isEnabled: Bool
    /// Why the broker itself has turned it off; nil once the person has decided again.
    package var notice: Notice?
    /// What the person agreed that it reaches (``ProviderBundle/agreement``); nil where it asked for nothing.
    package var agreement: String?
  }

  /// Why a provider was turned off without the person.
  package struct Notice: Codable, Hashable, Sendable {
    /// The reason's code: `faults`.
    package var reason: String
    /// When it happened, in seconds since 1970.
    package var time: Double
    /// The fault that was one too many; nil in files of versions that did not keep it.
    package var fault: ProviderFaultValue?

    /// Notes a reason and its time.
    package init(reason: String, time: Double, fault: ProviderFaultValue? = nil) {
      self.reason = reason
      self.time = time
      self.fault = fault
    }
  }

  /// The form of the file; another number is a later version's.
  package private(set) var version = 1
  /// Every provider decided about, in the person's order.
  package private(set) var providers: [Entry] = []
  /// The provider that new passkeys are made by; nil means the first that can.
  package var defaultForPasskeys: String?

  /// Nothing is decided.
  package init() {}

  /// Puts bundles into the person's order; those it does not name follow in their own.
  package func ordered(_ bundles: [ProviderBundle]) -> [ProviderBundle] {
    let places = Dictionary(providers.enumerated().map { ($0.element.identifier, $0.offset) }) { first, _ in first }
    return bundles.enumerated().sorted { left, right in
      (places[left.element.identifier] ?? .max, left.offset) < (places[right.element.identifier] ?? .max, right.offset)
    }.map(\.element)
  }

  /// Whether a provider may run and answer.
  package func isEnabled(_ bundle: ProviderBundle) -> Bool { isWanted(bundle) && hasAgreement(to: bundle) }

  /// Whether a provider is on but for what it reaches, which is not what the person agreed to.
  package func lacksAgreement(_ bundle: ProviderBundle) -> Bool { isWanted(bundle) && !hasAgreement(to: bundle) }

  private func isWanted(_ bundle: ProviderBundle) -> Bool {
    bundle.isReadable && (entry(bundle.identifier)?.isEnabled ?? bundle.isEnabledByDefault)
  }

  private func hasAgreement(to bundle: ProviderBundle) -> Bool {
    bundle.agreement == nil || bundle.agreement == entry(bundle.identifier)?.agreement
  }

  /// Why the broker turned a provider off; nil when it did not.
  package func notice(for identifier: String) -> Notice? { entry(identifier)?.notice }

  /// Turns a provider on or off and puts its place on record.
  ///
  /// - Parameters:
  ///   - installed: What is installed, in the person's order.
  ///   - notice: Why, when it was not the person.
  ///   - agreement: What the person agrees that it reaches.
  package mutating func turn(
    _ identifier: String, on isEnabled: Bool, among installed: [ProviderBundle], notice: Notice? = nil, agreement: String? = nil
  ) {
    record(installed)
    guard let place = providers.firstIndex(where: { $0.identifier == identifier }) else { return }
    providers[place].isEnabled = isEnabled
    providers[place].notice = notice
    if isEnabled { providers[place].agreement = agreement }
    if !isEnabled, notice == nil, defaultForPasskeys == identifier { defaultForPasskeys = nil }
  }

  /// Moves a provider so that it stands at `position` among the enabled ones, counted from 0; a position too large means the end.
  package mutating func move(_ identifier: String, to position: Int, among installed: [ProviderBundle]) {
    record(installed)
    guard let place = providers.firstIndex(where: { $0.identifier == identifier }) else { return }
    let others = installed.filter(isEnabled).map(\.identifier).filter { $0 != identifier }
    let moved = providers.remove(at: place)
    let follower = others.indices.contains(position) ? others[position] : nil
    let target = follower.flatMap { name in providers.firstIndex { $0.identifier == name } }
    providers.insert(moved, at: target ?? providers.endIndex)
  }

  /// Writes down what has gone without saying, so that a later bundle does not move the ones before it.
  private mutating func record(_ installed: [ProviderBundle]) {
    for bundle in installed where bundle.isReadable && entry(bundle.identifier) == nil {
      providers.append(Entry(identifier: bundle.identifier, isEnabled: bundle.isEnabledByDefault))
    }
  }

  private func entry(_ identifier: String) -> Entry? { providers.first { $0.identifier == identifier } }
}
