// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A valid relying party identifier: the domain that a passkey is bound to (WebAuthn L3 §4, "RP ID").
public struct RelyingPartyID: Hashable, Sendable, CustomStringConvertible {
  /// The domain name in lower-case ASCII.
  public let name: String

  /// Creates an identifier from a domain name in options.
  ///
  /// - Throws: `notADomain` unless it is a lower-case ASCII domain name, `ipAddress` for an address, `publicSuffix` if it is on the public
  ///   suffix list. A single unlisted label such as `localhost` is valid, but only for the origin of that very host.
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

  /// Creates an identifier from an origin's effective domain, which is the RP ID if the options contain none (WebAuthn L3 §5.1.3 step 8).
  ///
  /// - Throws: `insecureContext` for an untrustworthy origin, `ipAddress` and `publicSuffix` as above.
  public init(defaultFor origin: Origin) throws(WebDomainsError) {
    guard origin.isPotentiallyTrustworthy else { throw WebDomainsError(.insecureContext) }
    guard let domain = origin.host.domainName else { throw WebDomainsError(.ipAddress) }
    try self.init(domain)
  }

  /// Throws if an origin may not act for this relying party (HTML standard, "is a registrable domain suffix of or is equal to").
  ///
  /// - Throws: `insecureContext`, `ipAddress` if the origin has no domain, `notASuffix`, or `publicSuffix` for a parent above the
  ///   registrable domain.
  public func check(against origin: Origin) throws(WebDomainsError) {
    guard origin.isPotentiallyTrustworthy else { throw WebDomainsError(.insecureContext) }
    guard let domain = origin.host.domainName else { throw WebDomainsError(.ipAddress) }
    if domain == name { return }
    guard domain.hasSuffix("." + name) else { throw WebDomainsError(.notASuffix) }
    // The name must neither be a public suffix nor be above the origin's own one, as `amazonaws.com` is for a site under
    // `*.compute.amazonaws.com`.
    guard let registrable = RegistrableDomain(of: origin.host)?.name, name == registrable || name.hasSuffix("." + registrable) else {
      throw WebDomainsError(.publicSuffix)
    }
  }

  /// The domain name in lower-case ASCII.
  public var description: String { name }
}
