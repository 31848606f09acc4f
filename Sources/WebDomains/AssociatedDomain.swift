// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An entry of an app's `com.apple.developer.associated-domains` about credentials: `webcredentials:shop.example` (Apple, "Associated
/// Domains Entitlement").
public struct AssociatedDomain: Hashable, Sendable, CustomStringConvertible {
  /// The domain in A-label form, without the wildcard.
  public let name: String
  /// Whether the entry begins with `*.`: it covers every name under the domain, but not the domain itself.
  public let isWildcard: Bool
  /// Whether the entry applies only to developers (`?mode=developer`).
  public let isForDevelopers: Bool

  private static let service = "webcredentials:"

  /// Reads an entry; nil for another service, an address, a port, a mode other than `developer`, or an invalid domain name.
  public init?(parsing entry: String) {
    guard entry.utf8.count <= 512, entry.hasPrefix(Self.service) else { return nil }
    var rest = entry.dropFirst(Self.service.count)
    if let question = rest.firstIndex(of: "?") {
      guard rest[question...] == "?mode=developer" else { return nil }
      rest = rest[..<question]
      isForDevelopers = true
    } else {
      isForDevelopers = false
    }
    isWildcard = rest.hasPrefix("*.")
    if isWildcard { rest = rest.dropFirst(2) }
    guard let domain = try? WebHost(parsing: rest).domainName else { return nil }
    // A wildcard directly under a public suffix would cover everybody's domains.
    guard !isWildcard || !PublicSuffixList.system.isPublicSuffix(domain) else { return nil }
    name = domain
  }

  /// Returns whether the entry covers a relying party.
  public func covers(_ id: RelyingPartyID) -> Bool {
    isWildcard ? id.name.hasSuffix("." + name) : id.name == name
  }

  /// The entry in canonical spelling.
  public var description: String {
    Self.service + (isWildcard ? "*." : "") + name + (isForDevelopers ? "?mode=developer" : "")
  }
}
