// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Which services an address that is kept with a credential answers.
public enum MatchRule: String, Hashable, Sendable, CaseIterable {
  /// Every host under the registrable domain of the address.
  case domain
  /// The host of the address and no other, at any port.
  case host
  /// The host of the address, with the scheme and the port where both sides say them.
  case exact
  /// Nothing: the host of the address and those below it are kept from the credential, whatever its other addresses are.
  case never
}

/// An address that is kept with a credential, and the rule by which it answers.
public struct KeptAddress: Hashable, Sendable {
  /// The service.
  public let address: ServiceAddress
  /// How far the address reaches.
  public let rule: MatchRule

  /// Pairs an address with its rule.
  public init(_ address: ServiceAddress, rule: MatchRule = .domain) {
    self.address = address
    self.rule = rule
  }
}

extension ServiceMatching {
  /// How well the addresses of one credential answer a request; smaller is better, nil is no match.
  ///
  /// - Parameters:
  ///   - kept: The addresses of the credential. One with ``MatchRule/never`` that the request is for keeps all of them from matching.
  ///   - requested: The services that ask, most specific first; nil stands for one that cannot be read.
  public static func rank(kept: [KeptAddress], requested: [ServiceAddress?]) -> Int? {
    kept.contains { isKeptAway($0, from: requested) } ? nil : kept.compactMap { rank(kept: $0, requested: requested) }.min()
  }

  /// How well one address answers a request by its rule, whatever other addresses say.
  public static func rank(kept: KeptAddress, requested: [ServiceAddress?]) -> Int? {
    switch kept.rule {
    case .domain: rank(stored: kept.address, requested: requested)
    case .host: askers(requested).contains { isSameHost(kept.address, $0) } ? 0 : nil
    case .exact: askers(requested).contains { isSameHost(kept.address, $0) && isSamePlace(kept.address, $0) } ? 0 : nil
    case .never: nil
    }
  }

  /// Whether an address forbids its credential to answer a request.
  public static func isKeptAway(_ kept: KeptAddress, from requested: [ServiceAddress?]) -> Bool {
    guard kept.rule == .never else { return false }
    return askers(requested).contains { asker in
      if kept.address.host == asker.host { return true }
      guard let domain = kept.address.host.domainName, let asking = asker.host.domainName else { return false }
      return asking.hasSuffix("." + domain)
    }
  }

  /// The services that ask, without the parents that a request names beside them.
  private static func askers(_ requested: [ServiceAddress?]) -> [ServiceAddress] {
    let addresses = requested.compactMap { $0 }.filter { !isSaidBetter($0, in: requested) }
    return addresses.filter { one in
      guard let domain = one.host.domainName else { return true }
      return !addresses.contains { $0.host.domainName?.hasSuffix("." + domain) == true }
    }
  }

  private static func isSameHost(_ kept: ServiceAddress, _ asker: ServiceAddress) -> Bool {
    // A login that was saved from TLS is not given to clear text.
    kept.host == asker.host && !(kept.scheme == .https && asker.scheme == .http)
  }

  private static func isSamePlace(_ kept: ServiceAddress, _ asker: ServiceAddress) -> Bool {
    if let left = kept.scheme, let right = asker.scheme, left != right { return false }
    if let left = kept.port, let right = asker.port, left != right { return false }
    return true
  }
}
