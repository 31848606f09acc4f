// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A valid relying party identifier: the domain that a passkey is bound to (WebAuthn L3 §4, "RP ID").
public struct RelyingPartyID: Hashable, Sendable, CustomStringConvertible {
  /// The domain name in lower-case ASCII.
  public let name: String

  /// Takes a domain name as it stands in options.
  /// - Throws: `notADomain` when it is not a lower-case ASCII domain name, `ipAddress` for an address, `publicSuffix` when the public
  ///   suffix list names it. A single unlisted label such as `localhost` is valid, but only for the origin of that very host.
  public init(_ name: String) throws(WebDomainsError) {
    guard !name.hasPrefix("[") else { throw WebDomainsError(.ipAddress) }
    guard WebHost.isDomainName(name) else { throw WebDomainsError(.notADomain) }
    do throws(WebDomainsError) {
      guard try WebHost(parsing: name).domainName != nil else { throw WebDomainsError(.ipAddress) }
    } catch {
      throw error.code == .ipAddress ? error : WebDomainsError(.notADomain)
    }
    guard !PublicSuffixList.system.lists(name) else { throw WebDomainsError(.publicSuffix) }
    self.name = name
  }

  /// Takes an origin's effective domain, which is the RP ID when the options name none (WebAuthn L3 §5.1.3 step 8).
  /// - Throws: `insecureContext` for an untrustworthy origin, `ipAddress` and `publicSuffix` as above.
  public init(defaultFor origin: Origin) throws(WebDomainsError) {
    guard origin.isPotentiallyTrustworthy else { throw WebDomainsError(.insecureContext) }
    guard let domain = origin.host.domainName else { throw WebDomainsError(.ipAddress) }
    try self.init(domain)
  }

  /// Refuses an origin that may not act for this relying party (HTML standard, "is a registrable domain suffix of or is equal to").
  /// - Throws: `insecureContext`, `ipAddress` when the origin has no domain, `notASuffix`, or `publicSuffix` for a parent that nobody owns.
  public func check(against origin: Origin) throws(WebDomainsError) {
    guard origin.isPotentiallyTrustworthy else { throw WebDomainsError(.insecureContext) }
    guard let domain = origin.host.domainName else { throw WebDomainsError(.ipAddress) }
    if domain == name { return }
    guard domain.hasSuffix("." + name) else { throw WebDomainsError(.notASuffix) }
    // Not only may the name be no public suffix; it may not lie above the origin's own one either, as `amazonaws.com` does for a site
    // under `*.compute.amazonaws.com`.
    guard let registrable = RegistrableDomain(of: origin.host)?.name, name == registrable || name.hasSuffix("." + registrable) else {
      throw WebDomainsError(.publicSuffix)
    }
  }

  /// The domain name in lower-case ASCII.
  public var description: String { name }
}
