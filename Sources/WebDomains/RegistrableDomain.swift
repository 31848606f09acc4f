// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A public suffix and the one label before it: the part of a domain name that somebody registers.
public struct RegistrableDomain: Hashable, Sendable, CustomStringConvertible {
  /// The name in A-label form.
  public let name: String

  /// Finds the registrable domain of a host, or returns nil for an address, a public suffix and a single label.
  ///
  /// The list's private section counts, so `a.github.io` and `b.github.io` are strangers.
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

  /// Whether the public suffix list names the suffix below which it is registered. An unknown top-level domain counts as a suffix too, which
  /// is right for keeping sites apart, and says nothing about whether a text is meant as a domain.
  public var hasListedSuffix: Bool {
    guard let dot = name.firstIndex(of: ".") else { return false }
    return PublicSuffixList.system.lists(String(name[name.index(after: dot)...]))
  }

  /// The name in A-label form.
  public var description: String { name }
}
