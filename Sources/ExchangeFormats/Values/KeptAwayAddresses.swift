// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import WebDomains

/// The addresses of a login with the rule `never`.
///
/// Such an address keeps the login off its own host and subdomains; together with other addresses of that host it would block those too.
enum KeptAwayAddresses {
  /// Returns the addresses that a login can have together, and those with the rule `never` that would exclude others of its addresses.
  static func apart(_ services: [ServiceIdentifier]) -> (kept: [ServiceIdentifier], excluded: [ServiceIdentifier]) {
    let others = services.filter { $0.rule != .never }
    guard others.count < services.count else { return (services, []) }
    let excluded = services.filter { $0.rule == .never && isInTheWay($0, of: others) }
    return (services.filter { !excluded.contains($0) }, excluded)
  }

  private static func isInTheWay(_ never: ServiceIdentifier, of others: [ServiceIdentifier]) -> Bool {
    guard let address = never.keptAddress else { return true }
    return others.contains { other in
      guard let asker = other.keptAddress?.address else { return other.kind == never.kind }
      return ServiceMatching.isKeptAway(address, from: [asker])
    }
  }
}
