// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import LocalTransport

/// Cuts a store operation into parts that fit in a frame each.
package enum IdentityStoreParts {
  /// What one part may hold, leaving room for the escapes and names that JSON adds.
  private static let limit = SocketFrameLimits.json / 4
  private static let overhead = 320

  /// The parts in order; a replacement that is cut goes on as additions, so it is all or nothing only up to some 200 identities.
  package static func split(_ operation: IdentityStoreOperation) -> [IdentityStoreOperation] {
    switch operation {
    case .save(let identities): return runs(of: identities).map { .save($0) }
    case .remove(let identities): return runs(of: identities).map { .remove($0) }
    case .replace(let identities):
      let runs = runs(of: identities)
      guard let first = runs.first else { return [operation] }
      return [.replace(first)] + runs.dropFirst().map { .save($0) }
    case .state, .removeAll, .list: return [operation]
    }
  }

  private static func runs(of identities: [CredentialIdentityValue]) -> [[CredentialIdentityValue]] {
    var runs: [[CredentialIdentityValue]] = []
    var run: [CredentialIdentityValue] = []
    var size = 0
    for identity in identities {
      let own = overhead + textSize(of: identity)
      if size + own > limit, !run.isEmpty {
        runs.append(run)
        run = []
        size = 0
      }
      run.append(identity)
      size += own
    }
    if !run.isEmpty { runs.append(run) }
    return runs
  }

  private static func textSize(of identity: CredentialIdentityValue) -> Int {
    let texts = [
      identity.service.identifier, identity.service.displayName, identity.user, identity.recordIdentifier, identity.relyingPartyIdentifier,
    ]
    let bytes = (identity.credentialID?.count ?? 0) + (identity.userHandle?.count ?? 0)
    return texts.reduce(2 * bytes) { $0 + ($1?.utf8.count ?? 0) }
  }
}
