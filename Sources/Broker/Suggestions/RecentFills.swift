// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
package import FoundationEssentials

/// The passwords that were filled just now: the sign-ins that a conditional registration may follow, one each.
///
/// WebAuthn L3 §5.1.3 step 19 takes the caller's own origin for the place of the sign-in. Here the tab, the account and the relying party count as
/// well, and for them a site may sign in at one host and go on at another, as many do:
///
/// 1. The passkey is wanted in the tab that was filled, of the same browser profile, or by the app that was.
/// 2. Its relying party is that of the host that was filled: that host is the caller's own, or it and the caller are both the RP ID or below it.
/// 3. Its account has the name that was filled.
///
/// A fill is spent by the first that asks at its place, whatever name it asks for: nobody tries one name after the other.
package struct RecentFills: Sendable {
  /// How long a sign-in counts as just before: long enough for a second step.
  package static let window: TimeInterval = 300
  /// The most fills that are kept; the oldest go first.
  static let limit = 32

  /// Where something was filled, or is asked for: a tab of a browser profile, or an app.
  package struct Place: Hashable, Sendable {
    let client: ClientNumber
    /// nil for an app.
    let tab: Int?

    /// Names a place.
    package init(client: ClientNumber, tab: Int?) {
      self.client = client
      self.tab = tab
    }
  }

  /// A password that a provider filled.
  package struct Fill: Sendable {
    let place: Place
    /// The host that it was filled at; several for an app that names several.
    let hosts: [String]
    let user: String
    let provider: String

    /// Describes a fill.
    package init(at place: Place, hosts: [String], user: String, provider: String) {
      self.place = place
      self.hosts = hosts
      self.user = user
      self.provider = provider
    }
  }

  /// For whom a passkey is wanted.
  package struct Caller: Sendable {
    let host: String
    let relyingPartyID: String

    /// Names the host that asks and the RP ID that it asks for.
    package init(host: String, relyingPartyID: String) {
      self.host = host
      self.relyingPartyID = relyingPartyID
    }

    /// Whether a sign-in at a host is one of this caller's.
    fileprivate func signsIn(at filled: String) -> Bool {
      filled == host || [filled, host].allSatisfy { $0 == relyingPartyID || $0.hasSuffix("." + relyingPartyID) }
    }
  }

  private var fills: [(fill: Fill, time: Date)] = []

  /// Begins with no fill; what is noted is kept in memory alone.
  package init() {}

  /// Takes note of a password that was filled; of one host and place only the last counts.
  package mutating func note(_ fill: Fill, at now: Date) {
    guard !fill.hosts.isEmpty else { return }
    fills.removeAll { $0.fill.place == fill.place && $0.fill.hosts == fill.hosts }
    fills.append((fill, now))
    fills = fills.suffix(Self.limit)
  }

  /// Whether a password was filled here within ``window``, whatever the account.
  package func hasFill(at place: Place, for caller: Caller, at now: Date) -> Bool { index(at: place, for: caller, at: now) != nil }

  /// Spends what was filled here within ``window``.
  ///
  /// - Returns: The provider that filled it, where it was for this account.
  package mutating func spend(at place: Place, for caller: Caller, user: String, at now: Date) -> String? {
    guard let index = index(at: place, for: caller, at: now) else { return nil }
    let fill = fills.remove(at: index).fill
    return fill.user == user ? fill.provider : nil
  }

  /// Forgets what was filled for a client that went away.
  package mutating func forget(client: ClientNumber) { fills.removeAll { $0.fill.place.client == client } }

  private func index(at place: Place, for caller: Caller, at now: Date) -> Int? {
    fills.lastIndex { fill, time in
      fill.place == place && fill.hosts.contains(where: caller.signsIn) && (0...Self.window).contains(now.timeIntervalSince(time))
    }
  }
}
