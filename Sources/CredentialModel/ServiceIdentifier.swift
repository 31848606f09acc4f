// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import WebDomains

/// What a credential is for: the form in which a request names a service, and a record remembers it.
package struct ServiceIdentifier: Hashable, Sendable {
  /// How the text is to be read.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A host name such as "login.shop.example".
    case domain
    /// A complete URL.
    case url
    /// An application's identifier.
    case app
  }

  /// How ``text`` is to be read.
  package let kind: Kind
  /// The domain, URL or application identifier.
  package let text: String
  /// Which requests it answers; an application's identifier answers its own alone, whatever the rule.
  package var rule: MatchRule

  /// Pairs a kind with its text; the caller has judged the text.
  package init(kind: Kind, text: String, rule: MatchRule = .domain) {
    self.kind = kind
    self.text = text
    self.rule = rule
  }

  /// Whether two name the same service, whatever their rules.
  package func names(_ other: ServiceIdentifier) -> Bool { kind == other.kind && text == other.text }

  /// The address with its rule; nil for an application and for text that cannot be read.
  package var keptAddress: KeptAddress? {
    guard kind != .app else { return nil }
    return (try? ServiceAddress(parsing: text)).map { KeptAddress($0, rule: rule) }
  }
}

extension CredentialSummary {
  /// How well the credential answers a request by the rules of its services; smaller is better, nil is no match.
  ///
  /// - Parameter requested: The services that ask, most specific first; nil stands for one that cannot be read.
  package func rank(for requested: [ServiceAddress?]) -> Int? {
    ServiceMatching.rank(kept: services.compactMap(\.keptAddress), requested: requested)
  }
}
