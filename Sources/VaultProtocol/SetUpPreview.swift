// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The effects of a set-up link before anything is stored.
package struct SetUpPreview: Codable, Hashable, Sendable {
  /// A warning for the user before agreeing; a newer vault may send others.
  package struct Warning: OpenName {
    /// The name on the wire.
    package let name: String

    /// Creates a warning as received.
    package init(name: String) { self.name = name }

    /// The secret has fewer than 160 bits (RFC 4226 §4 R6).
    package static let shortSecret = Warning(name: "shortSecret")
    /// The link names another site than the page that contains it.
    package static let issuerDiffersFromPage = Warning(name: "issuerDiffersFromPage")
    /// A matching account already has codes, which the new ones would replace.
    package static let hasCodeAlready = Warning(name: "hasCodeAlready")
    /// Codes with exactly this secret are already in the vault.
    package static let alreadyStored = Warning(name: "alreadyStored")
  }

  /// An entry that the codes may belong to.
  package struct Candidate: Codable, Hashable, Sendable {
    /// The password, or codes without one.
    package var entry: VaultEntry
    /// Whether it has codes that the new ones would replace.
    package var hasCode: Bool

    /// Creates a candidate.
    package init(entry: VaultEntry, hasCode: Bool) {
      self.entry = entry
      self.hasCode = hasCode
    }
  }

  /// The label's prefix or a substitute; nil if the link contains neither.
  package var title: String?
  /// The account; empty if the link names none.
  package var account: String
  /// The link's issuer.
  package var issuer: String?
  /// The parameters of the codes.
  package var scheme: CodeScheme
  /// The warnings for the user.
  package var warnings: [Warning]
  /// The entries that the codes may belong to, best first; without a choice the first of the same account is used.
  package var candidates: [Candidate]

  /// Creates a preview.
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
