// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

extension BrokerEnvironment {
  /// Returns the domains named by an app's entitlements, in order, without wildcards, which name no usable domain.
  static func entitledDomains(of caller: CallerIdentity) -> [RelyingPartyID] {
    guard let place = (caller.application?.path).flatMap(EntitlementsPlace.init),
      let file = place.candidates.first(where: SmallFile.exists),
      let entitlements = SmallFile.bytes(of: file, limit: Entitlements.maximumByteCount).flatMap(Entitlements.init(parsing:))
    else { return [] }
    return entitlements.domains.filter { !$0.isWildcard }.compactMap { try? RelyingPartyID($0.name) }
  }
}
