// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// The file at `/.well-known/webauthn` of the RP ID (WebAuthn L3 §5.11), served as `application/json`.
public struct RelatedOriginsFile: Codable, Hashable, Sendable {
  /// The origins that may use the RP ID.
  public let origins: [String]
}

extension RelyingParty {
  /// The file with the origins that need it: those outside the RP ID's own domain. Clients accept five registrable labels.
  public var relatedOriginsFile: RelatedOriginsFile {
    RelatedOriginsFile(origins: origins.filter { (try? id.check(against: $0)) == nil }.map(\.description).sorted())
  }
}
