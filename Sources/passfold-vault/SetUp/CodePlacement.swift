// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import OneTimeCodes
import WebDomains

/// The possible places for the codes of a set-up link, judged by its issuer, the page that showed it and the contents of the vault.
package struct CodePlacement: Sendable {
  /// A credential that the codes may belong to.
  package struct Candidate: Hashable, Sendable {
    /// A password, or codes that do not belong to one.
    package let summary: CredentialSummary
    /// The codes that the new ones would replace.
    package let replaces: [RecordIdentifier]
  }

  /// The maximum number of candidates to show.
  private static let limit = 20

  /// The domain of the page that showed the link.
  package let pageDomain: String?
  /// The domain in the link; an issuer without a dot is a service's name.
  package let issuerDomain: String?
  /// The entries to which the codes may belong: those of the link's account first, then those that match the service best.
  package let candidates: [Candidate]
  private let account: String

  /// Searches for candidates.
  ///
  /// - Parameters:
  ///   - setup: The link.
  ///   - page: The address or domain of the page that it was on.
  ///   - summaries: The contents of the vault outside the trash.
  package init(setup: SetupURL, page: String?, summaries: [CredentialSummary]) {
    pageDomain = page.flatMap { try? ServiceAddress(parsing: $0) }?.host.serialized
    issuerDomain = setup.issuer.flatMap { $0.contains(".") ? try? WebHost(parsing: $0) : nil }?.domainName
    account = setup.account
    let codes = summaries.filter { $0.kind == .oneTimeCode }
    let codesByLogin = Dictionary(grouping: codes.filter { $0.login != nil }, by: \.login)
    let service = issuerDomain ?? pageDomain
    let possible = summaries.filter { $0.kind == .password || ($0.kind == .oneTimeCode && $0.login == nil) }
    var fitting = CredentialRanking.order(possible, for: service.map { [$0] } ?? []).filter(\.matches).map(\.summary)
    // A link without a domain can only be recognised by its names.
    let name = (setup.label ?? setup.issuer)?.lowercased()
    fitting += possible.filter { one in
      one.kind == .oneTimeCode && one.services.isEmpty && one.user == setup.account && one.title.lowercased() == name
        && !fitting.contains { $0.id == one.id }
    }
    let ordered = fitting.filter { $0.user == setup.account } + fitting.filter { $0.user != setup.account }
    candidates = ordered.prefix(Self.limit).map { summary in
      Candidate(
        summary: summary, replaces: summary.kind == .password ? (codesByLogin[summary.id] ?? []).map(\.id) : [summary.id])
    }
  }

  /// The default candidate if the user does not choose: the only password of exactly this account, otherwise the codes of that account.
  package var obvious: Candidate? {
    let same = candidates.filter { $0.summary.user == account }
    let passwords = same.filter { $0.summary.kind == .password }
    if passwords.count == 1 { return passwords.first }
    let codes = same.filter { $0.summary.kind == .oneTimeCode }
    return passwords.isEmpty && codes.count == 1 ? codes.first : nil
  }

  /// Whether the link names another site than the page that showed it.
  package var issuerDiffersFromPage: Bool {
    guard let pageDomain, let issuerDomain, pageDomain != issuerDomain else { return false }
    guard let page = (try? WebHost(parsing: pageDomain)).flatMap(RegistrableDomain.init(of:)),
      let issuer = (try? WebHost(parsing: issuerDomain)).flatMap(RegistrableDomain.init(of:))
    else { return true }
    return page != issuer
  }
}
