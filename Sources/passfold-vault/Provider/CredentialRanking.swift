// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import WebDomains

/// The order of a list: first the matches for the page, best first, then everything else by name.
package enum CredentialRanking {
  /// The maximum number of rows in one view.
  package static let limit = 300

  /// A credential, and whether it matches.
  package struct Ranked: Sendable {
    /// The credential.
    package let summary: CredentialSummary
    /// Whether it matches the request.
    package let matches: Bool
  }

  /// Orders `summaries` for the services of a request, most specific first; with an empty list of services nothing matches and everything
  /// is listed.
  package static func order(_ summaries: [CredentialSummary], for services: [String]) -> [Ranked] {
    let requested = services.map { try? ServiceAddress(parsing: $0) }
    let ranked = summaries.map { summary in (summary: summary, rank: summary.rank(for: requested)) }
    return ranked.sorted { left, right in
      (left.rank ?? .max, left.summary.title.lowercased(), left.summary.user, left.summary.id.description)
        < (right.rank ?? .max, right.summary.title.lowercased(), right.summary.user, right.summary.id.description)
    }.map { Ranked(summary: $0.summary, matches: $0.rank != nil) }
  }
}
