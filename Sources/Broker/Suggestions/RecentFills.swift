// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
package import FoundationEssentials
import WebDomains

/// Which provider filled a password for which site just now: the sign-in that a conditional registration follows.
package struct RecentFills: Sendable {
  /// How long a sign-in counts as just before: long enough for a second step.
  package static let window: TimeInterval = 300
  /// The most fills that are kept; the oldest go first.
  static let limit = 32

  /// Whose sign-in it was.
  package enum Owner: Hashable, Sendable {
    /// A page's, in whatever browser.
    case page
    /// An app's, by its connection.
    case app(ClientNumber)
  }

  private struct Fill {
    var owner: Owner
    var site: String
    var provider: String
    var time: Date
  }

  private var fills: [Fill] = []

  /// Begins with no fill; what is noted is kept in memory alone.
  package init() {}

  /// Takes note of a password that a provider filled for a host.
  package mutating func note(_ provider: String, host: String, owner: Owner, at now: Date) {
    let site = Self.site(of: host)
    fills.removeAll { $0.owner == owner && $0.site == site }
    fills.append(Fill(owner: owner, site: site, provider: provider, time: now))
    fills = fills.suffix(Self.limit)
  }

  /// The provider that filled a password for a host's site within ``window``.
  package func provider(host: String, owner: Owner, at now: Date) -> String? {
    let site = Self.site(of: host)
    return fills.last { $0.owner == owner && $0.site == site && (0...Self.window).contains(now.timeIntervalSince($0.time)) }?.provider
  }

  private static func site(of host: String) -> String {
    (try? WebHost(parsing: host)).flatMap { RegistrableDomain(of: $0)?.name } ?? host
  }
}
