// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// The file at `/.well-known/webauthn` of the RP ID (WebAuthn L3 §5.11), served as `application/json`.
public struct RelatedOriginsFile: Codable, Hashable, Sendable {
  /// The origins that may use the RP ID.
  public let origins: [String]
}

extension RelyingParty {
  /// The origins that need the file: those outside the RP ID's own domain, of which clients take five registrable labels.
  public var relatedOriginsFile: RelatedOriginsFile {
    RelatedOriginsFile(origins: origins.filter { (try? id.check(against: $0)) == nil }.map(\.description).sorted())
  }
}
