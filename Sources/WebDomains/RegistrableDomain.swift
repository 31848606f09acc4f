// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A public suffix and the label before it: the part of a domain name that can be registered.
public struct RegistrableDomain: Hashable, Sendable, CustomStringConvertible {
  /// The name in A-label form.
  public let name: String

  /// Creates the registrable domain of a host; nil for an address, a public suffix or a single label.
  ///
  /// The list's private section applies, so `a.github.io` and `b.github.io` are different domains.
  public init?(of host: WebHost) {
    guard let domain = host.domainName else { return nil }
    let list = PublicSuffixList.system
    guard !list.isPublicSuffix(domain) else { return nil }
    var candidate = domain[...]
    while let dot = candidate.firstIndex(of: ".") {
      let parent = candidate[candidate.index(after: dot)...]
      if list.isPublicSuffix(String(parent)) {
        name = String(candidate)
        return
      }
      candidate = parent
    }
    return nil
  }

  /// Whether the public suffix list contains the suffix under which the domain is registered. An unknown top-level domain also counts as a
  /// suffix. That is right for keeping sites apart, but does not show that a text is meant as a domain.
  public var hasListedSuffix: Bool {
    guard let dot = name.firstIndex(of: ".") else { return false }
    return PublicSuffixList.system.lists(String(name[name.index(after: dot)...]))
  }

  /// The name in A-label form.
  public var description: String { name }
}
