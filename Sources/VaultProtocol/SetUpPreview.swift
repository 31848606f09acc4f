// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a set-up link would add, before anything is stored.
package struct SetUpPreview: Codable, Hashable, Sendable {
  /// What a person should know before agreeing; a newer vault may send others.
  package struct Warning: OpenName {
    /// The name on the wire.
    package let name: String

    /// Takes a name as it came.
    package init(name: String) { self.name = name }

    /// The secret has fewer than 160 bits (RFC 4226 §4 R6).
    package static let shortSecret = Warning(name: "shortSecret")
    /// The link names another site than the page that showed it.
    package static let issuerDiffersFromPage = Warning(name: "issuerDiffersFromPage")
    /// An account that fits has codes already, which the new ones would replace.
    package static let hasCodeAlready = Warning(name: "hasCodeAlready")
    /// Codes of the very same secret are in the vault.
    package static let alreadyStored = Warning(name: "alreadyStored")
  }

  /// A credential that the codes may belong to.
  package struct Candidate: Codable, Hashable, Sendable {
    /// The password, or codes without one.
    package var entry: VaultEntry
    /// Whether it has codes that the new ones would replace.
    package var hasCode: Bool

    /// Describes a candidate.
    package init(entry: VaultEntry, hasCode: Bool) {
      self.entry = entry
      self.hasCode = hasCode
    }
  }

  /// The label's prefix or what stands in for it; nil when the link says nothing.
  package var title: String?
  /// The account; empty when the link names none.
  package var account: String
  /// The link's issuer.
  package var issuer: String?
  /// How the codes would be made.
  package var scheme: CodeScheme
  /// What the person should know.
  package var warnings: [Warning]
  /// What the codes may belong to, the best first; without a choice the first of the same account is taken.
  package var candidates: [Candidate]

  /// Describes what would be added.
  package init(
    title: String?, account: String, issuer: String? = nil, scheme: CodeScheme, warnings: [Warning] = [], candidates: [Candidate] = []
  ) {
    self.title = title
    self.account = account
    self.issuer = issuer
    self.scheme = scheme
    self.warnings = warnings
    self.candidates = candidates
  }
}
