// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import WebDomains

/// Finds the logins of one account of a site, so that none is stored twice unnoticed.
package struct LoginsOfAccount: Sendable {
  private let user: String
  private let service: ServiceIdentifier

  /// Creates a search for an account; an empty user name means all accounts of the site.
  package init(_ user: String, at service: ServiceIdentifier) {
    self.user = user
    self.service = service
  }

  /// Returns the matching logins, the best match for the service first.
  package func among(_ summaries: [CredentialSummary]) -> [CredentialSummary] {
    let requested = [try? ServiceAddress(parsing: service.text)]
    func rank(_ summary: CredentialSummary) -> Int? {
      if service.kind == .app { return summary.services.contains { $0.names(service) } ? 0 : nil }
      return summary.rank(for: requested)
    }
    return summaries.filter { $0.kind == .password && (user.isEmpty || $0.user == user) }
      .compactMap { summary in rank(summary).map { (summary: summary, rank: $0) } }
      .sorted { ($0.rank, $0.summary.title, $0.summary.user) < ($1.rank, $1.summary.title, $1.summary.user) }
      .map(\.summary)
  }
}
