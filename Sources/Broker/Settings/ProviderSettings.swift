// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The user's decisions about providers: the enabled ones, their order, and the default for new passkeys.
///
/// Without a decision, the bundle's default applies: see ``ProviderBundle/isEnabledByDefault``.
package struct ProviderSettings: Codable, Hashable, Sendable {
  /// The decision about one provider; it is kept even while the provider is not installed.
  package struct Entry: Codable, Hashable, Sendable {
    /// The provider's bundle identifier.
    package var identifier: String
    /// Whether it may run and answer.
    package var isEnabled: Bool
    /// The reason that the broker itself turned it off; nil once the user has decided again.
    package var notice: Notice?
    /// The agreed resources (``ProviderBundle/agreement``); nil if it declared none.
    package var agreement: String?
  }

  /// The reason that a provider was turned off automatically.
  package struct Notice: Codable, Hashable, Sendable {
    /// The reason's code: `faults`.
    package var reason: String
    /// The time at which it happened, in seconds since 1970.
    package var time: Double
    /// The fault that exceeded the limit; nil in files of versions that did not store it.
    package var fault: ProviderFaultValue?

    /// Creates a notice.
    package init(reason: String, time: Double, fault: ProviderFaultValue? = nil) {
      self.reason = reason
      self.time = time
      self.fault = fault
    }
  }

  /// The version of the file's format.
  package private(set) var version = 1
  /// The decisions about providers, in the user's order.
  package private(set) var providers: [Entry] = []
  /// The provider that creates new passkeys; nil means the first that can.
  package var defaultForPasskeys: String?

  /// Creates settings without decisions.
  package init() {}

  /// Sorts bundles into the user's order; others follow in their own order.
  package func ordered(_ bundles: [ProviderBundle]) -> [ProviderBundle] {
    let places = Dictionary(providers.enumerated().map { ($0.element.identifier, $0.offset) }) { first, _ in first }
    return bundles.enumerated().sorted { left, right in
      (places[left.element.identifier] ?? .max, left.offset) < (places[right.element.identifier] ?? .max, right.offset)
    }.map(\.element)
  }

  /// Whether a provider may run and answer.
  package func isEnabled(_ bundle: ProviderBundle) -> Bool { isWanted(bundle) && hasAgreement(to: bundle) }

  /// Whether a provider is on except that its resources are not those the user agreed to.
  package func lacksAgreement(_ bundle: ProviderBundle) -> Bool { isWanted(bundle) && !hasAgreement(to: bundle) }

  private func isWanted(_ bundle: ProviderBundle) -> Bool {
    bundle.isReadable && (entry(bundle.identifier)?.isEnabled ?? bundle.isEnabledByDefault)
  }

  private func hasAgreement(to bundle: ProviderBundle) -> Bool {
    bundle.agreement == nil || bundle.agreement == entry(bundle.identifier)?.agreement
  }

  /// Returns the reason that the broker turned off a provider; nil if it did not.
  package func notice(for identifier: String) -> Notice? { entry(identifier)?.notice }

  /// Turns a provider on or off and records its position.
  ///
  /// - Parameters:
  ///   - installed: The installed bundles, in the user's order.
  ///   - notice: The reason, if it was not the user's decision.
  ///   - agreement: The resources that the user agrees to.
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

  /// Moves a provider to `position` among the enabled ones, counted from 0; a position too large means the end.
  package mutating func move(_ identifier: String, to position: Int, among installed: [ProviderBundle]) {
    record(installed)
    guard let place = providers.firstIndex(where: { $0.identifier == identifier }) else { return }
    let others = installed.filter(isEnabled).map(\.identifier).filter { $0 != identifier }
    let moved = providers.remove(at: place)
    let follower = others.indices.contains(position) ? others[position] : nil
    let target = follower.flatMap { name in providers.firstIndex { $0.identifier == name } }
    providers.insert(moved, at: target ?? providers.endIndex)
  }

  /// Records implicit decisions, so that a later bundle does not move earlier ones.
  private mutating func record(_ installed: [ProviderBundle]) {
    for bundle in installed where bundle.isReadable && entry(bundle.identifier) == nil {
      providers.append(Entry(identifier: bundle.identifier, isEnabled: bundle.isEnabledByDefault))
    }
  }

  private func entry(_ identifier: String) -> Entry? { providers.first { $0.identifier == identifier } }
}
