// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import WebDomains

/// Which provider filled a password for which site just now: the sign-in that a conditional registration follows.
struct RecentFills: Sendable {
  /// How long a sign-in counts as just before: long enough for a second step.
  static let window: TimeInterval = 300
  /// The most fills that are kept; the oldest go first.
  static let limit = 32

  /// Whose sign-in it was.
  enum Owner: Hashable, Sendable {
    /// A page's, in whatever browser.
    case page
    /// An app's, by its connection.
    case app(Int)
  }

  private struct Fill {
    var owner: Owner
    var site: String
    var provider: String
    var time: Date
  }

  private var fills: [Fill] = []

  init() {}

  /// Takes note of a password that a provider filled for a host.
  mutating func note(_ provider: String, host: String, owner: Owner, at now: Date) {
    let site = Self.site(of: host)
    fills.removeAll { $0.owner == owner && $0.site == site }
    fills.append(Fill(owner: owner, site: site, provider: provider, time: now))
    fills = fills.suffix(Self.limit)
  }

  /// The provider that filled a password for a host's site within ``window``.
  func provider(host: String, owner: Owner, at now: Date) -> String? {
    let site = Self.site(of: host)
    return fills.last { $0.owner == owner && $0.site == site && (0...Self.window).contains(now.timeIntervalSince($0.time)) }?.provider
  }

  private static func site(of host: String) -> String {
    (try? WebHost(parsing: host)).flatMap { RegistrableDomain(of: $0)?.name } ?? host
  }
}

extension Broker {
  /// Takes note of an answer that fills a password.
  func noteFill(_ answer: CheckedAnswer, request: OpenRequest, by provider: String) {
    guard case .password = answer else { return }
    var hosts: [String] = []
    if let caller = request.caller { hosts = [caller.origin.host.serialized] }
    if let authorization = request.authorization { hosts = authorization.passwordServices.map(\.identifier) }
    for host in hosts { recentFills.note(provider, host: host, owner: owner(request.client), at: environment.now()) }
  }

  /// The provider that may make a passkey unasked: it filled the client's password for the relying party's site just before, and
  /// declares that it makes such passkeys.
  func conditionalCreator(for relyingParty: String, client: Int) -> String? {
    let provider = recentFills.provider(host: relyingParty, owner: owner(client), at: environment.now())
    return provider.flatMap { providers[$0]?.bundle.capabilities.conditionalPasskeyRegistration == true ? $0 : nil }
  }

  private func owner(_ client: Int) -> RecentFills.Owner {
    clients[client]?.role == .browser ? .page : .app(client)
  }
}
