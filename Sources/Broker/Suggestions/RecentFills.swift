// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
package import FoundationEssentials

/// The recently filled passwords: sign-ins that permit one conditional registration each.
///
/// WebAuthn L3 §5.1.3 step 19 uses the caller's own origin as the place of the sign-in. Here the tab, the account and the relying party
/// count as well. In return, a site may sign in at one host and continue at another, as many do:
///
/// 1. The passkey is requested in the tab that was filled, of the same browser profile, or by the app that was.
/// 2. Its relying party is that of the filled host: that host is the caller's own, or both it and the caller are the RP ID or below it.
/// 3. Its account has the filled user name.
///
/// The first request at its place uses up a fill, whatever name it asks for, so that nobody can try one name after another.
package struct RecentFills: Sendable {
  /// The time for which a sign-in counts as recent, in seconds: long enough for a second step.
  package static let window: TimeInterval = 300
  /// The maximum number of fills kept; the oldest are removed first.
  static let limit = 32

  /// A place of filling or asking: a tab of a browser profile, or an app.
  package struct Place: Hashable, Sendable {
    let client: ClientNumber
    /// nil for an app.
    let tab: Int?

    /// Creates a place.
    package init(client: ClientNumber, tab: Int?) {
      self.client = client
      self.tab = tab
    }
  }

  /// A password that a provider filled.
  package struct Fill: Sendable {
    let place: Place
    /// The host where it was filled; several for an app that names several.
    let hosts: [String]
    let user: String
    let provider: String

    /// Creates a fill.
    package init(at place: Place, hosts: [String], user: String, provider: String) {
      self.place = place
      self.hosts = hosts
      self.user = user
      self.provider = provider
    }
  }

  /// The caller that requests a passkey.
  package struct Caller: Sendable {
    let host: String
    let relyingPartyID: String

    /// Creates a caller from the requesting host and the requested RP ID.
    package init(host: String, relyingPartyID: String) {
      self.host = host
      self.relyingPartyID = relyingPartyID
    }

    /// Whether a sign-in at a host belongs to this caller.
    fileprivate func signsIn(at filled: String) -> Bool {
      filled == host || [filled, host].allSatisfy { $0 == relyingPartyID || $0.hasSuffix("." + relyingPartyID) }
    }
  }

  private var fills: [(fill: Fill, time: Date)] = []

  /// Creates an empty value; fills are kept only in memory.
  package init() {}

  /// Notes a filled password; for one host and place only the last counts.
  package mutating func note(_ fill: Fill, at now: Date) {
    guard !fill.hosts.isEmpty else { return }
    fills.removeAll { $0.fill.place == fill.place && $0.fill.hosts == fill.hosts }
    fills.append((fill, now))
    fills = fills.suffix(Self.limit)
  }

  /// Whether a password was filled here within ``window``, whatever the account.
  package func hasFill(at place: Place, for caller: Caller, at now: Date) -> Bool { index(at: place, for: caller, at: now) != nil }

  /// Uses up a fill at this place within ``window``.
  ///
  /// - Returns: The provider that filled it, if it was for this account.
  package mutating func spend(at place: Place, for caller: Caller, user: String, at now: Date) -> String? {
    guard let index = index(at: place, for: caller, at: now) else { return nil }
    let fill = fills.remove(at: index).fill
    return fill.user == user ? fill.provider : nil
  }

  /// Removes the fills of a disconnected client.
  package mutating func forget(client: ClientNumber) { fills.removeAll { $0.fill.place.client == client } }

  private func index(at place: Place, for caller: Caller, at now: Date) -> Int? {
    fills.lastIndex { fill, time in
      fill.place == place && fill.hosts.contains(where: caller.signsIn) && (0...Self.window).contains(now.timeIntervalSince(time))
    }
  }
}
