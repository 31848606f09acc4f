// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The rule that decides which services an address stored with a credential matches.
public enum MatchRule: String, Hashable, Sendable, CaseIterable {
  /// Every host under the registrable domain of the address.
  case domain
  /// Only the host of the address, at any port.
  case host
  /// The host of the address, with the scheme and port if both sides state them.
  case exact
  /// None: the credential is never offered to this host and the hosts below it, whatever its other addresses are.
  case never
}

/// An address stored with a credential, and its matching rule.
public struct KeptAddress: Hashable, Sendable {
  /// The service.
  public let address: ServiceAddress
  /// The rule that decides what the address matches.
  public let rule: MatchRule

  /// Creates a pair of an address and a rule.
  public init(_ address: ServiceAddress, rule: MatchRule = .domain) {
    self.address = address
    self.rule = rule
  }
}

extension ServiceMatching {
  /// Returns how well the addresses of one credential match a request; smaller is better, nil means no match.
  ///
  /// - Parameters:
  ///   - kept: The credential's addresses. If one with ``MatchRule/never`` covers the request, none of them match.
  ///   - requested: The requesting services, most specific first; nil represents one that could not be parsed.
  public static func rank(kept: [KeptAddress], requested: [ServiceAddress?]) -> Int? {
    kept.contains { isKeptAway($0, from: requested) } ? nil : kept.compactMap { rank(kept: $0, requested: requested) }.min()
  }

  /// Returns how well one address matches a request by its own rule, regardless of other addresses.
  public static func rank(kept: KeptAddress, requested: [ServiceAddress?]) -> Int? {
    switch kept.rule {
    case .domain: rank(stored: kept.address, requested: requested)
    case .host: askers(requested).contains { isSameHost(kept.address, $0) } ? 0 : nil
    case .exact: askers(requested).contains { isSameHost(kept.address, $0) && isSamePlace(kept.address, $0) } ? 0 : nil
    case .never: nil
    }
  }

  /// Returns whether an address forbids its credential for a request.
  public static func isKeptAway(_ kept: KeptAddress, from requested: [ServiceAddress?]) -> Bool {
    guard kept.rule == .never else { return false }
    return askers(requested).contains { asker in
      if kept.address.host == asker.host { return true }
      guard let domain = kept.address.host.domainName, let asking = asker.host.domainName else { return false }
      return asking.hasSuffix("." + domain)
    }
  }

  /// Returns the requesting services without the parents that a request lists next to them.
  private static func askers(_ requested: [ServiceAddress?]) -> [ServiceAddress] {
    let addresses = requested.compactMap { $0 }.filter { !isSaidBetter($0, in: requested) }
    return addresses.filter { one in
      guard let domain = one.host.domainName else { return true }
      return !addresses.contains { $0.host.domainName?.hasSuffix("." + domain) == true }
    }
  }

  private static func isSameHost(_ kept: ServiceAddress, _ asker: ServiceAddress) -> Bool {
    // A login saved from TLS is never given to an unencrypted site.
    kept.host == asker.host && !(kept.scheme == .https && asker.scheme == .http)
  }

  private static func isSamePlace(_ kept: ServiceAddress, _ asker: ServiceAddress) -> Bool {
    if let left = kept.scheme, let right = asker.scheme, left != right { return false }
    if let left = kept.port, let right = asker.port, left != right { return false }
    return true
  }
}
