// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The service that an identifier denotes: a host and, for a URL, also a scheme and a port.
public struct ServiceAddress: Hashable, Sendable {
  /// The scheme; nil for a bare domain.
  public let scheme: Origin.Scheme?
  /// The service's host.
  public let host: WebHost
  /// The explicit or implied port; nil for a bare domain.
  public let port: UInt16?

  /// Reads a service identifier: a domain (`shop.example`, `192.0.2.1:8443`) or an `https` or `http` URL.
  ///
  /// - Throws: A code for anything else.
  public init(parsing identifier: String) throws(WebDomainsError) {
    if identifier.contains("://") {
      self = ServiceAddress(of: try Origin(url: identifier))
      return
    }
    let authority = identifier.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { throw WebDomainsError(.userInformation) }
    let (host, port) = try Origin.splitAuthority(authority)
    self = ServiceAddress(scheme: nil, host: host, port: port)
  }

  /// Creates the service of an origin.
  public init(of origin: Origin) {
    self.init(scheme: origin.scheme, host: origin.host, port: origin.effectivePort)
  }

  private init(scheme: Origin.Scheme?, host: WebHost, port: UInt16?) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }
}

/// Decides whether a stored service identifier matches a request, and how well.
public enum ServiceMatching {
  /// Returns the identifiers of an origin's service, most specific first: the host, its parents, the registrable domain.
  ///
  /// An address or a single label has no parents, and keeps its port if that is not the scheme's default.
  public static func serviceIdentifiers(for origin: Origin) -> [String] {
    guard let domain = origin.host.domainName, let registrable = RegistrableDomain(of: origin.host)?.name else {
      return [origin.host.serialized + (origin.port.map { ":\($0)" } ?? "")]
    }
    var identifiers = [domain]
    var rest = domain[...]
    while rest != registrable, let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      identifiers.append(String(rest))
    }
    return identifiers
  }

  /// Returns how well a stored identifier matches a list of requested ones; smaller is better, nil means no match.
  ///
  /// - Parameters:
  ///   - stored: A domain or URL stored with a record. One that cannot be parsed matches nothing.
  ///   - requested: Domains or URLs, most specific first. Those that cannot be parsed are ignored.
  /// - Returns: 0 for the first requested host itself, then its parents by distance, then others under the same registrable domain.
  public static func rank(stored: String, requested: [String]) -> Int? {
    guard let address = try? ServiceAddress(parsing: stored) else { return nil }
    let addresses = requested.map { try? ServiceAddress(parsing: $0) }
    return rank(stored: address, requested: addresses)
  }

  /// Returns how well a stored address matches a list of requested ones, as above; nil represents one that could not be parsed.
  public static func rank(stored: ServiceAddress, requested: [ServiceAddress?]) -> Int? {
    requested.enumerated().compactMap { position, address in
      guard let address, !isSaidBetter(address, in: requested) else { return nil }
      return distance(from: stored, to: address).map { position + $0 }
    }.min()
  }

  /// Returns whether an address is the bare host of a URL that is also in the list. It is the same without scheme and port, and would match
  /// where the URL does not.
  static func isSaidBetter(_ address: ServiceAddress, in requested: [ServiceAddress?]) -> Bool {
    address.scheme == nil && requested.contains { $0?.scheme != nil && $0?.host == address.host }
  }

  private static func distance(from stored: ServiceAddress, to requested: ServiceAddress) -> Int? {
    // A login saved from TLS is never given to an unencrypted site.
    if stored.scheme == .https, requested.scheme == .http { return nil }
    guard let storedDomain = stored.host.domainName, let requestedDomain = requested.host.domainName,
      let registrable = RegistrableDomain(of: requested.host)
    else {
      return stored.host == requested.host && portsAgree(stored.port, requested.port) ? 0 : nil
    }
    if storedDomain == requestedDomain { return 0 }
    guard RegistrableDomain(of: stored.host) == registrable else { return nil }
    if requestedDomain.hasSuffix("." + storedDomain) {
      return labelCount(requestedDomain) - labelCount(storedDomain)
    }
    return labelCount(requestedDomain) - labelCount(registrable.name) + 1
  }

  private static func portsAgree(_ left: UInt16?, _ right: UInt16?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left == right
    case (let port?, nil), (nil, let port?): port == 443 || port == 80
    case (nil, nil): true
    }
  }

  private static func labelCount(_ domain: String) -> Int {
    domain.split(separator: ".").count
  }
}
