// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import WebDomains

/// A service that a credential belongs to, in the form used by requests and records.
package struct ServiceIdentifier: Hashable, Sendable {
  /// The interpretation of the text.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A host name such as "login.shop.example".
    case domain
    /// A complete URL.
    case url
    /// An application's identifier.
    case app
  }

  /// The interpretation of ``text``.
  package let kind: Kind
  /// The domain, URL or application identifier.
  package let text: String
  /// The rule for matching requests; an application's identifier matches only itself, whatever the rule.
  package var rule: MatchRule

  /// Pairs a kind with its text, which the caller has validated.
  package init(kind: Kind, text: String, rule: MatchRule = .domain) {
    self.kind = kind
    self.text = text
    self.rule = rule
  }

  /// Whether both name the same service, whatever their rules.
  package func names(_ other: ServiceIdentifier) -> Bool { kind == other.kind && text == other.text }

  /// The address with its rule; nil for an application and for unreadable text.
  package var keptAddress: KeptAddress? {
    guard kind != .app else { return nil }
    return (try? ServiceAddress(parsing: text)).map { KeptAddress($0, rule: rule) }
  }
}

extension CredentialSummary {
  /// Returns how well the credential matches a request by the rules of its services; smaller is better, nil is no match.
  ///
  /// - Parameter requested: The requesting services, most specific first; nil represents one that cannot be read.
  package func rank(for requested: [ServiceAddress?]) -> Int? {
    ServiceMatching.rank(kept: services.compactMap(\.keptAddress), requested: requested)
  }
}
